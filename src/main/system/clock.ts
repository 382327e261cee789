/** The only source of time in main, so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970, as Date.now(). */
  now(): number
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Longest wait without a look at the time of day, in ms: timers stand still while a computer sleeps. */
const lookEvery = 60_000

/** The waits that are under way, each with what looks whether it is over. */
const waits = new Set<() => void>()

/** To be called when the computer wakes. */
export const lookAtWaits = (): void => [...waits].forEach((look) => look())

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve()
        return
      }
      // By whichever goes first: the time of day goes on in sleep, the other one when a clock is set back.
      const begun = Date.now()
      const beganAt = performance.now()
      const left = (): number => ms - Math.max(Date.now() - begun, performance.now() - beganAt)
      const done = (): void => {
        clearTimeout(timer)
        waits.delete(look)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const next = (): NodeJS.Timeout => setTimeout(look, Math.min(Math.max(left(), 0), lookEvery))
      const look = (): void => {
        clearTimeout(timer)
        if (left() < 1) done()
        else timer = next()
      }
      let timer = next()
      waits.add(look)
      signal?.addEventListener('abort', done, { once: true })
    }),
}

/** A moment as the databases and the bridge hold it: ISO 8601 in UTC with milliseconds. */
export const timestamp = (clock: Clock): string => new Date(clock.now()).toISOString()

/** A moment in ms since 1970 as ISO 8601. */
export const isoOf = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()
