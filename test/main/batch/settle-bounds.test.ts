import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { AdvertPort } from '../../../src/main/batch/sending/service-adverts.ts'
import { ServiceError } from '../../../src/main/http/service-error.ts'
import { handClock } from '../system/hand-clock.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'
import { spread } from '../../whole.ts'

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership({ writeLimitMs: 2_000 })
})
afterEach(() => shop.close())

const path = '/auto/new/autos'
const signal = new AbortController().signal
const hour = 3_600_000
const rowsOf = (batchId: string) => shop.batches.reader.rows(batchId, null, 0, 100).rows
const drop = (kind: 'drop-before' | 'drop-after-commit', count = 1): Promise<number> =>
  shop.control.addFault({ kind, method: 'POST', path, count })
const infoReads = async (): Promise<number> => (await shop.control.requests())['GET /auto/info'] ?? 0

const moves = spread([72 * hour, 2 * hour, -72 * hour, -2 * hour, 0], 2)

test.each(moves)(
  'what existed before is not bound, whatever the computer’s clock (%i ms off)',
  async (off) => {
    await shop.port.write({ operation: 'create', payload: car({ auto_note: 'Авто' }) }, signal)
    await wait(1_100)
    await shop.ownIds(1)
    await shop.restart({ clock: handClock(Date.now() + off) })
    await drop('drop-before')
    const batch = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
    await shop.restart({ clock: handClock(Date.now() - off) })
    await shop.batches.settling.settle(batch.id)
    expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'in-doubt', errorCode: 'not-seen' })
  },
)

test.each(moves)('what was created is found, whatever the computer’s clock (%i ms off)', async (off) => {
  await shop.ownIds(1)
  await shop.restart({ clock: handClock(Date.now() + off) })
  await drop('drop-after-commit')
  const batch = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  await shop.restart({ clock: handClock(Date.now() - off) })
  await shop.batches.settling.settle(batch.id)
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'done', errorCode: 'by-likeness' })
})

test('one search reads a bounded number of adverts, says that it is not finished, and goes on', async () => {
  await shop.close()
  shop = await openDealership({ adverts: 3_600 })
  await drop('drop-before')
  const batch = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  await shop.control.clearRequests()
  await shop.batches.settling.settle(batch.id)
  expect(await infoReads()).toBe(500)
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'in-doubt', errorCode: 'search-unfinished' })
  const own = (await shop.ownIds(2_000)).length
  await vi.waitUntil(
    async () => {
      await shop.batches.settling.settle(batch.id)
      return rowsOf(batch.id)[0]?.errorCode === 'not-seen'
    },
    { timeout: 60_000, interval: 0 },
  )
  expect(await infoReads()).toBeGreaterThanOrEqual(own)
})

test('edits in doubt are taken from the journal page by page, not all before the first is read', async () => {
  const edits = Array.from({ length: 450 }, (_, at) =>
    planned(at + 2, 'edit', { auto_id: at + 1_000, currency_id: 1, price: 9_000 }),
  )
  const { id } = await shop.batches.planner.plan(source(shop.userId), edits)
  const journal = new DatabaseSync(join(shop.dataDir, 'journal.db'))
  journal.exec("UPDATE rows SET state = 'in-doubt', doubt = 1, attempts = 1, error_code = 'crashed'")
  journal.close()
  const read: number[] = []
  const port: AdvertPort = {
    ...portOf(),
    async readAdvert(autoId) {
      // A person answers the last row while the first is read.
      read.push(autoId)
      if (read.length === 1) await shop.batches.answers.answer(id, 451, { kind: 'send-again' })
      throw new ServiceError('not-found', { sent: 'maybe', answered: true, status: 404, ownForm: true })
    },
  }
  await shop.restart({ connect: () => Promise.resolve(port) })
  await shop.batches.settling.settle(id)
  expect(shop.batches.reader.get(id).counts).toMatchObject({ conflict: 449, planned: 1 })
  expect(read).toHaveLength(449)
})

