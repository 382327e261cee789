import type { Clock } from '../../../src/main/system/clock.ts'

/** A clock whose sleepers wake at once, each moving the time on by what it asked for. */
export interface HandClock extends Clock {
  readonly slept: number[]
  set(time: number): void
}

export function handClock(start = Date.UTC(2026, 10, 21, 12)): HandClock {
  let time = start
  const slept: number[] = []
  return {
    slept,
    now: () => time,
    sleep(ms, signal) {
      if (!signal?.aborted) {
        slept.push(ms)
        time += ms
      }
      return Promise.resolve()
    },
    set(next) {
      time = next
    },
  }
}
