/** Calls that an account may make; null = no limit that the app knows of. */
export interface CallLimits {
  readonly perHour: number | null
  readonly perMonth: number | null
}

/** The packages that the service sells, the free one first (docs/service/practice.md, "packages"). */
export const quotaPackages = [
  { perHour: 30, perMonth: 1_000 },
  { perHour: 2_000, perMonth: 20_000 },
  { perHour: 5_000, perMonth: 100_000 },
  { perHour: 10_000, perMonth: 500_000 },
  { perHour: 20_000, perMonth: 1_000_000 },
] as const

/** The part of each limit that only calls for orders may use: a batch must not make the dealer blind to a sale. */
const ordersShare = 0.1

/** The calls of a limit that are kept for orders; one is left for all others at least. */
export const keptForOrders = (limit: number): number => Math.min(limit - 1, Math.ceil(limit * ordersShare))

/** Rest of one limit. */
export interface QuotaLeft {
  readonly limit: number
  readonly left: number
  /** `low` from 20 % left on, `very-low` from 10 % on: then the rest is kept for orders. */
  readonly level: 'enough' | 'low' | 'very-low'
}

/** Null without a limit. @param used calls that count against it */
export function quotaLeft(limit: number | null, used: number): QuotaLeft | null {
  if (limit === null) return null
  const left = Math.max(0, limit - used)
  return { limit, left, level: levelOf(left / limit) }
}

/** Rest of the nearest limit, with whether it is that of the hour or of the month. */
export interface NearestQuota extends QuotaLeft {
  readonly span: 'hour' | 'month'
}

/** Rest of the nearest limit; null without limits. */
export function nearestQuota(quota: {
  readonly hour: number
  readonly hourLimit: number | null
  readonly month: number
  readonly monthLimit: number | null
}): NearestQuota | null {
  const hour = quotaLeft(quota.hourLimit, quota.hour)
  const month = quotaLeft(quota.monthLimit, quota.month)
  if (hour && (!month || hour.left / hour.limit <= month.left / month.limit)) return { ...hour, span: 'hour' }
  return month && { ...month, span: 'month' }
}

const levelOf = (share: number): QuotaLeft['level'] => {
  if (share <= ordersShare) return 'very-low'
  return share <= 0.2 ? 'low' : 'enough'
}
