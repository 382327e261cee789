import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Forecourt } from '../../../src/main/assemble.ts'
import { followOrders } from '../../../src/main/orders/follow-orders.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { running } from '../../sandbox/running.ts'
import { assembledIn } from '../assembled.ts'
import { eventually } from '../../eventually.ts'
import { folderOfTest } from '../../folders.ts'

/** The whole of main on a sandbox that runs, with its orders read once. */
async function following() {
  const { sandbox, control } = await running({ adverts: 400 })
  const dataDir = folderOfTest()
  const published: { name: string; payload: unknown }[] = []
  const publish = (name: string, payload: unknown): void => void published.push({ name, payload })
  const forecourt = assembledIn(dataDir, {
    overrides: { baseUrl: sandbox.baseUrl, userId: sandbox.userId, key: sandbox.key },
    publish,
  })
  await forecourt.orders.refresh()
  const notices: { title: string; body: string }[] = []
  const state = { focused: false, passed: 0, current: forecourt.context.accounts.currentId() }
  const accounts = { owner: () => forecourt.context.accounts.owner(), currentId: () => state.current }
  const { context, orders } = forecourt
  const { settings, hub, log } = context
  const parts = { context: { accounts, settings, hub, log, budget: () => context.budget() }, orders }
  const poller = followOrders(parts, {
    publish,
    clock: { now: () => Date.now() + state.passed, sleep: (ms, signal) => systemClock.sleep(ms, signal) },
    isPaused: () => false,
    isFocused: () => state.focused,
    notify: (words) => notices.push(words),
    onOpen: () => undefined,
  })
  onTestFinished(async () => {
    poller.end()
    await forecourt.close()
  })
  const overrides = { baseUrl: sandbox.baseUrl, userId: sandbox.userId, key: sandbox.key }
  const beside = (): Forecourt => assembledIn(dataDir, { overrides })
  return { control, forecourt, beside, poller, published, notices, state }
}

const unseenIn = (published: readonly { name: string; payload: unknown }[]): unknown[] =>
  published.flatMap(({ name, payload }) =>
    name === 'orders:unseen' ? [(payload as { count: number }).count] : [],
  )

test('a reading in the background announces what it found once, and what another program found', async () => {
  const { control, beside, poller, published, notices, state } = await following()
  const polled = (): number => published.filter(({ name }) => /^orders:(changed|read)$/.test(name)).length
  const poll = async (times: number): Promise<void> => {
    state.passed += 120_000
    poller.focus()
    await eventually(() => expect(polled()).toBe(times))
    await setImmediate()
  }
  await control.putOrder({})
  await poll(1)
  expect(unseenIn(published)).toEqual([0, 1])
  expect(notices).toHaveLength(1)
  await poll(2)
  expect(unseenIn(published)).toEqual([0, 1])

  // The command line on the same folder reads before the window does.
  await control.putOrder({})
  const other = beside()
  try {
    await other.orders.refresh()
  } finally {
    await other.close()
  }
  await poll(3)
  expect(unseenIn(published)).toEqual([0, 1, 2])
  expect(notices).toHaveLength(2)
})

test('what was read for an account that the dealer left meanwhile is not shown as another one’s', async () => {
  const { control, forecourt, poller, published, notices, state } = await following()
  const own = state.current ?? ''
  const isShown = ({ name }: { name: string }): boolean => name === 'orders:changed' || name === 'orders:read'
  state.passed = 120_000
  state.current = 'another'
  await control.putOrder({})
  poller.focus()
  await eventually(async () => expect(await forecourt.orders.unseen()).toBe(1))
  await setImmediate()
  expect(published.filter(isShown)).toEqual([])
  expect(notices).toEqual([])
  // Back at the account, the notice still comes.
  state.current = own
  forecourt.context.hub.emit('account-changed', { accountId: own })
  state.passed = 240_000
  poller.focus()
  await eventually(() => expect(notices).toHaveLength(1))
  await eventually(() => expect(published.filter(isShown)).not.toHaveLength(0))
})
