import { setImmediate } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { SyncState } from '#shared/inventory/inventory-calls.ts'
import type { HttpClient } from '../../../src/main/http/http-client.ts'
import { namesOfRecord } from '../../../src/main/names/learned-names.ts'
import { vehicleNamesSchema } from '../../../src/main/names/names-schema.ts'
import { NamesTable } from '../../../src/main/names/names-table.ts'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../src/main/inventory/adverts-table.ts'
import { FreshWrites } from '../../../src/main/inventory/fresh-writes.ts'
import { InventoryApi } from '../../../src/main/inventory/inventory-api.ts'
import { InventoryService } from '../../../src/main/inventory/inventory-service.ts'
import { InventorySync } from '../../../src/main/inventory/inventory-sync.ts'
import { StockListTable, stockListSchema } from '../../../src/main/inventory/stock-list-table.ts'
import { WriteRecorder } from '../../../src/main/inventory/write-recorder.ts'
import { running, type Running } from '../../sandbox/running.ts'
import { search } from '../../sandbox/vehicles/adverts.ts'
import { countedFilters } from '../../../src/renderer/inventory/overview/overview-bars.ts'
import { apiClient } from '../http/api-client.ts'
import { handClock, type HandClock } from '../system/hand-clock.ts'
import { eventually } from '../../eventually.ts'

const anything = z.unknown()
const all = { text: '', states: [], sort: [] }

let service: Running
let http: HttpClient
let db: DatabaseSync
let clock: HandClock
let inventory: InventoryService
let sync: InventorySync
let recorder: WriteRecorder
let names: NamesTable
let unread: (number | null)[]
let shown: SyncState[]
let waitsUntil: string | null
beforeEach(async () => {
  service = await running({ adverts: 120 })
  http = apiClient(service.sandbox, { retries: { attempts: 1, baseMs: 1, capMs: 1, longestMs: 1 } })
  db = new DatabaseSync(':memory:')
  db.exec(advertsSchema)
  db.exec(stockListSchema)
  db.exec(vehicleNamesSchema)
  clock = handClock(Date.now())
  unread = []
  shown = []
  waitsUntil = null
  const table = new AdvertsTable(db)
  names = new NamesTable(db)
  const fresh = new FreshWrites(clock)
  inventory = new InventoryService({
    table,
    clock,
    owner: () => Promise.resolve(owner()),
    written: () => ({ auto_id: 1, in_stock: 1 }),
  })
  sync = new InventorySync({
    table,
    list: new StockListTable(db),
    fresh,
    clock,
    owner: () => Promise.resolve(owner()),
    source: () => Promise.resolve(new InventoryApi(http)),
    mayReadSoon: () => true,
    words: (error) => failureWords(error instanceof Fault ? error : new Fault('internal')),
    waitsUntil: () => waitsUntil,
    onUnread: (id) => unread.push(id),
    onChanged: () => undefined,
    onRecord: ({ accountId }, record) => names.learn(accountId, namesOfRecord(record)),
    onSync: (state) => shown.push(state),
  })
  recorder = new WriteRecorder({ table, names, clock, fresh, sync, onChanged: () => undefined })
})
afterEach(async () => {
  await sync.close()
  await http.close()
  db.close()
})

const owner = () => ({ accountId: 'a', userId: service.sandbox.userId })
const firstId = async (): Promise<number> => (await inventory.lists.ids(all))[0] ?? 0

/** Requests that the service got. */
const calls = async (): Promise<number> =>
  Object.values(await service.control.requests()).reduce((sum, n) => sum + n, 0)

