import { expect, test } from 'vitest'
import { OrderFilters } from '../../../src/renderer/orders/order-filters.svelte.ts'

test.each([
  ['1 500,50', 1_500.5],
  ['20.000', 20_000],
  ['20 тис', 20_000],
])('a sum is read as a person types it: %s', (text, sum) => {
  const filters = new OrderFilters()
  filters.least = text
  expect([filters.query.least, filters.more, filters.wrong]).toEqual([sum, 1, {}])
})

test.each(['20 000 грн за все', 'abc', '-5'])(
  'what is no sum narrows nothing, and its field says so: %s',
  (text) => {
    const filters = new OrderFilters()
    filters.most = text
    expect([filters.query.most, filters.more, filters.any]).toEqual([null, 0, false])
    expect(filters.wrong).toEqual({ most: 'no-sum' })
  },
)

test('bounds the wrong way round are named at the second one', () => {
  const filters = new OrderFilters()
  Object.assign(filters, { least: '900', most: '100', from: '2026-11-20', until: '2026-11-01' })
  expect(Object.keys(filters.wrong).toSorted()).toEqual(['most', 'until'])
})
