import type { QuotaPlan as ToldPlan } from '#shared/settings/quota-plan.ts'
import type { QuotaLimits, QuotaPlan } from '../quota/quota.ts'

/** The ledger's plan for `calls` further calls as the window tells it; `now` in ms since 1970. */
export function toldPlan(plan: QuotaPlan, limits: QuotaLimits, calls: number, now: number): ToldPlan {
  const { perHour, perMonth } = limits
  if (perHour === null && perMonth === null) return { kind: 'unlimited' }
  if (plan.fitsNow) return { kind: 'fits' }
  const left = plan.monthLeft ?? Infinity
  if (perHour === null || calls > left) return { kind: 'beyond-month', left }
  return { kind: 'waits', seconds: Math.round((plan.finishesAt - now) / 1_000), perHour }
}
