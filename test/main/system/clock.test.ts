import { expect, onTestFinished, test, vi } from 'vitest'
import { lookAtWaits, systemClock } from '../../../src/main/system/clock.ts'

/** A computer that slept: timers stand still, the time of day has gone on. */
function slept(ms: number): void {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + ms)
  onTestFinished(() => void vi.restoreAllMocks())
}

const isOver = async (wait: Promise<void>): Promise<boolean> =>
  Promise.race([wait.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))])

test('after the computer slept each wait that is over ends, and no other', async () => {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const [hour, day] = [3_600_000, 86_400_000].map((ms) => systemClock.sleep(ms, stop.signal))
  slept(4_000_000)
  lookAtWaits()
  expect([
    await isOver(hour ?? Promise.reject(new Error())),
    await isOver(day ?? Promise.reject(new Error())),
  ]).toEqual([true, false])
})

test('each wait looks at the time of day every minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const wait = systemClock.sleep(3_600_000)
  slept(4_000_000)
  await vi.advanceTimersByTimeAsync(60_000)
  await wait
})
