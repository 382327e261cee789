import { expect, test } from 'vitest'
import { LookupAnswersTable, lookupsSchema } from '../../../src/main/lookups/lookup-answers-table.ts'
import { chain, dictionaries, type LookupList } from '../../../src/main/lookups/lookup-lists.ts'
import { LookupReader } from '../../../src/main/lookups/lookup-reader.ts'
import { LookupsApi } from '../../../src/main/lookups/lookups-api.ts'
import { running } from '../../sandbox/running.ts'
import { apiClient } from '../http/api-client.ts'
import { clientFor, startService } from '../http/local-service.ts'
import { handClock } from '../system/hand-clock.ts'
import { databaseOfTest } from '../../databases.ts'

const day = 24 * 3_600_000
const once = { retries: { attempts: 1, baseMs: 1, capMs: 1, longestMs: 1 } }

function readerAt(clock = handClock(Date.now())) {
  const db = databaseOfTest(lookupsSchema)
  return { clock, reader: new LookupReader(new LookupAnswersTable(db, clock)), db }
}

/** The reader of one account, and how many calls it made. */
function asking(api: LookupsApi, { reader }: Pick<ReturnType<typeof readerAt>, 'reader'>) {
  const owner = { accountId: 'a', baseUrl: 'https://service.test' }
  let calls = 0
  return {
    calls: () => calls,
    cached: <Entry>(list: LookupList<Entry>) => reader.cached(owner, list),
    fetch: <Entry>(list: LookupList<Entry>) => reader.fetch(owner, list, api, { onCall: () => (calls += 1) }),
  }
}

test('an answer is fresh for a month, and readable when it is old', async () => {
  const { sandbox } = await running({ adverts: 5 })
  const at = readerAt()
  const { fetch, cached } = asking(new LookupsApi(apiClient(sandbox)), at)
  expect(cached(chain.makes()).state).toBe('missing')
  await fetch(chain.makes())
  for (const [passed, state] of [
    [0, 'fresh'],
    [30 * day - 1, 'fresh'],
    [1, 'old'],
  ] as const) {
    at.clock.set(at.clock.now() + passed)
    expect(cached(chain.makes()).state).toBe(state)
  }
  expect(cached(chain.makes()).entries.length).toBeGreaterThan(10)
  at.clock.set(at.clock.now() - 90 * day)
  expect(cached(chain.makes()).state).toBe('old')
})

const own = (code: string) => JSON.stringify({ error: { code, message: 'no' } })

test.each([
  ['its own 404', 404, own('NOT_FOUND'), true],
  ['a wrong path in its own form', 404, '{"code":"ResourceNotFound","message":"none"}', true],
  ['an address that is not open to the key', 403, own('API_KEY_UNAUTHORIZED'), true],
  ['a 404 of a proxy', 404, '<html>not here</html>', false],
  ['a dropped upstream', 404, '{"error":"HTTPoison :closed"}', false],
  ['a wrong key', 403, own('API_KEY_INVALID'), false],
  ['a package that is used up', 403, '{"error":"Пакет вичерпано"}', false],
  ['a failure inside', 500, own('X'), false],
])('%s (%i) is remembered for a week: %s → %s', async (_what, status, body, remembered) => {
  const service = await startService((_request, response) => response.writeHead(status).end(body))
  const at = readerAt()
  const { fetch, cached, calls } = asking(new LookupsApi(clientFor(service.baseUrl, once)), at)
  const list = dictionaries.fuels()
  const ask = () => fetch(list).catch(() => 'failed')
  expect(await ask()).toBe(remembered ? null : 'failed')
  expect(cached(list).state).toBe(remembered ? 'unavailable' : 'missing')
  at.clock.set(at.clock.now() + 7 * day - 1)
  await ask()
  expect(calls()).toBe(remembered ? 1 : 2)
  at.clock.set(at.clock.now() + 1)
  expect(cached(list).state).toBe('missing')
})

test('a 404 of an address that has answered is about what was asked', async () => {
  const service = await startService((request, response) => {
    const unknown = request.url?.includes('marka_id=5')
    response.writeHead(unknown ? 404 : 200).end(unknown ? own('NOT_FOUND') : '[{"name":"X5","model_id":96}]')
  })
  const { fetch } = asking(new LookupsApi(clientFor(service.baseUrl, once)), readerAt())
  expect(await fetch(chain.models(9))).toHaveLength(1)
  expect(await fetch(chain.models(5))).toEqual([])
  expect(await fetch(chain.models(10))).toHaveLength(1)
})
