import { beforeEach, expect, it } from 'vitest'
import type { Batch, Counts } from '#shared/batch/row.ts'
import { keepAwake } from '../../../src/main/shell/keep-awake.ts'
import { SendingSignals } from '../../../src/main/shell/sending-signals.ts'

const none: Counts = {
  planned: 0,
  sending: 0,
  done: 0,
  failed: 0,
  inDoubt: 0,
  conflict: 0,
  invalid: 0,
  skipped: 0,
}

const batchOf = (
  id: string,
  state: Batch['state'],
  counts: Partial<Counts>,
  more: Partial<Batch> = {},
): Batch => ({
  id,
  accountId: 'a',
  fileName: 'Іваненко.csv',
  operation: 'edit',
  state,
  pauseReason: null,
  wakesAt: null,
  waitsFor: null,
  undoOf: null,
  createdAt: '',
  finishedAt: null,
  sentBefore: 0,
  requests: 0,
  file: null,
  contents: null,
  counts: { ...none, ...counts },
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  ...more,
})

let focused: boolean
let bars: unknown[]
let told: { title: string; body: string; click: () => void }[]
let opened: string[]
let awake: boolean[]
let signals: SendingSignals
beforeEach(() => {
  focused = false
  bars = []
  told = []
  opened = []
  awake = []
  signals = new SendingSignals({
    window: () => ({
      isFocused: () => focused,
      setProgressBar: (progress, options) => bars.push([progress, options?.mode]),
    }),
    notify: (words, click) => told.push({ ...words, click }),
    keepAwake: (sending) => awake.push(sending),
    open: (id) => opened.push(id),
  })
})

it('shows a bar for all batches that are sent together, and none when they have ended', () => {
  signals.changed(batchOf('1', 'running', { planned: 6, done: 4 }))
  signals.changed(batchOf('2', 'waiting', { planned: 10 }))
  signals.changed(batchOf('1', 'finished', { done: 10 }))
  signals.changed(batchOf('2', 'paused', { planned: 10 }, { pauseReason: 'person' }))
  expect(bars).toEqual([
    [0.4, 'normal'],
    [0.2, 'normal'],
    [0, 'paused'],
    [-1, undefined],
  ])
})

it('tells in numbers alone that a batch ended, once, and shows it when the notification is taken', () => {
  signals.changed(batchOf('1', 'running', { planned: 3 }))
  signals.changed(batchOf('1', 'finished', { done: 1, failed: 1, inDoubt: 1 }))
  signals.changed(batchOf('1', 'finished', { done: 1, failed: 1, inDoubt: 1 }))
  expect(told.map(({ title, body }) => [title, body])).toEqual([
    ['Sending has ended', '1 row done · 1 failed · 1 not confirmed'],
  ])
  told[0]?.click()
  expect(opened).toEqual(['1'])
})

it('tells that a batch stopped by itself, with what is left', () => {
  signals.changed(batchOf('1', 'running', { planned: 3 }))
  signals.changed(batchOf('1', 'paused', { done: 1, planned: 2 }, { pauseReason: 'auth' }))
  expect(told.map(({ title, body }) => [title, body])).toEqual([
    ['Sending has stopped', '1 row done · 2 left to send'],
  ])
})

it('tells nothing in a focused window, of what a person paused or cancelled, and of a batch that was not sent', () => {
  focused = true
  signals.changed(batchOf('1', 'running', { planned: 1 }))
  signals.changed(batchOf('1', 'finished', { done: 1 }))
  focused = false
  signals.changed(batchOf('2', 'running', { planned: 1 }))
  signals.changed(batchOf('2', 'paused', { planned: 1 }, { pauseReason: 'person' }))
  signals.changed(batchOf('3', 'running', { planned: 1 }))
  signals.changed(batchOf('3', 'cancelled', { skipped: 1 }))
  signals.changed(batchOf('4', 'finished', { done: 1 }))
  expect(told).toEqual([])
})

it('keeps the system awake while anything is sent, and lets it sleep while batches wait', () => {
  signals.changed(batchOf('1', 'running', { planned: 6 }))
  signals.changed(batchOf('2', 'running', { planned: 6 }))
  signals.changed(batchOf('1', 'finished', { done: 6 }))
  signals.changed(batchOf('2', 'waiting', { planned: 6 }))
  signals.changed(batchOf('2', 'running', { planned: 6 }))
  signals.changed(batchOf('2', 'finished', { done: 6 }))
  expect(awake).toEqual([true, true, true, false, true, false])
})

it('asks the system once however many batches are sent, and ends that', () => {
  const asked: unknown[] = []
  const keep = keepAwake({
    start: (kind) => asked.push(kind),
    stop: (id) => asked.push(id) > 0,
  })
  for (const sending of [false, true, true, false, false, true]) keep(sending)
  expect(asked).toEqual(['prevent-app-suspension', 1, 'prevent-app-suspension'])
})
