import type { Settings } from '#shared/settings/settings.ts'

type Quota = Settings['quota']

export const quotaPresets = {
  none: { perHour: null, perMonth: null },
  free: { perHour: 30, perMonth: 1_000 },
  paid: { perHour: 5_000, perMonth: 100_000 },
} as const satisfies Record<string, Quota>

export type QuotaChoice = keyof typeof quotaPresets | 'own'

/** Which preset these limits are; `own` if they are none of them. */
export function quotaChoice(quota: Quota): QuotaChoice {
  const presets = Object.entries(quotaPresets) as [keyof typeof quotaPresets, Quota][]
  return (
    presets.find(
      ([, { perHour, perMonth }]) => perHour === quota.perHour && perMonth === quota.perMonth,
    )?.[0] ?? 'own'
  )
}

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
    if (this.choice !== 'own') return quotaPresets[this.choice]
    const [perHour, perMonth] = [readLimit(this.perHour), readLimit(this.perMonth)]
    return perHour === undefined || perMonth === undefined ? null : { perHour, perMonth }
  }
}
