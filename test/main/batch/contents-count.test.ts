import { expect, test } from 'vitest'
import { ContentsCount } from '../../../src/main/batch/sending/contents-count.ts'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { car, planned } from './dealership.ts'

const edit = (payload: PlannedRow['payload'], before: PlannedRow['before'], more = {}): PlannedRow => ({
  ...planned(2, 'edit', { auto_id: 7, ...payload }, { autoId: 7 }),
  before,
  ...more,
})

function contentsOf(...rows: readonly PlannedRow[]) {
  const count = new ContentsCount()
  for (const row of rows) count.add(row)
  return count.contents((autoId) => (autoId === 7 ? 'BMW X5' : null))
}

const usd = { currency_id: 1 }

test('prices are counted with the least and the most of their changes', () => {
  const rows = [
    edit({ ...usd, price: 980 }, { ...usd, price: 1_000 }),
    edit({ ...usd, price: 1_959 }, { ...usd, price: 2_000 }),
  ]
  expect(contentsOf(...rows)).toMatchObject({ edits: 2, prices: 2, percent: { least: -2.05, most: -2 } })
})

test('no share is told if an old price is unknown or in another currency', () => {
  const known = edit({ ...usd, price: 980 }, { ...usd, price: 1_000 })
  expect(contentsOf(known, edit({ ...usd, price: 980 }, {}))).toMatchObject({ prices: 2, percent: null })
  const inEuro = edit({ currency_id: 2, price: 900 }, { ...usd, price: 1_000 })
  expect(contentsOf(known, inEuro)).toMatchObject({ prices: 2, percent: null })
})

test('a price that stays is no change of the price', () => {
  const row = edit({ ...usd, price: 1_000, auto_note: 'new' }, { ...usd, price: 1_000, auto_note: 'old' })
  expect(contentsOf(row)).toMatchObject({ edits: 1, prices: 0, texts: 1, percent: null, advert: 'BMW X5' })
})

test('cars that come into stock and go out of it are told apart', () => {
  const rows = [edit({ in_stock: 0 }, { in_stock: 1 }), edit({ in_stock: 1 }, {})]
  expect(contentsOf(...rows)).toMatchObject({ edits: 2, outOfStock: 1, inStock: 1, advert: null })
})

test('rows that are not sent don’t count', () => {
  const create = planned(2, 'create', car())
  const rows = [create, { ...create, state: 'invalid' as const }, { ...create, state: 'skipped' as const }]
  expect(contentsOf(...rows)).toMatchObject({ creates: 1, edits: 0, deletes: 0, advert: null })
})
