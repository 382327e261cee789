import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { periodsOf, periodStart } from '../../../src/renderer/orders/order-periods.ts'

// Days begin at the window's midnight.
beforeEach(() => vi.stubEnv('TZ', 'Europe/Kyiv'))
afterEach(() => vi.unstubAllEnvs())

const now = Date.UTC(2026, 10, 21, 12)
const order = (createdAt: string, status: number | null = 0, totalOrderSum: number | null = 10) =>
  ({ createdAt, status, totalOrderSum }) as OrderRow

test('a week begins on Monday, also over the end of a year', () => {
  expect(periodStart('2026-11-22 23:59:59', 'week')).toBe('2026-11-16')
  expect(periodStart('2026-11-16 00:00:00', 'week')).toBe('2026-11-16')
  expect(periodStart('2027-01-01 10:00:00', 'week')).toBe('2026-12-28')
  expect(periodStart('2026-11-22 23:59:59', 'day')).toBe('2026-11-22')
})

test('counts and sums by day, the days without orders included', () => {
  const orders = [
    order('2026-11-19 08:00:00', 1, 100),
    order('2026-11-19 23:59:59', 0, null),
    order('2026-11-21 00:00:00', 0, 5.5),
    order('', 0),
    order('2031-01-01 00:00:00', 0),
  ]
  expect(periodsOf(orders, 'day', now).map(({ start, count, sum }) => [start, count, sum])).toEqual([
    ['2026-11-19', 2, 100],
    ['2026-11-20', 0, 0],
    ['2026-11-21', 1, 5.5],
  ])
  expect(periodsOf(orders, 'day', now)[0]?.statuses).toEqual(
    new Map([
      [1, 1],
      [0, 1],
    ]),
  )
  expect(periodsOf([], 'day', now)).toEqual([])
})
