import { m } from '#shared/i18n/generated/messages.js'
import type { QuotaPlan } from '#shared/settings/quota-plan.ts'
import { formatDateTime, formatNumber } from '../ui/format.ts'

/** Words for a plan against the quota, such as "about 7 h 10 min at 30 an hour". */
export function quotaPlanWords(plan: QuotaPlan): string {
  switch (plan.kind) {
    case 'unlimited':
      return m.batch_quota_unlimited()
    case 'fits':
      return m.batch_quota_fits()
    case 'beyond-month':
      return m.batch_quota_beyond({ left: formatNumber(plan.left), time: formatDateTime(plan.until) })
    case 'waits':
      return m.batch_quota_waits({ time: durationWords(plan.seconds), perHour: formatNumber(plan.perHour) })
  }
}

/** `45 s`, `12 min`, `7 h 10 min`. */
export function durationWords(seconds: number): string {
  if (seconds < 60) return m.batch_view_seconds({ count: Math.max(1, Math.round(seconds)) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return m.batch_view_minutes({ count: minutes })
  return m.batch_view_hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
