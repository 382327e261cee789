/** The only source of time in main, so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970, as Date.now(). */
  now(): number
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** setTimeout's own limit; a longer wait is made of several. */
const longestTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve()
        return
      }
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.min(Math.max(ms, 0), longestTimer))
      signal?.addEventListener('abort', done, { once: true })
    }),
}

/** A moment as the databases and the bridge hold it: ISO 8601 in UTC with milliseconds. */
export const timestamp = (clock: Clock): string => new Date(clock.now()).toISOString()
