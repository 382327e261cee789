import { expect, test } from 'vitest'
import { keepArchive } from '../../../src/main/batch/archive/keep-archive.ts'

test('archives after an idle moment and every hour, as the settings say, and only while nothing is sent', async () => {
  const stop = new AbortController()
  const waits: number[] = []
  const runs: number[] = []
  const failures: unknown[] = []
  const days = [null, 30, 60, 90, 7]
  const busy = [false, false, true, false, false]
  let turn = -1
  await keepArchive(
    {
      days: () => days[turn] ?? null,
      batches: {
        archiving: {
          run: (after: number) => {
            runs.push(after)
            return after === 90
              ? Promise.reject(new Error('full'))
              : Promise.resolve({ batches: [], staying: [] })
          },
        },
        control: {
          get busy() {
            return busy[turn] ?? false
          },
        },
      } as never,
      clock: {
        now: () => 0,
        sleep: (ms) => {
          waits.push(ms)
          turn += 1
          if (turn === days.length) stop.abort()
          return Promise.resolve()
        },
      },
      onFailure: (error) => failures.push(error),
    },
    stop.signal,
  )
  expect(runs).toEqual([30, 90, 7])
  expect(failures).toHaveLength(1)
  expect(waits.slice(0, 3)).toEqual([60_000, 3_600_000, 3_600_000])
})
