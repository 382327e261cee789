import { expect, it } from 'vitest'
import { readingOrder, type LiveAdverts } from '../../../src/main/demand/reading-order.ts'

const hour = 3_600_000
const now = 1_000 * 24 * hour
const stock = (ids: readonly number[], sets: Partial<Omit<LiveAdverts, 'byPrice'>> = {}): LiveAdverts => ({
  byPrice: Float64Array.from(ids),
  fresh: new Set(),
  expiring: new Set(),
  edited: new Set(),
  ...sets,
})
const never = (): undefined => undefined

it('reads new adverts first, then those that expire or were edited, then the dearest fifth, then the others', () => {
  const live = stock([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], {
    fresh: new Set([9]),
    expiring: new Set([8]),
    edited: new Set([7]),
  })
  expect(readingOrder(live, never, now, 20)).toEqual([9, 7, 8, 1, 2, 3, 4, 5, 6, 10])
  expect(readingOrder(live, never, now, 4)).toEqual([9, 7, 8, 1])
})

it('reads an advert again after twelve hours, and those that matter less have their turn too', () => {
  const read = new Map([
    [1, now - 11 * hour],
    [2, now - 12 * hour],
    [3, now - 12 * hour],
    [4, now - 72 * hour],
    // A clock that was set back.
    [5, now + hour],
  ])
  const live = stock([6, 1, 2, 3, 4, 5], { fresh: new Set([3, 1]) })
  expect(readingOrder(live, (id) => read.get(id), now, 20)).toEqual([6, 5, 4, 3, 2])
})
