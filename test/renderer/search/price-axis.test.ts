import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyAxis, placeDots, placeOn } from '../../../src/renderer/search/price-axis.ts'

const sums = fc.array(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 1, maxLength: 100 })

test('every sum lies on the axis, and its ticks are round and few', () =>
  fc.assert(
    fc.property(sums, (given) => {
      const axis = moneyAxis(given)
      for (const sum of given) {
        const x = placeOn(axis, 300, sum)
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(300)
      }
      expect(axis.ticks.length).toBeLessThanOrEqual(5)
      for (const tick of axis.ticks) {
        expect(tick).toBeGreaterThanOrEqual(axis.from)
        expect(tick).toBeLessThanOrEqual(axis.to)
      }
    }),
  ))

test('ticks are at round sums', () => {
  expect(moneyAxis([30_000, 36_350, 45_000]).ticks).toEqual([30_000, 35_000, 40_000, 45_000])
  expect(moneyAxis([10_000]).from).toBeLessThan(10_000)
})

test('dots that would overlap lie above one another, the others on the floor', () => {
  const axis = { from: 0, to: 100, ticks: [] }
  expect(placeDots(axis, 100, [50, 12, 10, 11, 90], 8).map(({ price, level }) => [price, level])).toEqual([
    [10, 0],
    [11, 1],
    [12, 2],
    [50, 0],
    [90, 0],
  ])
})
