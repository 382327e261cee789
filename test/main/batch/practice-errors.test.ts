import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { saysMissing, ServiceError } from '../../../src/main/http/service-error.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { practiceErrorNames, type PracticeError } from '../../../src/sandbox/control/practice-errors.ts'
import { applyLocale } from '../../../src/shared/i18n/locale.ts'
import { hurriedClock } from '../hurried-clock.ts'
import { spread } from '../../whole.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

interface Outcome {
  /** The failure of a read of an advert, and how often it was asked for. */
  readonly read: string
  readonly asked: number
  /** Whether that says that the advert is gone. */
  readonly gone: boolean
  /** The state of a row that was answered so, and why its batch goes on later or not at all. */
  readonly row: 'planned' | 'in-doubt' | 'failed'
  readonly pause: string | null
  /** The failure of a read of the own list; null if the service has no such list, which is remembered. */
  readonly list: string | null
}

const waits = { row: 'planned', pause: 'rate-limit', gone: false } as const
const renew = { read: 'package', asked: 1, gone: false, row: 'planned', pause: 'package' } as const
const refusedKey = { read: 'auth', asked: 1, gone: false, row: 'planned', pause: 'auth' } as const

/** What each form of practice comes to; docs/service/practice.md, "errors", "hourly limit", "upstream trouble". */
const outcomes: Readonly<Record<PracticeError, Outcome>> = {
  'hourly-limit': { ...waits, read: 'rate-limit', asked: 1, list: 'rate-limit' },
  OVER_RATE_LIMIT: { ...waits, read: 'rate-limit', asked: 4, list: 'rate-limit' },
  'package-403': { ...renew, list: 'package' },
  'package-200': { ...renew, list: 'package' },
  'upstream-dropped': { read: 'server', asked: 4, gone: false, row: 'in-doubt', pause: null, list: 'server' },
  'resource-not-found': {
    read: 'not-found',
    asked: 1,
    gone: false,
    row: 'in-doubt',
    pause: null,
    list: null,
  },
  NOT_FOUND: { read: 'not-found', asked: 1, gone: true, row: 'failed', pause: null, list: null },
  HTTPS_REQUIRED: { read: 'rejected', asked: 1, gone: false, row: 'failed', pause: null, list: 'rejected' },
  API_KEY_MISSING: { ...refusedKey, list: 'auth' },
  API_KEY_INVALID: { ...refusedKey, list: 'auth' },
  API_KEY_DISABLED: { ...refusedKey, list: 'auth' },
  API_KEY_UNVERIFIED: { ...refusedKey, list: 'auth' },
  API_KEY_UNAUTHORIZED: { ...refusedKey, list: null },
}

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership({ clientClock: hurriedClock(25) })
})
afterEach(() => shop.close())

const writes = '/auto/new/autos'
const { signal } = new AbortController()

const failureOf = async (work: Promise<unknown>): Promise<ServiceError> => {
  const error: unknown = await work.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  if (error instanceof ServiceError) return error
  throw error
}

/** Sends one row and answers as soon as it or its batch comes to rest. */
async function restOf(operation: 'create' | 'edit' | 'delete', id: number) {
  const payload = {
    create: car(),
    edit: { auto_id: id, currency_id: 1, price: 1_234 },
    delete: { auto_id: id },
  }
  const { planner, control, reader } = shop.batches
  const { id: batchId } = await planner.plan(source(shop.userId), [planned(2, operation, payload[operation])])
  await control.send(batchId)
  await expect.poll(() => reader.get(batchId).state).toMatch(/waiting|paused|finished/)
  const { pauseReason, wakesAt } = reader.get(batchId)
  return { pauseReason, wakesAt, state: reader.rows(batchId, null, 0, 1).rows[0]?.state }
}

