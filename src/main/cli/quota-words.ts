import { m } from '#shared/i18n/generated/messages.js'
import { numberWords } from '#shared/i18n/locale.ts'
import { quotaLeft, type CallLimits, type QuotaLeft } from '#shared/settings/quota-packages.ts'
import type { Forecourt } from '../assemble.ts'
import type { QuotaUse } from '../quota/account-calls.ts'
import type { Output } from './output.ts'

/** Calls left in the hour and the month; null without that limit. */
export interface QuotaRest {
  readonly hour: QuotaLeft | null
  readonly month: QuotaLeft | null
}

export const quotaRest = ({ perHour, perMonth }: CallLimits, used: QuotaUse): QuotaRest => ({
  hour: quotaLeft(perHour, used.hour),
  month: quotaLeft(perMonth, used.month),
})

/** A warning if a fifth or less of the month's calls is left, else null. The hour's come back by themselves. */
export function lowWords({ month }: Pick<QuotaRest, 'month'>): string | null {
  if (month === null || month.level === 'enough') return null
  const numbers = { left: numberWords(month.left), limit: numberWords(month.limit) }
  return m.cli_quota_low({ ...numbers, percent: month.level === 'low' ? 20 : 10 })
}

/** Warns if few of the month's calls are left. What can't be counted is not worth an error. */
export async function warnOfQuota(forecourt: Forecourt, output: Output): Promise<void> {
  const { quota } = forecourt.settings.get()
  if (quota.perMonth === null) return
  const words = await forecourt.budget().then(
    (budget) => lowWords(quotaRest(quota, budget.used())),
    () => null,
  )
  if (words !== null) output.say(words)
}
