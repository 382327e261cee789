import { afterEach, beforeEach, expect, test } from 'vitest'
import { batchHandlers } from '../../../src/main/batch/batch-calls.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

test('what writes to the journal waits until it is checked; what reads does not', async () => {
  const { id: batchId } = await shop.batches.planner.plan(source(shop.userId), [planned(2, 'create', car())])
  let pass = (): void => undefined
  const checked = new Promise<void>((resolve) => (pass = resolve))
  const calls = batchHandlers({
    listSeparator: () => ';',
    batches: shop.batches,
    checked: () => checked,
    deletedAdvert: () => null,
    advertTitles: (accountId, ids) => new Map(ids.map((id) => [id, `${accountId} ${id}`])),
    vehicleNames: (accountId, { marka_id }) => ({ marka_id: `${accountId} ${marka_id}` }),
    plan: () => Promise.resolve(shop.batches.reader.get(batchId)),
  })
  const signal = new AbortController().signal
  let answered = 0
  const asked = [
    calls['batch:send']({ batchId }, signal),
    calls['batch:plan']({ draftId: '', confirmed: [] }, signal),
    calls['batch:settle']({ batchId }, signal),
  ].map(async (call) => {
    await call
    answered += 1
  })
  expect((await calls['batch:list']({ before: null }, signal)).batches).toHaveLength(1)
  expect(await calls['batch:get']({ batchId }, signal)).toMatchObject({ state: 'ready' })
  expect(await calls['batch:rows']({ batchId, state: null, offset: 0, limit: 9 }, signal)).toMatchObject({
    rows: [{ names: { marka_id: `${source(1).accountId} ${car().marka_id}` } }],
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(answered).toBe(0)
  expect(await shop.control.ledger()).toEqual([])
  pass()
  await Promise.all(asked)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(batchId).counts.done).toBe(1)
  const { rows } = await calls['batch:rows']({ batchId, state: null, offset: 0, limit: 9 }, signal)
  expect(rows[0]).toMatchObject({ title: `${source(1).accountId} ${rows[0]?.autoId}` })
})
