import { expect, test } from 'vitest'
import { converted, ownCurrency, stepped } from '../../../src/renderer/search/price-editing.ts'

const row = { usd: 10_000, eur: 9_000, uah: 415_000, mainCurrency: 'UAH' }

test('a median in dollars becomes a price in the currency of the advert, at the rate of its own prices', () => {
  expect(ownCurrency(row)).toBe(3)
  expect(converted(row, 12_000, 1, 3)).toBe(498_000)
  expect(converted(row, 498_000, 3, 1)).toBe(12_000)
  expect(converted(row, 12_000.4, 1, 1)).toBe(12_000)
})

test('without both prices the rate is not known', () => {
  expect(converted({ ...row, uah: null }, 12_000, 1, 3)).toBeNull()
  expect(ownCurrency({ ...row, mainCurrency: '' })).toBe(1)
})

test('steps are in percent, and end in whole units', () => {
  expect([stepped(38_900, -1), stepped(38_900, -2), stepped(38_900, 1), stepped(1, -2)]).toEqual([
    38_511, 38_122, 39_289, 1,
  ])
})
