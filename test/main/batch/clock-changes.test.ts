import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FaultRule } from '../../../src/sandbox/control/faults.ts'
import type { Clock } from '../../../src/main/system/clock.ts'
import { handClock } from '../system/hand-clock.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'
import { eventually } from '../../eventually.ts'

const minute = 60_000
const hour = 60 * minute
const start = Date.UTC(2026, 10, 21, 12)

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

/** A clock that stands still until it is set; who sleeps is woken by a signal alone. */
function stillClock(): Clock & { set(time: number): void } {
  let time = start
  return {
    now: () => time,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) resolve()
        else signal?.addEventListener('abort', () => resolve(), { once: true })
      }),
    set(next) {
      time = next
    },
  }
}

const reader = () => shop.batches.reader

/** A batch that waits after its first answer; the app still runs. */
async function waiting(rule: FaultRule, clock: Clock): Promise<string> {
  await shop.restart({ clock })
  const [autoId = 0] = await shop.ownIds(1)
  await shop.control.addFault({ ...rule, method: 'GET', path: '/auto/info' })
  const row = planned(2, 'edit', { auto_id: autoId, currency_id: 1, price: 900 })
  const { id } = await shop.batches.planner.plan(source(shop.userId), [row])
  await shop.batches.control.send(id)
  await eventually(() => expect(reader().get(id).state).toBe('waiting'))
  await shop.control.clearFaults()
  return id
}

/** Starts the app again at that time; answers how long the batch waited until it was sent, in ms. */
async function waitedAt(time: number, id: string): Promise<number> {
  const clock = handClock(time)
  await shop.restart({ clock })
  await shop.batches.control.resumeWait(id)
  await shop.batches.control.idle()
  expect(reader().get(id)).toMatchObject({ state: 'finished', counts: { done: 1 } })
  return clock.slept.reduce((sum, ms) => sum + Math.max(0, ms), 0)
}

const pauses: [string, FaultRule, number][] = [
  ['the service’s own trouble', { kind: 'status', status: 500 }, 5_000],
  ['Retry-After', { kind: 'status', status: 429, retryAfter: 900 }, 15 * minute],
]

describe.each(pauses)('a pause for %s', (_, rule, length) => {
  test.each([72])('is no longer if the clock is set back by %i h across a restart', async (hours) => {
    const id = await waiting(rule, stillClock())
    expect(await waitedAt(start - hours * hour, id)).toBe(length)
  })

  test.each([2])('is over if the clock is set forward by %i h across a restart', async (hours) => {
    const id = await waiting(rule, stillClock())
    expect(await waitedAt(start + hours * hour, id)).toBe(0)
  })

  test.each([72])('is no longer if the clock is set back by %i h before the app is closed', async (hours) => {
    const clock = stillClock()
    const id = await waiting(rule, clock)
    clock.set(start - hours * hour)
    expect(await waitedAt(start - hours * hour + 1_000, id)).toBe(length - 1_000)
  })

  test('is no longer if the clock is set back by an hour while another batch is sent', async () => {
    const clock = stillClock()
    const id = await waiting(rule, clock)
    clock.set(start - hour)
    const other = planned(3, 'create', car())
    const { id: next } = await shop.batches.planner.plan(source(shop.userId), [other])
    await shop.batches.control.send(next)
    const wakesAt = new Date(start - hour + length).toISOString()
    await eventually(() => expect(reader().get(id)).toMatchObject({ state: 'waiting', wakesAt }))
  })

  test('goes on for the rest of its time after a restart', async () => {
    const id = await waiting(rule, stillClock())
    expect(await waitedAt(start + length / 5, id)).toBe((length * 4) / 5)
  })
})
