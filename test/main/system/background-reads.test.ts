import { expect, onTestFinished, test } from 'vitest'
import { readsPerDay, viewsPause } from '../../../src/main/demand/views-pause.ts'
import { leastPause, readingPause } from '../../../src/main/quota/background-share.ts'
import { BackgroundReads, type BackgroundReadsPorts } from '../../../src/main/system/background-reads.ts'
import { handClock, minute } from '../hand-clock.ts'

const none = { perHour: null, perMonth: null }

/** Readings on a clock that is moved by hand, minute by minute. */
function polling(ports: Partial<BackgroundReadsPorts> = {}) {
  const { clock, minutes, pass, settle } = handClock()
  const state = {
    last: clock.now() as number | null,
    paused: false,
    answer: 'read' as 'read' | 'failed' | 'none',
    minutes: 10 as number | null,
  }
  const polls: number[] = []
  const poller = new BackgroundReads({
    clock,
    pause: (failures) =>
      state.minutes === null ? null : readingPause(state.minutes * minute, none, failures),
    isPaused: () => state.paused,
    lastRead: () => Promise.resolve(state.last),
    read() {
      polls.push(minutes())
      if (state.answer === 'read') state.last = clock.now()
      return Promise.resolve(state.answer)
    },
    onFailure: () => undefined,
    ...ports,
  })
  onTestFinished(() => poller.end())
  void poller.run()
  return { poller, state, polls, pass, settle }
}

test('reads at the pace of the setting, and not at all without one', async () => {
  const { polls, pass, state } = polling()
  await pass(31)
  expect(polls).toEqual([10, 20, 30])
  state.minutes = null
  await pass(60)
  expect(polls).toHaveLength(3)
})

test('doesn’t begin to read an account that no person has read yet', async () => {
  const { polls, pass, state, poller } = polling()
  state.last = null
  poller.focus()
  await pass(60)
  expect(polls).toEqual([])
})

test('after the clock was set back, reads at once and then at its pace, also if that fails', async () => {
  const { polls, pass, state, poller, settle } = polling()
  state.answer = 'failed'
  state.last = 500_000 * minute
  poller.lookAgain()
  await settle()
  await pass(9)
  expect(polls).toEqual([0])
  await pass(11)
  expect(polls).toEqual([0, 20])
})

test('is paused offline and on the battery, and catches up after it', async () => {
  const { polls, pass, state, poller, settle } = polling()
  state.paused = true
  await pass(25)
  expect(polls).toEqual([])
  state.paused = false
  poller.lookAgain()
  await settle()
  expect(polls).toEqual([25])
})

test('reads at once when the window gets the focus, also on the battery, but not twice in some seconds', async () => {
  const { polls, pass, state, poller, settle } = polling()
  await pass(3)
  state.paused = true
  poller.focus()
  await settle()
  await pass(10, 1_000)
  poller.focus()
  await settle()
  expect(polls).toEqual([3])
  await pass(10, 1_000)
  poller.focus()
  await settle()
  expect(polls).toHaveLength(2)
})

test('backs off while the service fails, and returns to its pace', async () => {
  const { polls, pass, state } = polling()
  state.answer = 'failed'
  await pass(80)
  expect(polls).toEqual([10, 30, 70])
  state.answer = 'read'
  await pass(80)
  expect(polls.slice(3)).toEqual([130, 140, 150, 160])
})

test('an error of a reading ends nothing', async () => {
  let times = 0
  const { pass } = polling({
    read() {
      times += 1
      return Promise.reject(new Error('locked'))
    },
  })
  await pass(31)
  expect(times).toBe(2)
})

test('what was not due is asked for again at once, whatever the pace', async () => {
  const { polls, pass, state } = polling()
  state.answer = 'none'
  await pass(14)
  expect(polls).toEqual([10, 11, 12, 13, 14])
})

test('what is read for an account that was left is stopped, and the next account is read at once', async () => {
  const signals: AbortSignal[] = []
  const { poller, state, settle } = polling({
    read(signal) {
      signals.push(signal)
      return Promise.resolve('read')
    },
  })
  state.last = 0
  poller.lookAgain()
  await settle()
  poller.stopReading()
  poller.accountChanged()
  await settle()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

test('takes a tenth of the quota at most', () => {
  expect(leastPause(none)).toBe(0)
  expect(leastPause({ perHour: 30, perMonth: null }) / minute).toBe(20)
  expect(leastPause({ perHour: 2_000, perMonth: 20_000 }) / minute).toBeCloseTo(21.6)
  expect(readingPause(10 * minute, { perHour: 30, perMonth: null }) / minute).toBe(20)
  expect(readingPause(90 * minute, none, 5) / minute).toBe(90)
  expect(viewsPause(none) / minute).toBe(0.5)
  expect(readsPerDay({ perHour: 30, perMonth: 1_000 })).toBe(3)
})
