import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { batchHandlers } from '../../../src/main/batch/batch-calls.ts'
import { BatchViewState } from '../../../src/renderer/batch/batch-view-state.svelte.ts'
import { openDealership, planned, type Dealership } from '../../main/batch/dealership.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

test('failed rows are sent again by one press, each after a look at its advert; the others stay as they are', async () => {
  const ids = await shop.ownIds(3)
  const body = '{"error":{"code":"BAD","message":"no"}}'
  await shop.control.addFault({ kind: 'status', status: 400, body, method: 'PUT', count: 2 })
  const batch = await shop.run(
    ids.map((auto_id, at) => planned(at + 2, 'edit', { auto_id, currency_id: 1, price: 7_000 + at })),
  )
  expect(batch.counts).toMatchObject({ failed: 2, done: 1 })
  await shop.control.clearFaults()
  const calls: string[] = []
  const handlers = batchHandlers({
    listSeparator: () => ';',
    batches: shop.batches,
    checked: () => Promise.resolve(),
    vehicleNames: () => ({}),
    advertTitles: () => new Map(),
    deletedAdvert: () => null,
    plan: () => Promise.reject(new Error('no file is planned here')),
  })
  const client = (async (name: keyof typeof handlers, ask: never) => {
    calls.push(name)
    return { ok: true, value: await handlers[name](ask, AbortSignal.timeout(60_000)) }
  }) as Client<Calls>
  const view = new BatchViewState(client, () => () => undefined, batch.id, batch)
  await view.open()
  calls.length = 0
  await view.retryFailed()
  await shop.batches.control.idle()
  await view.open()
  view.close()
  expect(calls.filter((name) => !name.includes(':rows'))).toEqual([
    'batch:retry-failed',
    'batch:send',
    'batch:get',
  ])
  expect(view.batch?.counts).toMatchObject({ done: 3, failed: 0 })
  for (const [at, id] of ids.entries())
    expect(await shop.control.advert(id)).toMatchObject({ price: 7_000 + at })
  const { rows } = shop.batches.reader.rows(batch.id, null, 0, 10)
  expect(rows.map(({ attempts }) => attempts)).toEqual([2, 2, 1])
})