describe('a first reading', () => {
  it('is counted by one call, and may be of the first adverts only', async () => {
    const { own } = await service.control.counts()
    await service.control.clearRequests()
    expect(await sync.ownCount()).toBe(own)
    expect(Object.values(await service.control.requests())).toEqual([1])
    await service.control.clearRequests()
    const first = await sync.readListed(3)
    expect(first).toMatchObject({ adverts: 3, syncedAt: null, failure: null })
    expect(first.list).toEqual({ listed: own, unread: own - 3 })
    expect(await calls()).toBe(3)
  })

  it('goes on with what is left of the list, a call for each, and then counts as read when the list was', async () => {
    const own = (await sync.ownCount()) ?? 0
    const listedAt = new Date(clock.now()).toISOString()
    await sync.readListed(3)
    await service.control.clearRequests()
    clock.set(clock.now() + 3_600_000)
    const all = await sync.readListed(null)
    expect(all).toMatchObject({ adverts: own, syncedAt: listedAt, list: { listed: own, unread: 0 } })
    expect(await calls()).toBe(own - 3)
  })

  it('leaves in the list what could not be read, and not what the service no longer has', async () => {
    const own = (await sync.ownCount()) ?? 0
    const html = { kind: 'status', status: 200, body: '<html>', path: '/auto/info', count: 1 } as const
    await service.control.addFault(html)
    expect((await sync.readListed(null)).list).toEqual({ listed: own, unread: 1 })
    const gone = '{"error":{"code":"NOT_FOUND","message":"no"}}'
    await service.control.addFault({ ...html, status: 404, body: gone })
    expect((await sync.readListed(null)).list).toEqual({ listed: own, unread: 0 })
  })
})

it('adding by id tells which adverts are another seller’s and which the service does not have', async () => {
  await sync.sync()
  const own = await firstId()
  const { ids } = await search(service, 'countpage=100')
  const owned = new Set(await inventory.lists.ids(all))
  const foreign = ids.map(Number).find((id) => !owned.has(id)) ?? 0
  expect(foreign).toBeGreaterThan(0)
  const added = await sync.add([own, foreign, 999_999_999])
  expect(added).toMatchObject({ foreign: [foreign], missing: [999_999_999], failure: null, unread: null })
  expect(await sync.add([own])).toMatchObject({ foreign: [], missing: [] })
})

describe('sync', () => {
  it('reads every advert of the account, and keeps all of it readable when the service is gone', async () => {
    const { own } = await service.control.counts()
    const state = await sync.sync()
    expect(state).toMatchObject({ adverts: own, failure: null, running: null })
    await service.sandbox.close()
    expect((await sync.sync()).failure).toMatchObject({ code: 'network', retry: true })
    const ids = await inventory.lists.ids(all)
    expect(ids).toHaveLength(own)
    expect(await inventory.detail(ids[0] ?? 0)).toMatchObject({
      row: { id: ids[0] },
      written: { in_stock: 1 },
    })
  })

  it('marks what the service no longer has as gone, and does not lose it', async () => {
    await sync.sync()
    const id = await firstId()
    await service.fetch('DELETE', '/auto/new/autos', `user_id=${service.sandbox.userId}&auto_id=${id}`)
    // How many they were is told once, by the reading that found it.
    expect(await sync.sync()).toMatchObject({ gone: 1 })
    expect([...(await inventory.lists.ids({ ...all, states: ['gone'] }))]).toEqual([id])
    expect(await inventory.detail(id)).toMatchObject({ row: { state: 'gone' } })
    expect(await sync.sync()).toMatchObject({ gone: 0 })
  })

  it('goes past an advert that cannot be read, and stops where every other would fail too', async () => {
    const { own } = await service.control.counts()
    await service.control.addFault({
      kind: 'status',
      status: 200,
      body: '<html>',
      path: '/auto/info',
      count: 1,
    })
    expect(await sync.sync()).toMatchObject({
      adverts: own - 1,
      failure: null,
      unread: { count: 1, first: { code: 'unreadable' } },
    })
    expect(unread).toEqual([expect.any(Number)])
    expect(await sync.sync()).toMatchObject({ adverts: own, unread: null })
    await service.control.addFault({
      kind: 'status',
      status: 403,
      body: '{"error":{"code":"API_KEY_DISABLED","message":""}}',
      path: '/auto/info',
    })
    expect((await sync.sync()).failure).toMatchObject({ code: 'auth' })
  })
})

it('reads the own adverts though something odd stands among their ids, and says so', async () => {
  const { own } = await service.control.counts()
  const lists = (await service.get('/auto/new/autos', `user_id=${service.sandbox.userId}`)) as object
  const [id] = (lists as { active: number[] }).active
  const odd = { ...lists, archive: [null, 'promo', String(id)] }
  await service.control.addFault({
    kind: 'status',
    status: 200,
    body: JSON.stringify(odd),
    path: '/auto/new/autos',
  })
  const { active } = odd as unknown as { active: number[] }
  expect(own).toBeGreaterThan(0)
  expect(await sync.sync()).toMatchObject({
    adverts: active.length,
    failure: null,
    unread: { count: 1, first: { details: { value: '"promo"' } } },
  })
})

