import { expect, test } from 'vitest'
import type { Client, RequestOf } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Addition } from '#shared/inventory/inventory-calls.ts'
import { AddIdsState } from '../../../src/renderer/inventory/add-ids-state.svelte.ts'
import { SyncState } from '../../../src/renderer/inventory/sync-state.svelte.ts'

const plain: Addition = {
  syncedAt: null,
  running: null,
  failure: null,
  unread: null,
  gone: 0,
  adverts: 1,
  list: null,
  source: null,
  foreign: [],
  missing: [],
}

/** The dialog's state over a main that answers this. */
function adding(answer: Partial<Addition> = {}) {
  const requests: number[][] = []
  const client = ((_name: string, { ids }: RequestOf<Calls['inventory:add']>) => {
    requests.push(ids)
    return Promise.resolve({ ok: true, value: { ...plain, ...answer } })
  }) as unknown as Client<Calls>
  const state = new AddIdsState(new SyncState(client, () => () => undefined))
  return { state, requests }
}

test('another seller’s advert and an unknown id keep the dialog open and are named', async () => {
  const { state } = adding({ foreign: [39099974], missing: [39099975] })
  state.text = '39099974 39099975 12345'
  expect(state.dropped).toEqual(['12345'])
  expect(await state.add()).toBe(false)
  expect(state.left).toEqual({ foreign: [39099974], missing: [39099975] })
})

test('ids beyond the most that are taken at once stay for the next time', async () => {
  const { state, requests } = adding()
  state.text = Array.from({ length: 10_002 }, (_, at) => 1_000_000 + at).join('\n')
  expect(state.waiting).toEqual([1_010_000, 1_010_001])
  expect(await state.add()).toBe(false)
  expect(state.text).toBe('1010000\n1010001')
  expect(await state.add()).toBe(true)
  expect(requests.map((ids) => ids.length)).toEqual([10_000, 2])
})
