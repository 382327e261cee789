import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Batch } from '#shared/batch/row.ts'
import { activityColumns } from '../../../src/renderer/batch/activity-columns.ts'
import { BatchListState } from '../../../src/renderer/batch/batch-list-state.svelte.ts'
import { addSettled } from '../../settled-batches.ts'
import { car, openDealership, planned, type Dealership } from '../../main/batch/dealership.ts'

let shop: Dealership
/** The list as a window has it: it reads once, and then only hears events. */
let list: BatchListState
beforeEach(async () => {
  shop = await openDealership()
  const client = ((_name: string, { before }: { before: number | null }) =>
    Promise.resolve({ ok: true, value: shop.batches.reader.page(before) })) as Client<Calls>
  const heard: ((payload: unknown) => void)[] = []
  list = new BatchListState(client, (_name, listener) => {
    heard.push(listener as (payload: unknown) => void)
    return () => undefined
  })
  const push = shop.reports.push.bind(shop.reports)
  shop.reports.push = (...reports) => {
    for (const report of reports) for (const hear of heard) hear(report)
    return push(...reports)
  }
})
afterEach(() => shop.close())

const listed = (id: string): Batch | undefined => list.batches.find((batch) => batch.id === id)

/** A batch of one create whose answer was lost, shown in the list of its account. */
async function inDoubt(): Promise<Batch> {
  await shop.control.addFault({ kind: 'cut-body', method: 'POST', count: 1 })
  const batch = await shop.run([planned(2, 'create', car({ auto_note: 'A text of its own' }))])
  list.accountId = batch.accountId
  await list.load()
  return batch
}

describe('counts of the list and the rail follow at once', () => {
  test('when rows are settled', async () => {
    const { id } = await inDoubt()
    expect([list.needingPerson, list.inDoubt]).toEqual([1, 1])
    await shop.batches.settling.settle(id)
    expect([list.needingPerson, list.inDoubt, listed(id)?.counts.done]).toEqual([0, 0, 1])
  })

  test('when failed rows are retried, and when the batch is cancelled', async () => {
    await shop.control.addFault({ kind: 'status', status: 422, method: 'POST', count: 1 })
    const { id } = await shop.run([planned(2, 'create', car())])
    await list.load()
    expect(listed(id)?.counts.failed).toBe(1)
    await shop.batches.control.retryFailed(id)
    expect(listed(id)).toMatchObject({ state: 'ready', counts: { failed: 0, planned: 1 } })
    await shop.batches.control.cancel(id)
    expect(listed(id)).toMatchObject({ state: 'cancelled', counts: { skipped: 1 } })
  })
})

test('the list and its count are the active account’s; a filter adds the others with their names', async () => {
  const { accountId } = await inDoubt()
  await shop.run([planned(2, 'create', car())], { accountId: 'other' })
  await list.load()
  expect([list.shown.map((batch) => batch.accountId), list.elsewhere]).toEqual([[accountId], 1])
  expect(list.needingPerson).toBe(1)
  list.accountId = 'other'
  expect([list.shown.map((batch) => batch.accountId), list.needingPerson]).toEqual([['other'], 0])
  list.allAccounts = true
  expect(list.shown).toHaveLength(2)
  const columnOf = (account?: (id: string) => string) =>
    activityColumns({ account, isUndone: () => false }).find(({ id }) => id === 'account')
  expect(columnOf()).toBeUndefined()
  const column = columnOf((id) => `Account ${id}`)
  expect(list.shown.map((batch) => column?.text(batch)).sort()).toEqual(
    [`Account ${accountId}`, 'Account other'].sort(),
  )
})

test('recent batches are read, and all that want a person; older ones page by page', async () => {
  await shop.control.addFault({ kind: 'status', status: 422, method: 'POST', count: 1 })
  const { id, accountId } = await shop.run([planned(2, 'create', car())])
  const journal = await shop.holdJournal()
  addSettled(journal.db, { accountId, batches: 250 })
  addSettled(journal.db, { accountId: 'other', batches: 1, from: 251 })
  list.accountId = accountId
  await list.load()
  expect([list.count, list.elsewhere, list.hasOlder]).toEqual([251, 1, true])
  expect([list.own.length, listed(id)?.counts.failed, listed('old-1')]).toEqual([100, 1, undefined])
  await list.loadOlder()
  // Read again, it is there as far back as it was.
  await list.load()
  expect(list.own).toHaveLength(200)
  await list.loadOlder()
  expect([list.own.length, list.hasOlder, list.count]).toEqual([251, false, 251])
  expect(new Set(list.batches.map((batch) => batch.id)).size).toBe(252)
  // A new one is counted.
  await shop.run([planned(2, 'create', car({ price: 30_000 }))])
  expect([list.own.length, list.count]).toEqual([252, 252])
})
