import type { Handlers } from '#shared/bridge/call.ts'
import type { settingsCalls } from '#shared/settings/settings.ts'
import type { SettingsService } from './settings-store.ts'
import type { QuotaPlan } from '#shared/settings/quota-plan.ts'
import type { CallPlan, QuotaLimits } from '../quota/quota.ts'

export const settingsHandlers = (settings: SettingsService): Handlers<typeof settingsCalls> => ({
  'settings:get': () => settings.get(),
  'settings:change': (change) => settings.change(change),
})

/** The ledger's plan for `calls` further calls as the window shows it; `now` in ms since 1970. */
export function quotaPlan(plan: CallPlan, limits: QuotaLimits, calls: number, now: number): QuotaPlan {
  const { perHour, perMonth } = limits
  if (perHour === null && perMonth === null) return { kind: 'unlimited' }
  if (plan.fitsNow) return { kind: 'fits' }
  const left = plan.monthLeft ?? Infinity
  if (perHour === null || calls > left)
    return { kind: 'beyond-month', left, until: new Date(plan.finishesAt).toISOString() }
  return { kind: 'waits', seconds: Math.round((plan.finishesAt - now) / 1_000), perHour }
}
