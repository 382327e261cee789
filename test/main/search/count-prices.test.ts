import fc from 'fast-check'
import { expect, it } from 'vitest'
import { medianOf, rankOf, type CountUpTo } from '../../../src/main/search/count-prices.ts'

/** Counts as a search would, and how often it was asked. */
function market(prices: readonly number[]) {
  let calls = 0
  const countUpTo: CountUpTo = (most = Infinity) => {
    calls += 1
    return Promise.resolve(prices.filter((price) => price <= most).length)
  }
  return { countUpTo, calls: () => calls }
}

const amount = fc.integer({ min: 500, max: 90_000 })

it('ranks by two counts', () =>
  fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 1 }), amount, async (prices, price) => {
      const { countUpTo, calls } = market(prices)
      const { of, cheaper } = await rankOf(countUpTo, price)
      expect([of, cheaper]).toEqual([prices.length, prices.filter((each) => each < price).length])
      expect(calls()).toBe(2)
    }),
  ))

it('asks for no price below 1: as a filter 0 counts as none', async () => {
  const asked: (number | undefined)[] = []
  const countUpTo: CountUpTo = (most) => Promise.resolve(asked.push(most) * 10)
  expect(await rankOf(countUpTo, 1)).toEqual({ of: 10, cheaper: 0 })
  expect(asked).toEqual([undefined])
})

it('takes no price of 1 for the median if the count is the same at every price', async () => {
  const countUpTo: CountUpTo = () => Promise.resolve(4)
  expect(await medianOf(countUpTo, { price: 1, of: 4, cheaper: 0 })).toBeNull()
})

it('finds the median within some percent, with seven counts at most', () =>
  fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 3, maxLength: 60 }), fc.nat(), async (unsorted, at) => {
      const prices = unsorted.toSorted((a, b) => a - b)
      const price = prices[at % prices.length] ?? 0
      const { countUpTo, calls } = market(prices)
      const cheaper = prices.filter((each) => each < price).length
      const median = await medianOf(countUpTo, { price, of: prices.length, cheaper })
      expect(calls()).toBeLessThanOrEqual(7)
      const middle = prices[Math.ceil(prices.length / 2) - 1] ?? 0
      // A price that is many times off the middle of its likes leaves a wide range.
      if (median === null || price * 8 < middle || middle * 8 < price) return
      expect(median).toBeGreaterThanOrEqual(middle)
      expect(median - middle).toBeLessThanOrEqual(Math.max(2, price, middle) * 0.13)
    }),
  ))
