import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refreshOrder } from '../../../src/main/inventory/refresh-order.ts'

test('edited adverts are read first, then those that expire soon, those never read, and the oldest', () => {
  const needs = { edited: new Set([5, 99]), expiring: [4, 5, 98], oldest: [3, 5, 2, 4, 97] }
  expect(refreshOrder([1, 2, 3, 4, 5, 6], needs)).toEqual([5, 4, 1, 6, 3, 2])
})

test('each advert is read once, and none is left out', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 20 }))
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 20 })),
      ids,
      ids,
      ids,
      (all, edited, expiring, oldest) => {
        const order = refreshOrder(all, { edited: new Set(edited), expiring, oldest })
        expect(order.toSorted((one, other) => one - other)).toEqual(all.toSorted((one, other) => one - other))
      },
    ),
  )
})
