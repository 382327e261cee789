import type { AppState } from '#shared/settings/app-calls.ts'

/** What a number of calls means against the account's quota. */
export type SendingPlan =
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'fits' }
  /** The batch sleeps until the hour's window opens, again and again. */
  | { readonly kind: 'waits'; readonly seconds: number; readonly perHour: number }
  /** More than what is left of the month. */
  | { readonly kind: 'beyond-month'; readonly left: number }

/** Plans `calls` requests against what the last hour and month already took; limits null when there are none. */
export function planSending(calls: number, quota: AppState['quota']): SendingPlan {
  const { hourLimit, monthLimit } = quota
  if (hourLimit === null && monthLimit === null) return { kind: 'unlimited' }
  const monthLeft = monthLimit === null ? Infinity : Math.max(0, monthLimit - quota.month)
  if (calls > monthLeft) return { kind: 'beyond-month', left: monthLeft }
  if (hourLimit === null || calls <= hourLimit - quota.hour) return { kind: 'fits' }
  const over = calls - Math.max(0, hourLimit - quota.hour)
  return { kind: 'waits', seconds: Math.round((over / hourLimit) * 3600), perHour: hourLimit }
}
