import { quotaPackages } from '#shared/settings/quota-packages.ts'
import type { Settings } from '#shared/settings/settings.ts'

type Quota = Settings['quota']

/** A package by the calls of its month. */
export type QuotaChoice = 'none' | 'own' | `${(typeof quotaPackages)[number]['perMonth']}`

const presets: readonly (readonly [QuotaChoice, Quota])[] = [
  ['none', { perHour: null, perMonth: null }],
  ...quotaPackages.map((each) => [`${each.perMonth}`, each] as const),
]

/** Preset of these limits; `own` if they are none of them. */
export const quotaChoice = (quota: Quota): QuotaChoice =>
  presets.find(
    ([, { perHour, perMonth }]) => perHour === quota.perHour && perMonth === quota.perMonth,
  )?.[0] ?? 'own'

/** A typed limit: a whole number above zero, null if nothing was typed, undefined if it is neither. */
export function readLimit(text: string): number | null | undefined {
  const digits = text.replace(/[\s\u00a0,]/g, '')
  if (digits === '') return null
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined
}

/** The dealer's own numbers while they are typed. */
export class QuotaForm {
  choice = $state<QuotaChoice>('none')
  perHour = $state('')
  perMonth = $state('')

  constructor(quota: Quota) {
    this.choice = quotaChoice(quota)
    this.perHour = quota.perHour?.toString() ?? ''
    this.perMonth = quota.perMonth?.toString() ?? ''
  }

  /** Null while a number can't be read. */
  get quota(): Quota | null {
    const preset = presets.find(([choice]) => choice === this.choice)
    if (preset) return { perHour: preset[1].perHour, perMonth: preset[1].perMonth }
    const perHour = readLimit(this.perHour)
    const perMonth = readLimit(this.perMonth)
    return perHour === undefined || perMonth === undefined ? null : { perHour, perMonth }
  }
}
