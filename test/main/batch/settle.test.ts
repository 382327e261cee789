import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FaultRule } from '../../../src/sandbox/control/faults.ts'
import type { AdvertPort } from '../../../src/main/batch/sending/service-adverts.ts'
import { car, openDealership, planned, type Dealership } from './dealership.ts'
import { fourIds } from '../../sandbox/vehicles/four-ids.ts'

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const path = '/auto/new/autos'
const strike = (method: string, rule: Partial<FaultRule>): Promise<number> =>
  shop.control.addFault({ kind: 'drop-after-commit', count: 1, ...rule, method, path })
const rowsOf = (batchId: string) => shop.batches.reader.rows(batchId, null, 0, 100).rows
const committed = async () => (await shop.control.ledger()).filter((entry) => entry.committed)

test.each([true, false])('a create that went through is found (own list: %s)', async (ownList) => {
  if (!ownList) await shop.control.addFault({ kind: 'status', status: 404, method: 'GET', path })
  await strike('POST', {})
  const batch = await shop.run([
    planned(2, 'create', car({ auto_note: 'Їде "як" нова', version: '2.0 TDI' })),
  ])
  expect(batch.counts.inDoubt).toBe(1)
  const settled = await shop.batches.settling.settle(batch.id)
  const [made] = await committed()
  expect(settled.counts).toMatchObject({ done: 1, inDoubt: 0 })
  expect(rowsOf(batch.id)[0]).toMatchObject({
    state: 'done',
    outcomeSource: 'reconciled',
    autoId: made?.autoId,
  })
  expect(shop.batches.reader.attempts(batch.id, 2).at(-1)?.answer).toContain(String(made?.autoId))
})

test('a create that is not found stays in doubt, with what was tried, and is sent again only when a person says so', async () => {
  await strike('POST', { kind: 'drop-before' })
  const batch = await shop.run([planned(2, 'create', car())])
  const settled = await shop.batches.settling.settle(batch.id)
  expect(settled.counts.inDoubt).toBe(1)
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'in-doubt', errorCode: 'not-seen', autoId: null })
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  expect(await committed()).toHaveLength(0)
  expect((await shop.batches.answers.answer(batch.id, 2, { kind: 'send-again' })).state).toBe('ready')
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(batch.id).counts.done).toBe(1)
  expect(await committed()).toHaveLength(1)
})

test('of three twins in doubt two were made: two are found', async () => {
  await strike('POST', { count: 2 })
  const twins = [2, 3, 4].map((line) => planned(line, 'create', car({ auto_note: 'Авто' })))
  await strike('POST', { kind: 'drop-before', skip: 0 })
  const batch = await shop.run(twins)
  expect(batch.counts.inDoubt).toBe(3)
  const settled = await shop.batches.settling.settle(batch.id)
  expect(settled.counts).toMatchObject({ done: 2, inDoubt: 1 })
  const ids = rowsOf(batch.id).flatMap((row) => row.autoId ?? [])
  expect(new Set(ids)).toEqual(new Set((await committed()).map((entry) => entry.autoId)))
})

test('a create of which the service shows nothing but the car and its price is asked about', async () => {
  await strike('POST', { kind: 'drop-before' })
  const batch = await shop.run([planned(2, 'create', car())])
  // Another desk sells the same car for the same price.
  const { lastInsertId } = await shop.port.write(
    { operation: 'create', payload: car() },
    new AbortController().signal,
  )
  const settled = await shop.batches.settling.settle(batch.id)
  expect(settled.counts).toMatchObject({ done: 0, inDoubt: 1 })
  expect(rowsOf(batch.id)[0]).toMatchObject({ errorCode: 'probably', autoId: null })
  expect(rowsOf(batch.id)[0]?.errorWords).toContain(`Probably ${lastInsertId}: is it yours?`)
  await shop.batches.answers.answer(batch.id, 2, { kind: 'bind', autoId: lastInsertId })
  expect(shop.batches.reader.get(batch.id).counts.done).toBe(1)
})

test('an advert of another modification or equipment is none of the create’s where the service shows them', async () => {
  await shop.close()
  shop = await openDealership({ profile: 'live' })
  await strike('POST', { kind: 'drop-before' })
  const note = { auto_note: 'Авто' }
  const batch = await shop.run([planned(2, 'create', car({ ...fourIds(0), ...note }))])
  const other = { operation: 'create', payload: car({ ...fourIds(5), ...note }) } as const
  await shop.port.write(other, new AbortController().signal)
  await shop.batches.settling.settle(batch.id)
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'in-doubt', errorCode: 'not-seen' })
})

test('where it shows them, they prove as much as a text', async () => {
  await shop.close()
  shop = await openDealership({ profile: 'live' })
  await strike('POST', {})
  const batch = await shop.run([planned(2, 'create', car())])
  expect((await shop.batches.settling.settle(batch.id)).counts).toMatchObject({ done: 1 })
})

