import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { assemble } from '../../src/main/assemble.ts'
import { followOrders } from '../../src/main/follow-orders.ts'
import { systemClock } from '../../src/main/system/clock.ts'
import { forkChild } from '../../src/main/system/fork-child.ts'
import { running } from '../sandbox/running.ts'
import { sourceEntries } from './source-entries.ts'

/** The whole of main on a sandbox that runs, with its orders read once. */
async function following() {
  const { sandbox, control } = await running({ adverts: 400 })
  const dataDir = mkdtempSync(join(tmpdir(), 'forecourt-follow-'))
  const published: { name: string; payload: unknown }[] = []
  const publish = (name: string, payload: unknown): void => void published.push({ name, payload })
  const forecourt = assemble({
    dataDir,
    entries: sourceEntries,
    overrides: { baseUrl: sandbox.baseUrl, userId: sandbox.userId, key: sandbox.key },
    systemLocale: () => 'en',
    version: '1.0.0',
    program: 'test',
    spawnKeychain: (entry) => forkChild(fileURLToPath(entry)),
    proxyFor: () => Promise.resolve('DIRECT'),
    publish,
  })
  await forecourt.orders.refresh()
  const notices: { title: string; body: string }[] = []
  const state = { focused: false }
  const poller = followOrders(forecourt, {
    publish,
    clock: systemClock,
    isPaused: () => false,
    isFocused: () => state.focused,
    notify: (words) => notices.push(words),
    onOpen: () => undefined,
  })
  onTestFinished(async () => {
    poller.end()
    await forecourt.close()
    rmSync(dataDir, { recursive: true })
  })
  return { control, forecourt, published, notices, state }
}

test('a notice tells how many orders came and changed, once, and nothing of them', async () => {
  const { control, forecourt, published, notices, state } = await following()
  expect(notices).toEqual([])
  const [first] = (await forecourt.orders.list()).orders
  await control.putOrder({})
  await control.putOrder({ order_id: first?.orderId ?? 0, status: 2 })
  await forecourt.orders.refresh()
  await vi.waitFor(() =>
    expect(notices).toEqual([
      { title: '1 new order, 1 order has changed', body: 'Open Forecourt to see more.' },
    ]),
  )
  expect(published).toContainEqual({ name: 'orders:unseen', payload: { count: 2 } })
  await forecourt.orders.refresh()
  expect(notices).toHaveLength(1)

  // Who looks at the window sees the mark in the rail.
  state.focused = true
  await control.putOrder({})
  await forecourt.orders.refresh()
  state.focused = false
  await forecourt.orders.refresh()
  expect(notices).toHaveLength(1)
  expect(published).toContainEqual({ name: 'orders:unseen', payload: { count: 3 } })
})
