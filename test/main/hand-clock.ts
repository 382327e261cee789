import type { Clock } from '../../src/main/system/clock.ts'

export const minute = 60_000
const begin = 1_000 * minute

/** A clock that is moved by hand, minute by minute, for one loop of work in the background. */
export function handClock() {
  let now = begin
  let wakeUp: (() => void) | null = null
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          signal?.removeEventListener('abort', done)
          wakeUp = null
          resolve()
        }
        if (signal?.aborted === true || ms === 0) resolve()
        else signal?.addEventListener('abort', done)
        wakeUp = done
      }),
  }
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  return {
    clock,
    settle,
    /** Minutes since the beginning. */
    minutes: () => (now - begin) / minute,
    pass: async (steps: number, step = minute): Promise<void> => {
      for (let passed = 0; passed < steps; passed += 1) {
        now += step
        wakeUp?.()
        await settle()
      }
    },
  }
}
