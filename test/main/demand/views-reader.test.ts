import { expect, onTestFinished, test } from 'vitest'
import {
  readPause,
  type ReaderPorts,
  readsPerDay,
  ViewsReader,
} from '../../../src/main/demand/views-reader.ts'
import { handClock, minute } from '../hand-clock.ts'

const limits = { perHour: 100, perMonth: null }

/** A reader on a clock that is moved by hand, minute by minute. */
function reading(ports: Partial<ReaderPorts> = {}) {
  const { clock, minutes, pass, settle } = handClock()
  const state = { on: true, paused: false, last: null as number | null, due: true, fails: false }
  const reads: number[] = []
  const signals: AbortSignal[] = []
  const reader = new ViewsReader({
    clock,
    isOn: () => state.on,
    limits: () => limits,
    isPaused: () => state.paused,
    lastRead: () => Promise.resolve(state.last),
    readNext(signal) {
      signals.push(signal)
      if (!state.due) return Promise.resolve(false)
      reads.push(minutes())
      return state.fails ? Promise.reject(new Error('offline')) : Promise.resolve(true)
    },
    onFailure: () => undefined,
    ...ports,
  })
  onTestFinished(() => reader.end())
  return { reader, state, reads, signals, pass, settle }
}

test('takes a tenth of the quota at most, and two readings in a minute without one', () => {
  expect(readPause({ perHour: 30, perMonth: null }) / minute).toBe(20)
  expect(readPause({ perHour: 2_000, perMonth: 20_000 }) / minute).toBeCloseTo(21.6)
  expect(readPause({ perHour: null, perMonth: null }) / minute).toBe(0.5)
  expect(readsPerDay({ perHour: 30, perMonth: 1_000 })).toBe(3)
})

test('reads at once when it is switched on, and then at its pace until it is switched off', async () => {
  const { reader, state, reads, pass, settle } = reading()
  state.on = false
  void reader.run()
  await pass(10)
  expect(reads).toEqual([])
  state.on = true
  reader.lookAgain()
  await settle()
  await pass(20)
  // A tenth of 100 in an hour: one in 6 minutes.
  expect(reads).toEqual([10, 16, 22, 28])
  state.on = false
  await pass(20)
  expect(reads).toHaveLength(4)
})

test('keeps its pace over a restart of the app', async () => {
  const { reader, state, reads, pass } = reading()
  state.last = 998 * minute
  void reader.run()
  await pass(5)
  expect(reads).toEqual([4])
})

test('waits while something is sent or synced', async () => {
  const { reader, state, reads, pass } = reading()
  state.paused = true
  void reader.run()
  await pass(10)
  expect(reads).toEqual([])
  state.paused = false
  await pass(1)
  expect(reads).toEqual([11])
})

test('asks less and less often after failures, and as before once it works', async () => {
  const { reader, state, reads, pass, settle } = reading()
  state.fails = true
  void reader.run()
  await settle()
  await pass(100)
  expect(reads).toEqual([0, 12, 36, 84])
  state.fails = false
  await pass(60)
  expect(reads.slice(4)).toEqual([144, 150, 156])
})

test('what is read for an account that was left is stopped, and the next account is read at once', async () => {
  const { reader, reads, signals, settle } = reading()
  void reader.run()
  await settle()
  reader.leaveAccount()
  await settle()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  expect(reads).toEqual([0, 0])
})