const stuck = async (after: number): Promise<SyncState> => {
  await service.control.addFault({ kind: 'never-answer', path: '/auto/info', skip: after })
  return sync.sync()
}

it('a sync that does not get on has saved what came so far, and keeps it when it is stopped', async () => {
  const stuckSync = stuck(3)
  await eventually(async () => expect(await inventory.lists.ids(all)).toHaveLength(3))
  expect(await sync.stop()).toMatchObject({ running: null, failure: null, syncedAt: null, adverts: 3 })
  expect(await stuckSync).toMatchObject({ running: null, failure: null })
})

describe('what a batch wrote', () => {
  it('stands in the stock at once, and is not undone by a read that is still old', async () => {
    await sync.sync()
    const id = await firstId()
    await service.control.setQuirks(['stale-read'])
    const edit = {
      operation: 'edit',
      payload: { auto_id: id, currency_id: 1, price: 12_345, version: 'Нова' },
    } as const
    await http.write(
      'PUT',
      '/auto/new/autos',
      [['user_id', service.sandbox.userId], ...Object.entries(edit.payload)],
      anything,
    )
    recorder.record(owner(), edit, id)
    expect(await inventory.rows([id])).toMatchObject([
      { usd: 12_345, version: 'Нова', pending: true, done: ['price', 'version'] },
    ])
    await sync.sync()
    expect(await inventory.rows([id])).toMatchObject([{ usd: 12_345, version: 'Нова' }])
    await service.control.setQuirks([])
    await sync.sync()
    const [shownNow] = await inventory.rows([id])
    expect(shownNow).toMatchObject({ usd: 12_345, pending: false })
    expect(shownNow).not.toHaveProperty('done')
  })

  it('deleted stays gone, whatever a read shows that was under way meanwhile', async () => {
    await sync.sync()
    const id = await firstId()
    recorder.record(owner(), { operation: 'delete', payload: { auto_id: id } }, id)
    await sync.sync()
    expect(await inventory.rows([id])).toMatchObject([{ state: 'gone' }])
  })

  it('says of which fields it is: not of a price that was only repeated, nor of a created advert', async () => {
    await sync.sync()
    const id = await firstId()
    const [row] = await inventory.rows([id])
    const price = row?.mainCurrency === 'USD' ? row.usd : row?.mainCurrency === 'EUR' ? row.eur : row?.uah
    const currency_id = row?.mainCurrency === 'USD' ? 1 : row?.mainCurrency === 'EUR' ? 2 : 3
    const payload = { auto_id: id, currency_id, price: price ?? 0, auto_note: 'Новий текст' } as const
    recorder.record(owner(), { operation: 'edit', payload }, id)
    expect(await inventory.rows([id])).toMatchObject([{ pending: true, done: ['auto_note'] }])
  })

  it('is read again a little later, without anybody asking', async () => {
    await sync.sync()
    const id = await firstId()
    const payload = { auto_id: id, currency_id: 1, price: 12_345 } as const
    await http.write(
      'PUT',
      '/auto/new/autos',
      [['user_id', service.sandbox.userId], ...Object.entries(payload)],
      anything,
    )
    recorder.record(owner(), { operation: 'edit', payload }, id)
    await eventually(async () =>
      expect(await inventory.rows([id])).toMatchObject([{ usd: 12_345, pending: false }]),
    )
    expect(clock.slept).toContain(1_500)
  })
})

it('the list that a window shows first has all numbers of Today of one moment, also while the stock is being read', async () => {
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
  const reading = { ends: false }
  const read = sync.sync().finally(() => (reading.ends = true))
  const seen = new Set<number>()
  do {
    const { counts, makes, totals } = await inventory.lists.overview(countedFilters)
    // Every advert of the sandbox has a make and a price.
    const own = sum(Object.values(counts.states)) - counts.states.gone
    const { live } = counts.states
    expect([sum(makes.map(({ count }) => count)), sum(totals.map(({ adverts }) => adverts))]).toEqual([
      live,
      live,
    ])
    seen.add(own)
    await setImmediate()
  } while (!reading.ends)
  await read
  expect(seen.size).toBeGreaterThan(2)
})
