import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { cacheSchema, stagedSchema } from '../../../src/main/context/schemas.ts'
import { BuyerCallsService } from '../../../src/main/demand/calls/buyer-calls-service.ts'
import { BuyerCallsTable } from '../../../src/main/demand/calls/buyer-calls-table.ts'
import { CallPhonesTable } from '../../../src/main/demand/calls/call-phones-table.ts'
import { DemandApi } from '../../../src/main/demand/demand-api.ts'
import { MissingTable } from '../../../src/main/service/missing-table.ts'
import { OrderSeal } from '../../../src/main/orders/order-seal.ts'
import { serviceTime } from '../../../src/shared/time/service-time.ts'
import { assembledIn } from '../assembled.ts'
import { clientFor, startAnswering } from '../http/local-service.ts'
import { folderOfTest } from '../../folders.ts'

const noon = Date.parse('2026-11-20T10:00:00Z')

const memory = (sql: string): DatabaseSync => {
  const db = new DatabaseSync(':memory:')
  db.exec(sql)
  return db
}

/** The calls of an account at a service that answers with these. */
async function callsAt(calls: readonly object[]) {
  let time = noon
  const clock = { now: () => time, sleep: () => Promise.resolve() }
  const { baseUrl, requests } = await startAnswering(calls)
  const cache = memory(cacheSchema)
  const own = memory(stagedSchema)
  const told: number[] = []
  const keys = { seal: new OrderSeal(new Uint8Array(32).fill(1)) }
  const phones = new CallPhonesTable(cache, own, () => serviceTime(noon))
  const service = new BuyerCallsService({
    table: new BuyerCallsTable(cache, own, phones),
    missing: new MissingTable(cache, clock),
    api: () => Promise.resolve(new DemandApi(clientFor(baseUrl), (text) => text)),
    owner: () => Promise.resolve('a'),
    connection: () => Promise.resolve({ accountId: 'a', baseUrl }),
    key: () => Promise.resolve({ seal: keys.seal, session: null }),
    forgetBefore: () => '2026-11-14 00:00:00',
    clock,
    words: () => ({ code: 'internal', words: '', next: '', retry: false, details: {} }),
    onUnread: () => undefined,
    onChanged: (_, waiting) => told.push(waiting),
  })
  const setClock = (to: number): void => void (time = to)
  return { service, cache, phones, keys, told, requests, setClock }
}

const call = (call_id: number, date: string, status: string, caller_phone = '') => ({
  call_id,
  date,
  status,
  caller_phone,
  phone: '0930000000',
  destination_phone: '0730000000',
  duration: 60,
  waighting: 9,
  marka: 'BMW',
  marka_id: 9,
  model: 'X5',
  model_id: 96,
  price: 0,
  link: status === 'ANSWER' ? 'https://records.example/1.wav' : '',
})

const listed = [
  call(1, '2026-11-19T09:00:00', 'NOANSWER', '0671111111'),
  // The same person, with the code of the country.
  call(2, '2026-11-19T10:00:00', 'ANSWER', '+380671111111'),
  call(3, '2026-11-19T11:00:00', 'BYSY', '0672222222'),
  call(4, '2026-11-19T12:00:00', 'CANCEL', '0672222222'),
  call(5, '2026-11-19T13:00:00', 'FAILED', ''),
  call(6, '2026-11-13T09:00:00', 'NOANSWER', '0673333333'),
  call(7, '2026-11-01T09:00:00', 'NOANSWER', '0674444444'),
  call(9, '2026-11-19T14:00:00', 'ANSWER', '0671111111'),
  call(8, '', 'NOANSWER', '0675555555'),
]

test('calls that nobody answered wait until the same person is answered, or they are marked as returned', async () => {
  const { service, told } = await callsAt(listed)
  const { calls, readAt, unread } = await service.refresh()
  // Without its time it is among no days, which is said.
  expect(unread?.count).toBe(1)
  expect(readAt).toBe(new Date(noon).toISOString())
  const seen = new Map(calls.map((each) => [each.id, each]))
  expect(calls.map(({ id }) => id)).toEqual([9, 5, 4, 3, 2, 1, 6, 7])
  expect(calls.filter(({ waits }) => waits).map(({ id }) => id)).toEqual([5, 4, 3])
  expect(seen.get(1)).toMatchObject({ answeredAt: '2026-11-19 10:00:00', others: 2, phone: '0671111111' })
  // That an answered person rang again changes nothing for the call before.
  expect(seen.get(2)).toMatchObject({ answeredAt: '', others: 2 })
  expect(seen.get(3)).toMatchObject({ status: 'busy', others: 1, answeredAt: '' })
  // Older than buyers' data may be kept.
  expect(seen.get(6)).toMatchObject({ caller: 'forgotten', phone: '', link: '', others: 0 })
  // With the last call of a person those before are returned; a number that isn't told is nobody's.
  const { calls: after } = await service.markReturned(4, true)
  expect(after.filter(({ waits }) => waits).map(({ id }) => id)).toEqual([5])
  await service.markReturned(4, false)
  expect(told).toEqual([3, 1, 3])
  expect(await service.waiting()).toBe(3)
})