describe.each(practiceErrorNames)('%s', (error) => {
  const expected = outcomes[error]

  test('read', async () => {
    const [id = 0] = await shop.ownIds(1)
    // Only an address that has shown such an advert can say that it is gone.
    await shop.port.readAdvert(id, signal)
    await shop.control.addFault({ kind: 'error', error, method: 'GET', path: '/auto/info' })
    const failure = await failureOf(shop.port.readAdvert(id, signal))
    expect(failure.code).toBe(expected.read)
    expect(saysMissing(failure)).toBe(expected.gone)
    expect((await shop.control.requests())['GET /auto/info']).toBe(expected.asked + 1)
  })

  test.each(spread(['create', 'edit', 'delete'] as const, 1))('%s', async (operation) => {
    const [id = 0] = await shop.ownIds(1)
    const method = { create: 'POST', edit: 'PUT', delete: 'DELETE' }[operation]
    await shop.control.addFault({ kind: 'error', error, method, path: writes })
    const { state, pauseReason, wakesAt } = await restOf(operation, id)
    expect([state, pauseReason]).toEqual([expected.row, expected.pause])
    if (error === 'hourly-limit') expect(Date.parse(wakesAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)
    expect(await shop.control.ledger()).toHaveLength(1)
  })

  test('list', async () => {
    await shop.control.addFault({ kind: 'error', error, method: 'GET', path: writes })
    if (expected.list === null) {
      // The next way to a list is taken, and this one is not asked again.
      expect((await shop.inventory.ownAdverts())?.source).toBe('user-search')
      expect((await shop.inventory.ownAdverts())?.source).toBe('user-search')
      expect((await shop.control.requests())[`GET ${writes}`]).toBe(1)
    } else {
      expect((await failureOf(shop.inventory.ownAdverts())).code).toBe(expected.list)
      await shop.control.clearFaults()
      expect(await shop.inventory.ownAdverts()).not.toBeNull()
    }
  })
})

/** Whatever stands in `error`, a success that has one is no data: an empty stock would be read from it. */
test.each([
  '{"error":"Сталася помилка"}',
  '{"error":true}',
  '{"error":1,"active":[]}',
  '{"error":["Сталася помилка"],"active":[1]}',
  '{"error":{},"active":[1]}',
  '[{"error":[{"code":"X","message":"no"}],"active":[]}]',
  '{}',
  '{"message":"no"}',
])('a success without data: %s', async (body) => {
  await shop.control.addFault({ kind: 'status', status: 200, body, method: 'GET' })
  await failureOf(shop.inventory.ownAdverts())
  expect(saysMissing(await failureOf(shop.port.readAdvert(1, signal)))).toBe(false)
})

/** Bare texts in the words of practice. */
test.each([
  [403, '{"error":"Пакет вичерпано"}', 'package', 'renew'],
  [200, '{"error":"Термін дії пакета закінчився"}', 'package', 'Renew'],
  [429, '{"error":"Пакет: ліміт на годину вичерпано"}', 'rate-limit', 'Wait an hour'],
  [200, '{"error":"Переліміт за годину"}', 'rate-limit', 'Wait an hour'],
  // A text under a 200 may be about the advert: neither a limit nor a package.
  [200, '{"error":"Термін публікації оголошення закінчився"}', 'rejected', 'Fix what the service points out'],
  [200, '{"error":"Змінити можна через 2 години"}', 'rejected', 'Fix what the service points out'],
  [429, '{"error":"Too Many Requests"}', 'rate-limit', 'Wait a while'],
  [403, '{"error":"No api_key was supplied. Get one at the portal"}', 'auth', 'key set'],
  [403, '{"message":"An invalid api_key was supplied"}', 'auth', 'Copy the key again'],
  [404, '{"code":"ResourceNotFound","message":"/x"}', 'not-found', 'address of the service'],
  [404, '{"error":"%HTTPoison.Error{reason: :closed}"}', 'server', 'in a few minutes'],
  [200, '{"error":"%HTTPoison.Error{reason: :closed}"}', 'server', 'in a few minutes'],
])('%i %s is %s', async (status, body, code, next) => {
  await shop.control.addFault({ kind: 'status', status, body, method: 'GET' })
  const failure = await failureOf(shop.port.readAdvert(1, signal))
  expect(failure.code).toBe(code)
  expect(failureWords(failure, 'command-line').next.toLowerCase()).toContain(next.toLowerCase())
  applyLocale('uk')
  expect(failureWords(failure).next).toMatch(/[а-яіїєґ]/i)
  applyLocale('en')
})
