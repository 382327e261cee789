const ladders = {
  offline: [1, 2, 5, 10, 30, 60],
  service: [5, 15, 60, 300, 900],
  'rate-limit': [60, 120, 300, 900],
  quota: [60, 300, 900],
} as const

/**
 * Milliseconds until the next try, if the service named no time: short at first, because an outage may be brief, and
 * at most a quarter of an hour, so that a batch left overnight continues.
 */
export function waitFor(reason: keyof typeof ladders, failedTries: number): number {
  const ladder = ladders[reason]
  return (ladder[Math.min(failedTries, ladder.length - 1)] ?? 60) * 1_000
}
