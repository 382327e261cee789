import { expect, test } from 'vitest'
import { planCalls, hour, minute, type QuotaLimits } from '../../../src/main/quota/quota.ts'
import { quotaPlan } from '../../../src/main/settings/quota-plan.ts'

const now = Date.UTC(2026, 10, 21, 12)
const free: QuotaLimits = { perHour: 30, perMonth: 1_000 }

/** Calls made half an hour ago, then so many more. */
const told = (calls: number, limits: QuotaLimits, used = 0) => {
  const buckets = used === 0 ? [] : [{ at: now - 30 * minute, orders: 0, others: used }]
  return quotaPlan(planCalls(buckets, limits, calls, now), limits, calls, now)
}

test('without limits there is nothing to plan', () => {
  expect(told(5_000, { perHour: null, perMonth: null }, 9)).toEqual({ kind: 'unlimited' })
})

test('what fits beside the share of orders goes at once', () => {
  expect(told(27, free)).toEqual({ kind: 'fits' })
  expect(told(27, free, 1)).toMatchObject({ kind: 'waits', perHour: 30 })
})

test('what does not fit waits as long as the ledger will make it wait', () => {
  const plan = told(214, free)
  expect(plan).toMatchObject({ kind: 'waits', perHour: 30 })
  const { seconds } = plan as { seconds: number }
  expect(seconds / (hour / 1_000)).toBeCloseTo(7.1, 0)
})

test('more than the month has left is said first', () => {
  expect(told(214, free, 700)).toMatchObject({ kind: 'beyond-month', left: 200 })
  expect(told(1, { perHour: null, perMonth: 100 }, 100)).toMatchObject({
    kind: 'beyond-month',
    left: 0,
    until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
  })
})
