/**
 * The most processor time that this thread spent between two turns of its event loop, in ms, while `work` ran: what a window
 * would have waited for an answer, whatever else the machine did.
 */
export async function longestTurn<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; longest: number }> {
  let longest = 0
  let last = threadTime()
  let ended = false
  const look = (): void => {
    const now = threadTime()
    longest = Math.max(longest, now - last)
    last = now
    if (!ended) setImmediate(look)
  }
  setImmediate(look)
  try {
    const result = await work()
    // The last turn, which may be the only one.
    longest = Math.max(longest, threadTime() - last)
    return { result, longest }
  } finally {
    ended = true
  }
}

/** Processor time of this thread so far, in ms. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
