import { systemClock, type Clock } from '../../src/main/system/clock.ts'

/** A clock on which time passes `times` as fast, so that what waits does wait, in the same order, but not for long. */
export function hurriedClock(times: number): Clock {
  const began = systemClock.now()
  return {
    now: () => began + (systemClock.now() - began) * times,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  }
}