test('a search that does not end by itself is stopped after twenty pages, and says so', async () => {
  await drop('drop-before')
  const batch = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  const { port } = shop
  const pages: number[] = []
  // So few pages that their adverts are within the bound of reads: only the bound of pages leaves some for later.
  const long: AdvertPort = {
    ...portOf(),
    readAdvert: () => port.readAdvert(1, signal),
    search(_criteria, page) {
      pages.push(page)
      return Promise.resolve(page < 40 ? [90_000_000 + page] : [])
    },
  }
  await shop.restart({ connect: () => Promise.resolve(long) })
  await shop.batches.settling.settle(batch.id)
  expect(pages).toEqual(Array.from({ length: 20 }, (_, page) => page))
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'in-doubt', errorCode: 'search-unfinished' })
})

test('what was bound by likeness is marked, and an undo deletes it only if it is chosen', async () => {
  await drop('drop-after-commit')
  const batch = await shop.run([
    planned(2, 'create', car({ auto_note: 'Авто' })),
    planned(3, 'create', car({ price: 5 })),
  ])
  await shop.batches.settling.settle(batch.id)
  const [guessed, answered] = rowsOf(batch.id)
  expect(guessed).toMatchObject({ state: 'done', outcomeSource: 'reconciled', errorCode: 'by-likeness' })
  expect(answered).toMatchObject({ state: 'done', outcomeSource: 'response', errorCode: null })
  const undo = await shop.batches.undo.preview(batch.id)
  expect(rowsOf(undo)).toMatchObject([
    { state: 'skipped', errorCode: 'undo-exact', problems: [{ code: 'by-likeness' }] },
    { state: 'planned', problems: [] },
  ])
  expect(await shop.batches.undo.summary(undo)).toMatchObject({ likeness: 1 })
  expect(await shop.batches.undo.choose(undo, [2], true)).toMatchObject({ deletes: 2, likeness: 1 })
  await shop.restart()
  expect(await shop.batches.undo.summary(undo)).toMatchObject({ deletes: 2, likeness: 1 })
})

/** The service without a list of own adverts. */
const portOf = (): AdvertPort => ({
  userId: shop.userId,
  serviceNow: () => null,
  write: (row, stop) => shop.port.write(row, stop),
  readAdvert: (id, stop) => shop.port.readAdvert(id, stop),
  findOwn: () => Promise.resolve(null),
  search: (criteria, page, stop) => shop.port.search(criteria, page, stop),
})

/** The service does not show the advert for some reads. */
const hide = (count: number): Promise<number> =>
  shop.control.addFault({
    kind: 'status',
    status: 404,
    body: '{"error":{"code":"NOT_FOUND","message":"Advert not found"}}',
    method: 'GET',
    path: '/auto/info',
    count,
  })

test('an advert that was just created and is not shown yet is asked about, and holds no other row', async () => {
  await shop.restart({ clock: handClock(Date.now()) })
  const made = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  const id = rowsOf(made.id)[0]?.autoId ?? 0
  const [other = 0] = await shop.ownIds(1)
  await shop.restart({ clock: handClock(Date.now()) })
  // Only an address that has shown such an advert can say that it is gone.
  await shop.port.readAdvert(other, new AbortController().signal)
  await hide(2)
  const batch = await shop.run([
    planned(2, 'edit', { auto_id: id, currency_id: 1, price: 11 }),
    planned(3, 'edit', { auto_id: other, currency_id: 1, price: 12 }),
    planned(4, 'edit', { auto_id: id, currency_id: 1, price: 13 }),
  ])
  expect(batch).toMatchObject({
    state: 'paused',
    pauseReason: 'not-shown',
    counts: { planned: 2, failed: 1 },
  })
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(batch.id)).toMatchObject({
    state: 'finished',
    counts: { done: 2, failed: 1 },
  })
  const prices = (await shop.control.ledger()).flatMap(({ method, params }) =>
    method === 'PUT' ? [params.price] : [],
  )
  expect(prices.slice(-2)).toEqual(['11', '13'])
})

test('a delete in doubt of an advert that was just created is not done because it is not shown', async () => {
  const made = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  const id = rowsOf(made.id)[0]?.autoId ?? 0
  await shop.control.addFault({ kind: 'drop-before', method: 'DELETE', path, count: 1 })
  const batch = await shop.run([planned(2, 'delete', { auto_id: id })])
  await hide(1)
  await shop.batches.settling.settle(batch.id)
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'in-doubt' })
})
