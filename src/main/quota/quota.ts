import { keptForOrders } from '#shared/settings/quota-packages.ts'

/** Calls for orders, and all others. */
export interface CallCount {
  readonly orders: number
  readonly others: number
}

/** Calls begun within one minute. */
export interface CallBucket extends CallCount {
  /** The minute's beginning, ms since 1970. */
  readonly at: number
}

/** Calls that the account may make, as the dealer set them; null = no limit. */
export interface QuotaLimits {
  readonly perHour: number | null
  readonly perMonth: number | null
}

export const noLimits: QuotaLimits = { perHour: null, perMonth: null }

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
/** The service's month rolls (docs/service/practice.md, "quota"): the last 30 days. */
export const month = 30 * day

/** Plan of a number of further calls under the limits. */
export interface CallPlan {
  readonly fitsNow: boolean
  /** Time when the last of the calls can begin, ms since 1970. */
  readonly finishesAt: number
  /** Calls that the month still has for anything but orders; null without such a limit. */
  readonly monthLeft: number | null
}

interface Rule {
  readonly span: number
  readonly limit: number
  readonly counts: (bucket: CallCount) => number
}

const all = ({ orders, others }: CallCount): number => orders + others
const othersOnly = ({ others }: CallCount): number => others

const rulesOf = (limits: QuotaLimits, forOrders: boolean): Rule[] =>
  [
    { span: hour, limit: limits.perHour },
    { span: month, limit: limits.perMonth },
  ].flatMap(({ span, limit }): Rule[] => {
    if (limit === null) return []
    const whole: Rule = { span, limit, counts: all }
    return forOrders ? [whole] : [whole, { span, limit: limit - keptForOrders(limit), counts: othersOnly }]
  })

/** A call may have been made at the very end of its minute: it counts until that end is out of the window. */
const leavesAt = (bucket: CallBucket, span: number): number => bucket.at + minute + span

/** Calls that a rule still allows at `now`. */
const room = (buckets: readonly CallBucket[], { span, limit, counts }: Rule, now: number): number =>
  buckets.reduce((left, bucket) => (leavesAt(bucket, span) > now ? left - counts(bucket) : left), limit)

/** True if a call may begin, from the sums of each window alone. */
export const hasRoom = (
  limits: QuotaLimits,
  forOrders: boolean,
  within: (span: number) => CallCount,
): boolean => rulesOf(limits, forOrders).every(({ span, limit, counts }) => counts(within(span)) < limit)

/** Time when the first of the calls that a rule counts leaves its window. */
function opensAt(buckets: readonly CallBucket[], { span, counts }: Rule, now: number): number {
  const counted = buckets.find((bucket) => counts(bucket) > 0 && leavesAt(bucket, span) > now)
  return counted ? leavesAt(counted, span) : now
}

/** Time when the next call may begin: `now`, or a later moment, in ms since 1970. Buckets are given oldest first. */
export function freeAt(
  buckets: readonly CallBucket[],
  limits: QuotaLimits,
  forOrders: boolean,
  now: number,
): number {
  const rules = rulesOf(limits, forOrders)
  let at = now
  for (;;) {
    const full = rules.filter((rule) => room(buckets, rule, at) < 1)
    if (full.length === 0) return at
    at = Math.max(...full.map((rule) => opensAt(buckets, rule, at)))
  }
}

export type QuotaSpan = 'hour' | 'month'

/** Limit that leaves no room for a call now, the month's before the hour's; null if none. */
export function fullSpan(
  buckets: readonly CallBucket[],
  limits: QuotaLimits,
  forOrders: boolean,
  now: number,
): QuotaSpan | null {
  const full = rulesOf(limits, forOrders).filter((rule) => room(buckets, rule, now) < 1)
  if (full.length === 0) return null
  return full.some(({ span }) => span === month) ? 'month' : 'hour'
}

/** The last moment that a date can have, in ms since 1970. */
const latest = 8_640_000_000_000_000
/** So often a plan waits for room, call by call: some months. */
const openingsPlanned = 2_000

/**
 * Time that `calls` calls (not for orders) take under the limits, each begun as soon as allowed: "214 calls: about 7 h
 * at 30 an hour". Buckets are given oldest first. A plan of very many calls goes on at the speed of its beginning.
 */
export function planCalls(
  buckets: readonly CallBucket[],
  limits: QuotaLimits,
  calls: number,
  now: number,
): CallPlan {
  const rules = rulesOf(limits, false)
  const longest = Math.max(0, ...rules.map(({ span }) => span))
  const monthRooms = rules.filter(({ span }) => span === month).map((rule) => room(buckets, rule, now))
  const monthLeft = monthRooms.length === 0 ? null : Math.max(0, Math.min(...monthRooms))
  let planned = [...buckets]
  let left = calls
  let at = now
  let fitsNow = true
  for (let openings = 0; ; openings += 1) {
    const fitting = Math.min(left, ...rules.map((rule) => Math.max(0, room(planned, rule, at))))
    left -= fitting
    if (left <= 0) return { fitsNow, finishesAt: at, monthLeft }
    if (openings > openingsPlanned) {
      const finishesAt = Math.min(now + ((at - now) * calls) / (calls - left), latest)
      return { fitsNow, finishesAt, monthLeft }
    }
    fitsNow = false
    if (fitting > 0) planned.push({ at: at - minute, orders: 0, others: fitting })
    at = Math.max(at + 1, freeAt(planned, limits, false, at))
    // Buckets that have left every window no longer count: a plan of 200,000 calls would go through all of them each hour.
    planned = planned.filter((bucket) => leavesAt(bucket, longest) > at)
  }
}

/** True if the dealer limits the calls. */
export const isLimited = ({ perHour, perMonth }: QuotaLimits): boolean =>
  perHour !== null || perMonth !== null
