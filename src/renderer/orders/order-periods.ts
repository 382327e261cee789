import type { OrderRow } from '#shared/orders/orders-calls.ts'
import { localDay } from '#shared/time/sheet-time.ts'

export const spans = ['day', 'week'] as const
export type Span = (typeof spans)[number]

/** Orders of a day, or of a week from its Monday. */
export interface OrderPeriod {
  /** Its first day, `2026-11-16`. */
  readonly start: string
  readonly count: number
  /** Sum of those orders that have one. */
  readonly sum: number
  /** By the number of the status; null for orders without one. */
  readonly statuses: ReadonlyMap<number | null, number>
}

/** So many of the latest periods are shown. */
const most: Readonly<Record<Span, number>> = { day: 31, week: 26 }
const day = 86_400_000
const dated = /^\d{4}-\d{2}-\d{2}/

/** The day of a moment in ms since 1970, by the window's clock. */
const today = (time: number): string => localDay(new Date(time).toISOString())

/** Day of a moment, by midnight in UTC, in which days are counted: none has another length. */
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The first day of the period that a moment lies in, by the window's clock. */
export function periodStart(createdAt: string, span: Span): string {
  const date = localDay(createdAt)
  if (span === 'day') return date
  const time = Date.parse(`${date}T00:00:00Z`)
  // Sunday is 0, and a week begins on Monday.
  return dayOf(time - ((new Date(time).getUTCDay() + 6) % 7) * day)
}

/**
 * The latest periods, oldest first, those without orders included. Orders without a date are in none; those of days
 * further ahead than tomorrow aren't either: the date is wrong.
 * @param now ms since 1970
 */
export function periodsOf(orders: readonly OrderRow[], span: Span, now: number): OrderPeriod[] {
  const limit = today(now + day)
  const found = new Map<string, OrderRow[]>()
  for (const order of orders) {
    if (!dated.test(order.createdAt) || localDay(order.createdAt) > limit) continue
    const start = periodStart(order.createdAt, span)
    found.set(start, [...(found.get(start) ?? []), order])
  }
  if (found.size === 0) return []
  const first = [...found.keys()].toSorted()[0] ?? ''
  const last = periodStart(today(now), span)
  const newest = [...found.keys()].reduce((one, other) => (other > one ? other : one), last)
  const step = span === 'day' ? day : 7 * day
  const periods: OrderPeriod[] = []
  for (let time = Date.parse(`${newest}T00:00:00Z`); periods.length < most[span]; time -= step) {
    const start = dayOf(time)
    if (start < first) break
    periods.unshift(periodOf(start, found.get(start) ?? []))
  }
  return periods
}

function periodOf(start: string, orders: readonly OrderRow[]): OrderPeriod {
  const statuses = new Map<number | null, number>()
  for (const { status } of orders) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const sum = orders.reduce((all, { totalOrderSum }) => all + (totalOrderSum ?? 0), 0)
  return { start, count: orders.length, sum, statuses }
}

/** Whole numbers from 0 to `most` for an axis, six or fewer, a round step apart: there is no half of an order. */
export function wholeTicks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(most / 5, 1)))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => most / each <= 5) ?? 10 * power
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, place) => place * step)
}
