import type { Settings } from '#shared/settings/settings.ts'

type Minutes = Settings['orderPollMinutes']

/** Minutes between readings of the orders, as the settings offer them; null = none in the background. */
const choices = [1, 10, 30, null] as const

/** A number of minutes as a choice among others. */
export const pollValue = (minutes: Minutes): string => minutes?.toString() ?? 'never'

export const minutesOf = (value: string): Minutes => (value === 'never' ? null : Number(value))

/** The choices offered, and the number in the settings file if it is none of them. */
export const pollValues = (current: Minutes): string[] =>
  [...new Set<Minutes>([...choices, current])]
    .toSorted((one, other) => (one ?? Infinity) - (other ?? Infinity) || 0)
    .map(pollValue)
