import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { periodsOf, periodStart, wholeTicks } from '../../../src/renderer/orders/order-periods.ts'

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

test('shows the latest periods alone', () => {
  const orders = [order('2020-01-01 08:00:00'), order('2026-11-21 08:00:00')]
  expect(periodsOf(orders, 'day', now)).toHaveLength(31)
  const weeks = periodsOf(orders, 'week', now)
  expect([weeks.length, weeks.at(-1)?.start, weeks.at(-1)?.count]).toEqual([26, '2026-11-16', 1])
})

test('an axis of counts has whole numbers alone', () => {
  expect(wholeTicks(1)).toEqual([0, 1])
  expect(wholeTicks(2)).toEqual([0, 1, 2])
  expect(wholeTicks(7)).toEqual([0, 2, 4, 6])
  expect(wholeTicks(100)).toEqual([0, 20, 40, 60, 80, 100])
  for (let most = 1; most < 3_000; most += 7) {
    const ticks = wholeTicks(most)
    expect(ticks.length).toBeGreaterThan(1)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks.every((tick) => Number.isInteger(tick) && tick <= most)).toBe(true)
  }
})
