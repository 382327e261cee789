import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import type { Values } from '../../../src/main/writes/values.ts'
import { openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership
let own: number

beforeEach(async () => {
  shop = await openDealership()
  own = (await shop.ownIds(1))[0] ?? 0
  await onTheSite({ price: 10_000 })
})
afterEach(() => shop.close())

const signal = new AbortController().signal
const seen = { currency_id: 1, price: 10_000 }
const rowOf = (batchId: string, line = 2) =>
  shop.batches.reader.rows(batchId, null, 0, 100).rows.find((row) => row.line === line)
const onTheSite = (change: { price?: number; currency_id?: 1 | 2 | 3; version?: string }) =>
  shop.port.write({ operation: 'edit', payload: { auto_id: own, currency_id: 1, ...change } }, signal)
const edit = (payload: object, before: Values = seen, line = 2): PlannedRow => ({
  ...planned(line, 'edit', { auto_id: own, currency_id: 1, ...payload }, before),
  overwrite: false,
})
const advert = () => shop.control.advert(own)

/** An edit of the price whose answer is lost, settled as done. */
async function settledPrice(price: number): Promise<void> {
  await shop.control.addFault({ kind: 'drop-after-commit', method: 'PUT', path: '/auto/new/autos', count: 1 })
  const { id } = await shop.run([edit({ price })])
  expect((await shop.batches.settling.settle(id)).counts.done).toBe(1)
}

describe('an edit that names no price', () => {
  test('sends the one that the service shows, not the one that was cached', async () => {
    await settledPrice(12_000)
    const { id } = await shop.run([edit({ version: 'Люкс' })])
    expect(rowOf(id)).toMatchObject({ state: 'done' })
    expect(await advert()).toMatchObject({ price: 12_000, currency: 1, version: 'Люкс' })
  })

  test('leaves a price alone that somebody changed on the site', async () => {
    await onTheSite({ price: 11_000 })
    expect((await shop.run([edit({ version: 'Люкс' })])).counts.done).toBe(1)
    expect(await advert()).toMatchObject({ price: 11_000, version: 'Люкс' })
  })

  test('keeps the price that an earlier row of its batch wrote', async () => {
    await shop.run([edit({ price: 12_000 }), edit({ version: 'Люкс' }, seen, 3)])
    expect(await advert()).toMatchObject({ price: 12_000, version: 'Люкс' })
  })

  test('sends what was written last while a read still shows the price before it', async () => {
    await shop.run([edit({ price: 12_000 })])
    await shop.control.setQuirks(['stale-read'])
    await shop.run([edit({ price: 13_000 }, { ...seen, price: 12_000 })])
    expect((await shop.run([edit({ version: 'Люкс' }, { ...seen, price: 13_000 })])).counts.done).toBe(1)
    expect(await advert()).toMatchObject({ price: 13_000, version: 'Люкс' })
  })

  test('keeps the price to the cent, though reads show whole units', async () => {
    await shop.run([edit({ price: 11_999.5 })])
    await shop.run([edit({ version: 'Люкс' }, { ...seen, price: 12_000 })])
    expect(await advert()).toMatchObject({ price: 11_999.5, version: 'Люкс' })
  })

  test('is a conflict if the currency is another by now, even by our own doing', async () => {
    await shop.run([edit({ currency_id: 2, price: 9_000 })])
    const { id } = await shop.run([edit({ version: 'Люкс' })])
    expect(rowOf(id)).toMatchObject({ state: 'conflict', errorCode: 'changed-since' })
    expect(await advert()).toMatchObject({ price: 9_000, currency: 2 })
  })

  test('is compared with the advert by what it writes alone when it is in doubt', async () => {
    await shop.control.addFault({
      kind: 'drop-after-commit',
      method: 'PUT',
      path: '/auto/new/autos',
      count: 1,
    })
    const { id } = await shop.run([edit({ version: 'Люкс' }, { ...seen, version: '' })])
    expect(rowOf(id)?.state).toBe('in-doubt')
    await shop.batches.settling.settle(id)
    expect(rowOf(id)?.state).toBe('done')
  })
})

describe('a value that an edit names but does not change', () => {
  test('is not put over a settled one that the dealer did not see', async () => {
    await settledPrice(12_000)
    const { id } = await shop.run([edit({ price: 10_000, version: 'Люкс' })])
    expect(rowOf(id)).toMatchObject({ state: 'conflict', errorCode: 'changed-since' })
    expect(await advert()).toMatchObject({ price: 12_000 })
  })

  test('whatever the field', async () => {
    await onTheSite({ version: 'старий' })
    const first = await shop.run([edit({ version: 'новий' }, { ...seen, version: 'старий' })])
    expect(first.counts.done).toBe(1)
    const { id } = await shop.run([
      edit({ price: 10_500, version: 'старий' }, { ...seen, version: 'старий' }),
    ])
    expect(rowOf(id)).toMatchObject({ state: 'conflict', errorCode: 'changed-since' })
  })

  test('is no conflict if it is what was written last and the read is older', async () => {
    await shop.control.setQuirks(['stale-read'])
    await shop.run([edit({ price: 12_000 })])
    const now = { ...seen, price: 12_000 }
    expect((await shop.run([edit({ price: 12_000, version: 'Люкс' }, now)])).counts.done).toBe(1)
    expect(await advert()).toMatchObject({ price: 12_000, version: 'Люкс' })
  })

  test('a price that it does change wins over our own of before, as before', async () => {
    await settledPrice(12_000)
    expect((await shop.run([edit({ price: 10_500 })])).counts.done).toBe(1)
    expect(await advert()).toMatchObject({ price: 10_500 })
  })
})
