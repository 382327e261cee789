import { expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { SyncState } from '../../../src/renderer/inventory/sync-state.svelte.ts'

/** A window's state over a service that has 150 own adverts. */
function counting(): SyncState {
  const client = (() => Promise.resolve({ ok: true, value: { count: 150 } })) as unknown as Client<Calls>
  return new SyncState(client, () => () => undefined)
}

test('a count that was asked for before the account was known here is kept', async () => {
  const sync = counting()
  sync.useAccount('')
  const asked = sync.countOwn()
  sync.useAccount('a')
  await asked
  expect(sync.own).toEqual({ count: 150 })
})

test('a count stays while the account is the same, and goes with another one', async () => {
  const sync = counting()
  sync.useAccount('a')
  await sync.countOwn()
  sync.useAccount('a')
  expect(sync.own).toEqual({ count: 150 })
  sync.useAccount('b')
  expect(sync.own).toBeNull()
})
