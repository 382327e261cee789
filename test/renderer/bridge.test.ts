import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Call } from '#shared/bridge/call.ts'
import type { Bridge } from '#shared/bridge/channels.ts'
import { createClient, listenTo } from '../../src/renderer/bridge.ts'

type Calls = Record<'orders:count', Call<z.ZodObject<{ status: z.ZodNumber }>, z.ZodNumber>>
type Events = Record<'orders:changed', z.ZodObject<{ total: z.ZodNumber }>>

/** A bridge whose other end is the test. */
function openBridge() {
  const asked: unknown[] = []
  const cancelled: number[] = []
  const listeners = new Set<(name: string, payload: unknown) => void>()
  const answers = new Map<number, (reply: unknown) => void>()
  const bridge: Bridge = {
    invoke(...args) {
      asked.push(args)
      return new Promise((resolve) => answers.set(args[2], resolve))
    },
    cancel: (ticket) => cancelled.push(ticket),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const emit = (name: string, payload: unknown): void =>
    listeners.forEach((listener) => listener(name, payload))
  return { bridge, asked, cancelled, answers, emit, listeners }
}

test('each call has its own ticket and gets its own reply', async () => {
  const { bridge, asked, answers } = openBridge()
  const client = createClient<Calls>(bridge)
  const first = client('orders:count', { status: 0 })
  const second = client('orders:count', { status: 0 })
  expect(asked).toEqual([
    ['orders:count', { status: 0 }, 1],
    ['orders:count', { status: 0 }, 2],
  ])
  answers.get(2)?.({ ok: true, value: 20 })
  answers.get(1)?.({ ok: true, value: 10 })
  expect(await Promise.all([first, second])).toEqual([
    { ok: true, value: 10 },
    { ok: true, value: 20 },
  ])
})

test('an abort cancels the call while it is under way, and only then', async () => {
  const { bridge, cancelled, answers } = openBridge()
  const client = createClient<Calls>(bridge)
  const stop = new AbortController()
  const reply = client('orders:count', { status: 0 }, { signal: stop.signal })
  stop.abort()
  expect(cancelled).toEqual([1])
  answers.get(1)?.({ ok: false, failure: {} })
  await reply

  const late = new AbortController()
  const done = client('orders:count', { status: 0 }, { signal: late.signal })
  answers.get(2)?.({ ok: true, value: 1 })
  await done
  late.abort()
  expect(cancelled).toEqual([1])
})

test('a signal aborted beforehand cancels at once', () => {
  const { bridge, cancelled } = openBridge()
  void createClient<Calls>(bridge)('orders:count', { status: 0 }, { signal: AbortSignal.abort() })
  expect(cancelled).toEqual([1])
})

test('listens to one event until told to stop', () => {
  const { bridge, emit, listeners } = openBridge()
  const totals: number[] = []
  const stop = listenTo<Events>(bridge)('orders:changed', ({ total }) => totals.push(total))
  emit('network:changed', true)
  emit('orders:changed', { total: 2 })
  stop()
  emit('orders:changed', { total: 3 })
  expect(totals).toEqual([2])
  expect(listeners.size).toBe(0)
})
