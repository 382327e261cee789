/** The longest that the limit of an hour holds up the two calls of one row, in ms: two hours, each with its last minute. */
const longestOfHour = 2 * 61 * 60_000

/**
 * True if a wait for the quota until then (ISO 8601) can only come from the limit of the month; `now` in ms since 1970.
 */
export const isMonthWait = (until: string | null, now: number): boolean =>
  until !== null && Date.parse(until) - now > longestOfHour
