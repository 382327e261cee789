import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Listen } from '../../../src/renderer/bridge.ts'
import { BatchViewState } from '../../../src/renderer/batch/batch-view-state.svelte.ts'
import { openDealership, planned, type Dealership } from '../../main/batch/dealership.ts'
import { batchClient } from './batch-client.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

test('a batch says that it ended once its rows do', async () => {
  const ids = await shop.ownIds(2)
  const ended = await shop.run(
    ids.map((auto_id, at) => planned(at + 2, 'edit', { auto_id, currency_id: 1, price: 7_000 + at })),
  )
  const running = { ...ended, state: 'running' } as const
  const client = batchClient(shop)
  let answer = (): void => undefined
  let waits: Promise<void> | null = null
  // As main answers while it is busy.
  const slow = (async (...asked: Parameters<Client<Calls>>) => {
    if (asked[0] === 'batch:rows') await waits
    return client(...asked)
  }) as Client<Calls>
  const told: { tell?: (event: unknown) => void } = {}
  const on: Listen<Events> = (name, listener) => {
    if (name === 'batch:progress') told.tell = listener as (event: unknown) => void
    return () => undefined
  }
  const view = new BatchViewState(slow, on, ended.id, running)
  await view.open()
  const tell = (batch: typeof ended): void => told.tell?.({ batch, rate: 1, secondsLeft: null })
  tell(running)
  waits = new Promise<void>((resolve) => (answer = resolve))
  view.batch = running
  tell(ended)
  expect(view.batch.state).toBe('running')
  answer()
  await expect.poll(() => view.batch?.state).toBe('finished')
  expect([view.rows.at(0)?.state, view.rows.at(1)?.state]).toEqual(['done', 'done'])
  // What ended is told as it comes: there is nothing to wait for.
  tell({ ...ended, requests: 7 })
  expect(view.batch.requests).toBe(7)
  view.close()
})
