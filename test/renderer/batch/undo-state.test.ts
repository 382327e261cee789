import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import { BatchViewState } from '../../../src/renderer/batch/batch-view-state.svelte.ts'
import { gradeChip, undoColumns } from '../../../src/renderer/batch/undo-columns.ts'
import { isChangedSince, isChosen, UndoState } from '../../../src/renderer/batch/undo-state.svelte.ts'
import { car, openDealership, planned, type Dealership } from '../../main/batch/dealership.ts'
import { batchClient } from './batch-client.ts'
import { eventually } from '../../eventually.ts'

let shop: Dealership
let client: Client<Calls>

beforeEach(async () => {
  shop = await openDealership()
  client = batchClient(shop)
})
afterEach(() => shop.close())

const silent = () => () => undefined

/** Two creates, of which the advert of line 3 was changed since; answers the preview as the window has it open. */
async function openPreview() {
  const batch = await shop.run([2, 3].map((line) => planned(line, 'create', car({ price: 1_000 + line }))))
  const [, other] = shop.batches.reader.rows(batch.id, null, 0, 2).rows
  const values = { currency_id: 1, price: 777 }
  shop.cache.set(other?.autoId ?? 0, { userId: shop.userId, markaId: 9, modelId: 96, addDate: null, values })
  const source = new BatchViewState(client, silent, batch.id, batch)
  const preview = await source.undo()
  const view = new BatchViewState(client, silent, preview?.id ?? '', preview ?? null)
  const undo = new UndoState(client, view, preview?.id ?? '')
  await undo.load()
  await eventually(() => expect(view.rows.total).toBe(2))
  // As the grid does with what is on the screen.
  view.rows.source.want(0, 2)
  return { batch, view, undo }
}

const rowAt = (view: BatchViewState, index: number) => {
  const row = view.rows.at(index)
  if (!row) throw new Error('the row is not there')
  return row
}

test('a preview shows each row’s grade, and leaves alone what was changed since', async () => {
  const { view, undo } = await openPreview()
  expect(view.batch?.state).toBe('preview')
  expect(undo.chosen).toBe(1)
  expect([0, 1].map((index) => isChosen(rowAt(view, index)))).toEqual([true, false])
  expect(isChangedSince(rowAt(view, 1))).toBe(true)
  expect(gradeChip(rowAt(view, 0))).toEqual({ tone: 'done', label: 'Exact' })
  expect(gradeChip(rowAt(view, 1))).toEqual({ tone: 'conflict', label: 'Changed since · Exact' })
  const what = undoColumns().find(({ id }) => id === 'what')
  expect(what?.text(rowAt(view, 1))).toContain('Price $777 → —')
})

test('the choice is kept in main, and none chosen can’t be sent', async () => {
  const { view, undo } = await openPreview()
  await undo.choose(rowAt(view, 0), false)
  expect(undo.chosen).toBe(0)
  expect(isChosen(rowAt(view, 0))).toBe(false)
  await undo.send()
  expect(undo.failure?.details).toMatchObject({ reason: 'undo-none-chosen' })
  expect(undo.failure?.words).toBe('No row of this undo is chosen.')
  await undo.choose(rowAt(view, 1), true)
  expect(undo.summary).toMatchObject({ deletes: 1, calls: 2 })
})

test('sending makes the preview a batch; discarding makes it nothing', async () => {
  const { batch, view, undo } = await openPreview()
  await undo.send()
  await shop.batches.control.idle()
  await view.reload()
  expect(view.batch).toMatchObject({ undoOf: batch.id, state: 'finished', counts: { done: 1, skipped: 1 } })
  expect(await undo.discard()).toBe(false)
  const other = await openPreview()
  expect(await other.undo.discard()).toBe(true)
  expect(shop.batches.reader.list()).toHaveLength(3)
})
