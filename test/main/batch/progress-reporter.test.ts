import { expect, onTestFinished, test, vi } from 'vitest'
import { ProgressReporter } from '../../../src/main/batch/sending/progress-reporter.ts'

type Parts = ConstructorParameters<typeof ProgressReporter>[0]

test('while no row ends the rate is reported again, down to nothing', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const rates: number[] = []
  const batch = { state: 'running', counts: { planned: 5, sending: 0 } }
  const reporter = new ProgressReporter({
    batchId: 'b',
    batches: { get: () => ({ batch }) } as unknown as Parts['batches'],
    clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
    tally: { save: () => undefined } as unknown as Parts['tally'],
    onProgress: (_batch, rate) => void rates.push(rate),
  })
  for (let row = 0; row < 20; row += 1) {
    reporter.rowEnded()
    await vi.advanceTimersByTimeAsync(300)
  }
  const before = rates.length
  await vi.advanceTimersByTimeAsync(30_000)
  const after = rates.slice(before)
  expect(after.length).toBeGreaterThan(2)
  expect(after.at(-1)).toBe(0)
})
