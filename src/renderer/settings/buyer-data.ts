import type { Settings } from '#shared/settings/settings.ts'

/** How long buyers' data is kept, in days since the order's own date, as the settings offer it; null = for good. */
const buyerDataChoices = [30, 90, 365, null] as const

type Days = Settings['buyerDataDays']

/** A number of days as a choice among others; `keep` means for ever. */
export const buyerDataValue = (days: Days): string => days?.toString() ?? 'keep'

export const daysOf = (value: string): Days => (value === 'keep' ? null : Number(value))

/** The choices offered, and the number in the settings file if it is none of them. */
export const buyerDataValues = (current: Days): string[] =>
  [...new Set<Days>([...buyerDataChoices, current])].toSorted(byLength).map(buyerDataValue)

const byLength = (one: Days, other: Days): number => (one ?? Infinity) - (other ?? Infinity) || 0