test.each([3 * 86_400_000, 10 * 60_000])(
  'an equal advert of %i ms later is asked about, whatever it says',
  async (later) => {
    const lateBy = (ms: number): AdvertPort => ({
      userId: shop.userId,
      write: (row, signal) => shop.port.write(row, signal),
      serviceNow: () => (shop.port.serviceNow() ?? Date.now()) - ms,
      findOwn: (signal) => shop.port.findOwn(signal),
      readAdvert: (id, signal) => shop.port.readAdvert(id, signal),
      search: (criteria, page, signal) => shop.port.search(criteria, page, signal),
    })
    // The create is sent so much before the advert that is there now.
    await shop.restart({ connect: () => Promise.resolve(lateBy(later)) })
    await strike('POST', { kind: 'drop-before' })
    const own = car({ auto_note: 'Авто' })
    const batch = await shop.run([planned(2, 'create', own)])
    await shop.restart()
    await shop.port.write({ operation: 'create', payload: own }, new AbortController().signal)
    await shop.batches.settling.settle(batch.id)
    expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'in-doubt', errorCode: 'probably' })
  },
)

test('an equal advert that was made elsewhere in the same second is not bound in the place of the own one', async () => {
  await strike('POST', {})
  const batch = await shop.run([planned(2, 'create', car())])
  await shop.port.write({ operation: 'create', payload: car() }, new AbortController().signal)
  const settled = await shop.batches.settling.settle(batch.id)
  expect(settled.counts).toMatchObject({ done: 0, inDoubt: 1 })
  expect(rowsOf(batch.id)[0]).toMatchObject({ errorCode: 'too-many-fit', autoId: null })
  const [made] = await committed()
  await shop.batches.answers.answer(batch.id, 2, { kind: 'bind', autoId: made?.autoId ?? 0 })
  expect(shop.batches.reader.get(batch.id).counts.done).toBe(1)
})

test('an advert that fits two different creates is given to neither', async () => {
  await strike('POST', {})
  await strike('POST', { kind: 'drop-before' })
  const batch = await shop.run([planned(2, 'create', car(fourIds(0))), planned(3, 'create', car(fourIds(5)))])
  const settled = await shop.batches.settling.settle(batch.id)
  expect(settled.counts.inDoubt).toBe(2)
  expect(rowsOf(batch.id)[0]).toMatchObject({ errorCode: 'twins-differ' })
})

test('a person binds an id, but not one that is bound, nor a stranger’s', async () => {
  await strike('POST', {})
  const batch = await shop.run([planned(2, 'create', car()), planned(3, 'create', car({ price: 1 }))])
  const [made, other] = await committed()
  const bind = (autoId: number) => shop.batches.answers.answer(batch.id, 2, { kind: 'bind', autoId })
  await expect(bind(other?.autoId ?? 0)).rejects.toMatchObject({ code: 'usage' })
  await expect(bind(999_999_999)).rejects.toMatchObject({ code: 'not-found' })
  await bind(made?.autoId ?? 0)
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'done', outcomeSource: 'person', autoId: made?.autoId })
})

test('of two answers that bind one advert at the same time one is taken', async () => {
  await strike('POST', { count: 2 })
  const batch = await shop.run([planned(2, 'create', car()), planned(3, 'create', car())])
  const [made] = await committed()
  const answer = { kind: 'bind', autoId: made?.autoId ?? 0 } as const
  const ends = await Promise.allSettled(
    [2, 3].map((line) => shop.batches.answers.answer(batch.id, line, answer)),
  )
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'usage' } })
  expect(rowsOf(batch.id).filter(({ autoId }) => autoId === made?.autoId)).toHaveLength(1)
})

test('an edit in doubt is done if it shows, planned again if the old values do, else a conflict', async () => {
  const [shown = 0, lost = 0, changed = 0] = await shop.ownIds(3)
  const edit = async (id: number) => {
    const { currency, usd, eur, uah } = await shop.port.readAdvert(id, new AbortController().signal)
    const before = { currency_id: currency ?? 1, price: { 1: usd, 2: eur, 3: uah }[currency ?? 1] ?? 0 }
    return planned(id, 'edit', { auto_id: id, currency_id: 1, price: 7_777, in_stock: 1 }, before)
  }
  const rows = [await edit(shown), await edit(lost), await edit(changed)]
  await strike('PUT', {})
  const first = await shop.run(rows.slice(0, 1))
  await strike('PUT', { kind: 'drop-before', count: 2 })
  const second = await shop.run(rows.slice(1))
  await shop.port.write(
    { operation: 'edit', payload: { auto_id: changed, currency_id: 1, price: 5_555 } },
    new AbortController().signal,
  )
  expect((await shop.batches.settling.settle(first.id)).counts).toMatchObject({ done: 1 })
  expect((await shop.batches.settling.settle(second.id)).counts).toMatchObject({ planned: 1, conflict: 1 })
  await shop.batches.answers.answer(second.id, changed, { kind: 'overwrite' })
  await shop.batches.control.send(second.id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(second.id)).toMatchObject({ state: 'finished', counts: { done: 2 } })
  expect(await shop.control.advert(changed)).toMatchObject({ price: 7_777 })
})

test('a delete in doubt whose advert is gone is done; sent again, a 404 says the same', async () => {
  const [gone = 0, again = 0] = await shop.ownIds(2)
  const late = await shop.readLate(again)
  await strike('DELETE', { count: 2 })
  const batch = await shop.run(
    [2, 3].map((line) => planned(line, 'delete', { auto_id: line === 2 ? gone : again })),
  )
  expect(batch.counts.inDoubt).toBe(2)
  await shop.restart(late)
  await shop.batches.answers.answer(batch.id, 3, { kind: 'send-again' })
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  expect(rowsOf(batch.id)[1]).toMatchObject({ state: 'done', outcomeSource: 'reconciled' })
  await shop.restart()
  expect((await shop.batches.settling.settle(batch.id)).counts).toMatchObject({ done: 2, inDoubt: 0 })
})
