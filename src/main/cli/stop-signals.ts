/** Ctrl+C, a stop by the system and a terminal that was closed: they ask a process to end in order. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Works until the process is asked to end.
 * @param add `once` lets a second signal end it at once
 */
export async function untilStopped<Result>(
  work: (stop: AbortController) => Promise<Result>,
  add: 'on' | 'once' = 'on',
): Promise<Result> {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  for (const signal of stopSignals) process[add](signal, abort)
  try {
    return await work(stop)
  } finally {
    for (const signal of stopSignals) process.off(signal, abort)
  }
}
