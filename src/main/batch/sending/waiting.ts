const ladders = {
  offline: [1, 2, 5, 10, 30, 60],
  service: [5, 15, 60, 300, 900],
  'rate-limit': [60, 120, 300, 900],
  quota: [60, 300, 900],
} as const

/**
 * Milliseconds until the next try where nobody said how long: soon at first, for the line may only have blinked, and
 * never more than a quarter of an hour, so that a batch left overnight goes on.
 */
export function waitFor(reason: keyof typeof ladders, failedTries: number): number {
  const ladder = ladders[reason]
  return (ladder[Math.min(failedTries, ladder.length - 1)] ?? 60) * 1_000
}
