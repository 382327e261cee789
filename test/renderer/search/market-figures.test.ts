import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketFigures, priceBins } from '../../../src/renderer/search/market-figures.ts'

const prices = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 300 })

test('figures are the quarters and the median of the prices', () => {
  expect(marketFigures([40, 10, 30, 20, 50])).toEqual({
    least: 10,
    lower: 20,
    median: 30,
    upper: 40,
    greatest: 50,
  })
  expect(marketFigures([10, 20])?.median).toBe(15)
  expect(marketFigures([])).toBeNull()
})

test('every price is in one bin, and the bins are equal and few', () =>
  fc.assert(
    fc.property(prices, (given) => {
      const bins = priceBins(given)
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(given.length)
      expect(bins.length).toBeLessThanOrEqual(18)
      expect(new Set(bins.map(({ from, to }) => Math.round(to - from))).size).toBe(1)
    }),
  ))

test('bins begin at round sums', () => {
  expect(priceBins([27_900, 33_000, 36_350, 44_700], 8).map(({ from, count }) => [from, count])).toEqual([
    [25_000, 1],
    [30_000, 1],
    [35_000, 1],
    [40_000, 1],
  ])
})
