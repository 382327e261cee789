import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { freeAt, hour, minute, month, noLimits, planCalls } from '../../../src/main/quota/quota.ts'

const now = Date.UTC(2026, 10, 21, 12)
const free = { perHour: 30, perMonth: 1_000 }
const bucket = (minutesAgo: number, others: number, orders = 0) => ({
  at: now - minutesAgo * minute,
  orders,
  others,
})

describe('when the next call may begin', () => {
  test('at once without limits', () => {
    expect(freeAt([bucket(1, 5_000)], noLimits, false, now)).toBe(now)
  })

  test('when the oldest of the full hour leaves it', () => {
    expect(freeAt([bucket(40, 10), bucket(20, 17)], free, false, now)).toBe(now + 21 * minute)
  })

  test('a tenth is kept for orders', () => {
    const used = [bucket(10, 27)]
    expect(freeAt(used, free, false, now)).toBeGreaterThan(now)
    expect(freeAt(used, free, true, now)).toBe(now)
    expect(freeAt([bucket(10, 27, 3)], free, true, now)).toBeGreaterThan(now)
  })

  test('calls for orders don’t take from the others’ part', () => {
    expect(freeAt([bucket(10, 26, 3)], free, false, now)).toBe(now)
  })

  test('the month counts as well', () => {
    const used = Array.from({ length: 40 }, (_, index) => bucket(25 * 24 * 60 - index * 120, 25))
    // 900 of the 1,000 are not kept for orders: a place opens when 125 have left.
    expect(freeAt(used, free, false, now)).toBe((used[4]?.at ?? 0) + minute + month)
  })

  test('a limit of one still lets a call through', () => {
    expect(freeAt([], { perHour: 1, perMonth: null }, false, now)).toBe(now)
  })
})

describe('how long a batch takes', () => {
  test('27 fit at 30 an hour, the share of orders kept', () => {
    expect(planCalls([], free, 27, now)).toMatchObject({ fitsNow: true, finishesAt: now })
  })

  test('214 calls at 30 an hour take about 7 hours', () => {
    const { fitsNow, finishesAt } = planCalls([], free, 214, now)
    expect(fitsNow).toBe(false)
    expect((finishesAt - now) / hour).toBeGreaterThan(6.9)
    expect((finishesAt - now) / hour).toBeLessThan(7.5)
  })

  test('no limits, no wait', () => {
    expect(planCalls([bucket(1, 99)], noLimits, 100_000, now)).toMatchObject({
      fitsNow: true,
      finishesAt: now,
    })
  })

  test('very many calls go on at the speed of the first, to the last moment of a date at most', () => {
    const years = (limits: typeof free, calls: number): number =>
      (planCalls([], limits, calls, now).finishesAt - now) / (365.25 * 24 * hour)
    // 1,000 calls an hour, of which a month has 10,000, less those of orders.
    expect(years({ perHour: 1_000, perMonth: 10_000 }, 1_000_000)).toBeCloseTo(9, 0)
    expect(new Date(planCalls([], { perHour: 1, perMonth: 30 }, 1e9, now).finishesAt).getFullYear()).toBe(
      275_760,
    )
  })

  test('a month that is full is waited for', () => {
    const { finishesAt } = planCalls([], { perHour: null, perMonth: 1_000 }, 901, now)
    expect(finishesAt).toBe(now + month)
    expect(planCalls([bucket(1, 400)], { perHour: null, perMonth: 1_000 }, 901, now).monthLeft).toBe(500)
    expect(planCalls([], { perHour: 30, perMonth: null }, 901, now).monthLeft).toBeNull()
  })

  test('a plan followed by the letter never exceeds a limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 120 }), (perHour, calls) => {
        const limits = { perHour, perMonth: null }
        const made: { at: number; orders: number; others: number }[] = []
        let time = now
        for (let call = 0; call < calls; call += 1) {
          time = freeAt(made, limits, false, time)
          made.push({ at: Math.floor(time / minute) * minute, orders: 0, others: 1 })
          const inHour = made.filter(({ at }) => at > time - hour).length
          expect(inHour).toBeLessThanOrEqual(perHour)
        }
        expect(planCalls([], limits, calls, now).finishesAt).toBeLessThanOrEqual(time)
      }),
      { numRuns: 20 },
    )
  })
})