test('who rang is not in the database as it is, and is not shown without its key', async () => {
  const { service, cache, keys } = await callsAt(listed)
  await service.refresh()
  const all = JSON.stringify(
    ['buyer_calls', 'call_phones'].map((name) => cache.prepare(`SELECT * FROM ${name}`).all()),
  )
  expect(all).not.toContain('671111111')
  expect(all).not.toContain('records.example')
  keys.seal = new OrderSeal(new Uint8Array(32).fill(2))
  const { calls } = await service.list()
  expect(calls.find(({ id }) => id === 1)).toMatchObject({ caller: 'locked', phone: '', recorded: false })
  expect(calls.find(({ id }) => id === 2)).toMatchObject({ recorded: true, link: '' })
})

test('a call that was answered later stays so without the data of who rang', async () => {
  const { service, phones, keys } = await callsAt(listed)
  await service.refresh()
  const waiting = async () => (await service.list()).calls.filter(({ waits }) => waits).map(({ id }) => id)
  // A start without a keychain: the key of the run before is gone, and with it who rang.
  keys.seal = new OrderSeal(new Uint8Array(32).fill(2))
  phones.removeLost(keys.seal.keyId)
  expect(await waiting()).toEqual([5, 4, 3])
  await service.refresh()
  phones.clear()
  expect(await waiting()).toEqual([5, 4, 3])
  await service.refresh()
  const { calls } = await service.list()
  expect(calls.find(({ id }) => id === 1)).toMatchObject({
    caller: 'erased',
    answeredAt: '2026-11-19 10:00:00',
    others: 0,
    waits: false,
  })
})

test('a call whose time is in another form is said to be unread', async () => {
  const { service } = await callsAt([
    call(1, '19.11.2026 12:00', 'NOANSWER', '0671111111'),
    call(2, '2026-11-19 12:00:00', 'NOANSWER', '0672222222'),
  ])
  const { calls, unread } = await service.refresh()
  expect([calls.map(({ id }) => id), unread?.count]).toEqual([[2], 1])
})

test('no clock removes calls, or that one was answered, and neither does a call from years to come', async () => {
  const { service, phones, setClock } = await callsAt(listed)
  await service.refresh()
  phones.clear()
  const seen = async () =>
    (await service.refresh()).calls.map(({ id, answeredAt }) => [id, answeredAt !== ''] as const)
  const before = await seen()
  expect(before).toContainEqual([1, true])
  setClock(noon + 900 * 86_400_000)
  expect(await seen()).toEqual(before)
  setClock(noon - 900 * 86_400_000)
  expect(await seen()).toEqual(before)
  const odd = await callsAt([...listed, call(10, '2099-01-01T09:00:00', 'ANSWER')])
  expect((await odd.service.refresh()).calls).toHaveLength(before.length + 1)
})

test('callers who hide their numbers are not one person', async () => {
  const { service } = await callsAt([
    call(1, '2026-11-19T09:00:00', 'NOANSWER', '0000000000'),
    call(2, '2026-11-19T10:00:00', 'ANSWER', '0000000000'),
  ])
  const { calls } = await service.refresh()
  expect(calls.map(({ waits, others }) => [waits, others])).toEqual([
    [false, 0],
    [true, 0],
  ])
})

test('later readings ask for the last days only', async () => {
  const { service, requests } = await callsAt(listed)
  await service.refresh()
  await service.refresh()
  const spans = requests.map(({ line }) =>
    new URL(line.split(' ')[1] ?? '', 'http://x').searchParams.get('from'),
  )
  expect(spans).toEqual(['2026-10-22', '2026-11-14'])
})

test('who rang leaves as it grows old, and with the data of all buyers, and no later reading brings it back', async () => {
  const dataDir = folderOfTest()
  const app = assembledIn(dataDir)
  onTestFinished(() => app.close())
  const phones = async () => (await app.buyerCalls.list()).calls.filter(({ phone }) => phone !== '')
  await app.buyerCalls.refresh()
  const [first] = await phones()
  expect(first?.phone).toMatch(/^067/)
  const before = (await phones()).length
  app.context.settings.change({ buyerDataDays: 10 })
  const kept = await phones()
  expect(kept.length).toBeLessThan(before)
  expect(kept.length).toBeGreaterThan(0)
  app.context.settings.change({ buyerDataDays: null })
  await app.orders.eraseBuyers()
  expect(await phones()).toEqual([])
  await app.buyerCalls.refresh()
  const { calls } = await app.buyerCalls.list()
  expect(new Set(calls.map(({ caller }) => caller))).toEqual(new Set(['erased']))
  for (const name of readdirSync(dataDir).filter((each) => /^(cache|staged)\.db/.test(each)))
    expect(readFileSync(join(dataDir, name)).includes(String(first?.phone)), name).toBe(false)
})
