/** A setting that is a number or null, as a choice among others: null is the last one. */
type OptionalNumber = number | null

export const choiceOf = (number: OptionalNumber): string => number?.toString() ?? 'none'

export const numberOf = (choice: string): OptionalNumber => (choice === 'none' ? null : Number(choice))

/** The numbers offered, and the one in the settings file if it is none of them. */
export const withCurrent = (offered: readonly OptionalNumber[], current: OptionalNumber): OptionalNumber[] =>
  [...new Set([...offered, current])].toSorted((one, other) => (one ?? Infinity) - (other ?? Infinity) || 0)
