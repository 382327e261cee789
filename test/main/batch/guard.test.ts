import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import type { Values } from '../../../src/main/writes/values.ts'
import { openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership
let own: number

beforeEach(async () => {
  shop = await openDealership()
  own = (await shop.ownIds(1))[0] ?? 0
})
afterEach(() => shop.close())

const signal = new AbortController().signal
const edit = (change: object = {}) => ({ auto_id: own, currency_id: 1, price: 4_321, ...change })
const rowsOf = (batchId: string) => shop.batches.reader.rows(batchId, null, 0, 100).rows
const puts = async () => (await shop.control.ledger()).length

async function seen() {
  const live = await shop.port.readAdvert(own, signal)
  const currency = live.currency ?? 1
  return {
    currency_id: currency,
    price: { 1: live.usd, 2: live.eur, 3: live.uah }[currency] ?? 0,
    version: live.version ?? '',
  }
}

const grouped = (price: number) => price.toLocaleString('en')

async function strangersId(): Promise<number> {
  const ids = (await shop.inventory.searchAdverts({}, 0)).ids
  for (const id of ids) if ((await shop.port.readAdvert(id, signal)).userId !== shop.userId) return id
  throw new Error('The sandbox has only own adverts')
}

test('an advert of another user is not touched', async () => {
  const batch = await shop.run([planned(2, 'edit', edit({ auto_id: await strangersId() }))])
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'failed', errorCode: 'guard-owner', attempts: 0 })
  expect(await puts()).toBe(0)
})

test('an advert of another make or model than the cached one is not touched', async () => {
  shop.cache.set(own, { userId: shop.userId, markaId: 1, modelId: 1, addDate: null, values: {} })
  const batch = await shop.run([planned(2, 'delete', { auto_id: own })])
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'failed', errorCode: 'guard-vehicle' })
  expect(await shop.control.advert(own)).toMatchObject({ deleted: false })
})

test('values changed since stop the row; a person keeps them or overwrites them', async () => {
  const before = await seen()
  await shop.port.write(
    { operation: 'edit', payload: { auto_id: own, currency_id: 1, price: 9_999 } },
    signal,
  )
  const batch = await shop.run([
    planned(2, 'edit', edit(), before),
    planned(3, 'delete', { auto_id: own }, before),
  ])
  const [first] = rowsOf(batch.id)
  expect(first).toMatchObject({ state: 'conflict', errorCode: 'changed-since' })
  expect(first?.errorWords).toContain('9,999')
  expect(await puts()).toBe(1)
  await shop.batches.answers.answer(batch.id, 2, { kind: 'overwrite' })
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  expect(await shop.control.advert(own)).toMatchObject({ price: 4_321, deleted: true })
})

const cacheWith = (values: Values): void =>
  void shop.cache.set(own, { userId: shop.userId, markaId: null, modelId: null, addDate: null, values })

/** Plans one edit, guards it against the live advert, and tells what became of it. */
async function outcomeOf(payload: object, before: Values, change: Partial<PlannedRow> = {}) {
  const batch = await shop.run([
    { ...planned(2, 'edit', edit(payload), before), overwrite: false, ...change },
  ])
  return rowsOf(batch.id)[0]
}

test('an edit of a currency without its price is never sent, agreed to or not', async () => {
  for (const overwrite of [false, true]) {
    const row = await outcomeOf({ currency_id: 3, price: undefined, version: 'v' }, {}, { overwrite })
    expect(row).toMatchObject({ state: 'failed', errorCode: 'price-required', attempts: 0 })
  }
  expect(await outcomeOf({ price: undefined }, {})).toMatchObject({ errorCode: 'price-required' })
  expect(await puts()).toBe(0)
})

test('price and currency are compared as one: the number of one currency is not that of another', async () => {
  const write = (currency_id: 1 | 2 | 3, price: number) =>
    shop.port.write({ operation: 'edit', payload: { auto_id: own, currency_id, price } }, signal)
  const wanted = { currency_id: 2, price: 9_000 }
  const before = { currency_id: 1, price: 10_000 }
  cacheWith(before)
  // The number that is wanted in the currency that was seen, and the other way round.
  await write(1, 9_000)
  expect(await outcomeOf(wanted, before)).toMatchObject({ state: 'conflict', errorCode: 'changed-since' })
  await write(2, 10_000)
  expect(await outcomeOf(wanted, before)).toMatchObject({ state: 'conflict', errorCode: 'changed-since' })
  await write(1, 10_000)
  expect(await outcomeOf(wanted, before)).toMatchObject({ state: 'done' })
})

test('a jump across currencies that the check did not ask about stops at the last look', async () => {
  const before = await seen()
  const other = before.currency_id === 3 ? 1 : 3
  cacheWith(before)
  const moved = { currency_id: other, price: before.price }
  expect(await outcomeOf(moved, before)).toMatchObject({ state: 'conflict', errorCode: 'price-jump-unseen' })
  const jump = { column: 'price', code: 'price-jump', severity: 'warning', message: '', details: {} } as const
  expect(await outcomeOf(moved, before, { problems: [jump] })).toMatchObject({ state: 'done' })
})

test('an answer of keep leaves the row out', async () => {
  const before = { ...(await seen()), price: 1 }
  const batch = await shop.run([planned(2, 'edit', edit(), before)])
  const kept = await shop.batches.answers.answer(batch.id, 2, { kind: 'keep' })
  expect(kept).toMatchObject({ state: 'finished', counts: { skipped: 1 } })
  await expect(shop.batches.answers.answer(batch.id, 2, { kind: 'overwrite' })).rejects.toMatchObject({
    code: 'usage',
  })
})

test('a stale read after our own write is no conflict', async () => {
  await shop.control.setQuirks(['stale-read'])
  const before = await seen()
  const first = await shop.run([planned(2, 'edit', edit(), before)])
  const after = { ...before, currency_id: 1, price: 4_321 }
  const second = await shop.run([planned(2, 'edit', edit({ price: 4_000 }), after)])
  expect([first.counts.done, second.counts.done]).toEqual([1, 1])
})

test('an advert that is gone fails without being sent', async () => {
  // What the service's address has shown before, it says of such an advert in its own form.
  await seen()
  await shop.port.write({ operation: 'delete', payload: { auto_id: own } }, signal)
  const batch = await shop.run([planned(2, 'edit', edit())])
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'failed', errorCode: 'advert-gone', attempts: 0 })
})

test('a price far from one that could not be shown stops the row; a person overwrites it, or agreed before', async () => {
  const { currency_id, price } = await seen()
  const far = planned(2, 'edit', { auto_id: own, currency_id, price: Math.round(price * 1.4) })
  const near = planned(2, 'edit', { auto_id: own, currency_id, price: Math.round(price * 1.2) })
  const stopped = await shop.run([{ ...far, overwrite: false }])
  expect(rowsOf(stopped.id)[0]).toMatchObject({
    state: 'conflict',
    errorCode: 'price-jump-unseen',
    attempts: 0,
  })
  expect(rowsOf(stopped.id)[0]?.errorWords).toContain(
    `${grouped(price)} → ${grouped(Math.round(price * 1.4))}`,
  )
  expect(await puts()).toBe(0)
  expect((await shop.run([{ ...near, overwrite: false }])).counts.done).toBe(1)
  expect((await shop.run([far])).counts.done).toBe(1)
  await shop.batches.answers.answer(stopped.id, 2, { kind: 'overwrite' })
  await shop.batches.control.send(stopped.id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(stopped.id).counts.done).toBe(1)
})
