import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { car, openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const rowsOf = (batchId: string) => shop.batches.reader.rows(batchId, null, 0, 100).rows
const signal = new AbortController().signal

async function runUndo(batchId: string) {
  const id = await shop.batches.undo.preview(batchId)
  const preview = rowsOf(id).map((row) => row.errorCode)
  await shop.batches.undo.send(id)
  await shop.batches.control.idle()
  return { preview, batch: shop.batches.reader.get(id) }
}

test('creates are deleted again, edits get their old values, a delete stays', async () => {
  const [edited = 0, deleted = 0] = await shop.ownIds(2)
  const live = await shop.port.readAdvert(edited, signal)
  const before = { currency_id: 1, price: live.usd ?? 0, auto_note: live.description ?? '' }
  const batch = await shop.run([
    planned(2, 'create', car()),
    planned(3, 'edit', { auto_id: edited, currency_id: 1, price: 100, auto_note: 'нове' }, before),
    planned(4, 'edit', { auto_id: edited, currency_id: 1, price: 101 }, before),
    planned(5, 'delete', { auto_id: deleted }),
  ])
  const [created] = rowsOf(batch.id)
  const { preview, batch: undo } = await runUndo(batch.id)
  expect(preview).toEqual(['undo-exact', 'undo-partial', 'undo-impossible'])
  expect(undo.counts).toMatchObject({ done: 2, skipped: 1 })
  expect(await shop.control.advert(created?.autoId ?? 0)).toMatchObject({ deleted: true })
  expect(await shop.control.advert(edited)).toMatchObject({ price: before.price, note: before.auto_note })
  expect(await shop.control.advert(deleted)).toMatchObject({ deleted: true })
})

test('what the service does not show is restored from the journal, or in part', async () => {
  const [id = 0] = await shop.ownIds(1)
  const edit = (in_stock: 0 | 1) =>
    planned(2, 'edit', { auto_id: id, currency_id: 1, price: 50, in_stock }, { currency_id: 1, price: 50 })
  await rival(id, 50)
  await shop.run([edit(1)])
  const second = await shop.run([edit(0)])
  const { preview } = await runUndo(second.id)
  expect(preview).toEqual(['undo-partial'])
  expect(await shop.control.advert(id)).toMatchObject({ inStock: 1 })
})

test('a text whose old price is not known comes back with the price as it is now', async () => {
  const [id = 0] = await shop.ownIds(1)
  const before = { auto_note: 'старе' }
  const edit = planned(2, 'edit', { auto_id: id, currency_id: 1, price: 50, auto_note: 'нове' }, before)
  const first = await shop.run([{ ...edit, overwrite: true }])
  const preview = await shop.batches.undo.preview(first.id)
  expect(rowsOf(preview)[0]).toMatchObject({
    payload: { auto_id: id, currency_id: 1, auto_note: 'старе' },
    before: { currency_id: 1, price: 50, auto_note: 'нове' },
    errorCode: 'undo-partial',
  })
  await shop.batches.undo.send(preview)
  await shop.batches.control.idle()
  expect((await shop.control.ledger()).at(-1)?.params).toMatchObject({ price: '50', auto_note: 'старе' })
})

const rival = (autoId: number, price: number) =>
  shop.port.write({ operation: 'edit', payload: { auto_id: autoId, currency_id: 1, price } }, signal)

test('what was changed at the service meanwhile is a conflict, and left alone', async () => {
  const batch = await shop.run([planned(2, 'create', car())])
  const autoId = rowsOf(batch.id)[0]?.autoId ?? 0
  await rival(autoId, 1)
  const { batch: undo } = await runUndo(batch.id)
  expect(undo.counts.conflict).toBe(1)
  expect(await shop.control.advert(autoId)).toMatchObject({ deleted: false })
})

/** What the cache would show after a read of its own. */
function seeInCache(autoId: number, price: number): void {
  const values = { currency_id: 1, price }
  shop.cache.set(autoId, { userId: shop.userId, markaId: 9, modelId: 96, addDate: null, values })
}

test('a row of an advert that is known to be changed since is left out unless it is chosen, and shows the current values', async () => {
  const batch = await shop.run([2, 3].map((line) => planned(line, 'create', car({ price: 1_000 + line }))))
  const [kept = 0, chosen = 0] = rowsOf(batch.id).map((row) => row.autoId ?? 0)
  for (const id of [kept, chosen]) {
    await rival(id, 777)
    seeInCache(id, 777)
  }
  const id = await shop.batches.undo.preview(batch.id)
  expect(await shop.batches.undo.summary(id)).toMatchObject({ exact: 2, changed: 2, deletes: 0 })
  expect(rowsOf(id)).toMatchObject([
    { state: 'skipped', before: { price: 777 }, problems: [{ code: 'changed-since', column: 'price' }] },
    { state: 'skipped' },
  ])
  await expect(shop.batches.undo.send(id)).rejects.toMatchObject({ details: { reason: 'undo-none-chosen' } })
  const chosenOne = { exact: 2, changed: 2, likeness: 0, deletes: 1, edits: 0, calls: 2 }
  expect(await shop.batches.undo.choose(id, [3], true)).toMatchObject(chosenOne)
  expect(await shop.batches.undo.choose(id, [3], true)).toMatchObject(chosenOne)
  await shop.restart()
  expect(await shop.batches.undo.summary(id)).toMatchObject(chosenOne)
  await shop.batches.undo.send(id)
  await shop.batches.control.idle()
  expect(await shop.control.advert(kept)).toMatchObject({ deleted: false })
  expect(await shop.control.advert(chosen)).toMatchObject({ deleted: true })
})

test('an undo is called by what was chosen of it', async () => {
  const [first = 0, second = 0] = await shop.ownIds(2)
  const edit = (line: number, id: number, price: number) =>
    planned(line, 'edit', { auto_id: id, currency_id: 1, price }, { currency_id: 1, price: 100 })
  for (const id of [first, second]) await rival(id, 100)
  const batch = await shop.run([edit(2, first, 110), edit(3, second, 200), planned(4, 'create', car())])
  const id = await shop.batches.undo.preview(batch.id)
  await shop.batches.undo.choose(id, [3, 4], false)
  await shop.batches.undo.choose(id, [4], true)
  await shop.batches.undo.send(id)
  expect(shop.batches.reader.get(id).contents).toMatchObject({
    edits: 1,
    deletes: 1,
    prices: 1,
    percent: { least: -9.09, most: -9.09 },
  })
  await shop.batches.control.idle()
})

test('a chosen row that was changed once more is a conflict: only what was seen is sent', async () => {
  const batch = await shop.run([planned(2, 'create', car())])
  const autoId = rowsOf(batch.id)[0]?.autoId ?? 0
  seeInCache(autoId, 777)
  await rival(autoId, 888)
  const id = await shop.batches.undo.preview(batch.id)
  await shop.batches.undo.choose(id, [2], true)
  await shop.batches.undo.send(id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(id).counts.conflict).toBe(1)
})

test('our own later batch counts as a change since', async () => {
  const [id = 0] = await shop.ownIds(1)
  const edit = (price: number, before: number) =>
    planned(2, 'edit', { auto_id: id, currency_id: 1, price }, { currency_id: 1, price: before })
  await rival(id, 90)
  const first = await shop.run([edit(100, 90)])
  const second = await shop.run([edit(110, 100)])
  const early = await shop.batches.undo.preview(first.id)
  expect(await shop.batches.undo.summary(early)).toMatchObject({ changed: 1, edits: 0 })
  await runUndo(second.id)
  const late = await shop.batches.undo.preview(first.id)
  expect(await shop.batches.undo.summary(late)).toMatchObject({ changed: 0, edits: 1 })
})

/** An edit, of whose fields one is hidden from reads, and a create. */
const editAndCreate = (id: number): PlannedRow[] => [
  planned(
    2,
    'edit',
    { auto_id: id, currency_id: 1, price: 120, in_stock: 1 },
    { currency_id: 1, price: 100 },
  ),
  planned(3, 'create', car()),
]

test('an undo is taken back like any batch: edits go forward again, a deleted create stays gone', async () => {
  const [id = 0] = await shop.ownIds(1)
  await rival(id, 100)
  const batch = await shop.run(editAndCreate(id))
  const { batch: undo } = await runUndo(batch.id)
  const { preview } = await runUndo(undo.id)
  expect(preview).toEqual(['undo-exact', 'undo-impossible'])
  expect(await shop.control.advert(id)).toMatchObject({ price: 120 })
})

test('a value that is no longer known is named, and a row in doubt says so', async () => {
  const [id = 0] = await shop.ownIds(1)
  await rival(id, 100)
  await shop.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  const batch = await shop.run(editAndCreate(id))
  const rows = rowsOf(await shop.batches.undo.preview(batch.id))
  expect(rows).toMatchObject([
    { errorCode: 'undo-partial', problems: [{ code: 'old-value-unknown', column: 'in_stock' }] },
    { errorCode: 'undo-impossible', problems: [{ code: 'in-doubt' }] },
  ])
})

test('a preview is sent only by its own confirmation, and discarded without a trace', async () => {
  const batch = await shop.run([planned(2, 'create', car())])
  const id = await shop.batches.undo.preview(batch.id)
  const preview = { code: 'usage', details: { reason: 'preview' } }
  await expect(shop.batches.control.send(id)).rejects.toMatchObject(preview)
  await expect(shop.batches.control.cancel(id)).rejects.toMatchObject(preview)
  await expect(shop.batches.undo.preview(id)).rejects.toMatchObject(preview)
  await shop.restart()
  expect(shop.batches.reader.get(id)).toMatchObject({ state: 'preview', undoOf: batch.id })
  const newer = await shop.batches.undo.preview(batch.id)
  expect(() => shop.batches.reader.get(id)).toThrow(expect.objectContaining({ code: 'batch-unknown' }))
  shop.batches.undo.discard(newer)
  await shop.restart()
  expect(shop.batches.reader.list().map((each) => each.id)).toEqual([batch.id])
  expect(await shop.control.ledger()).toHaveLength(1)
})

test('a batch of which nothing was done can’t be taken back', async () => {
  const body = '{"error":{"code":"BAD","message":"no"}}'
  await shop.control.addFault({ kind: 'status', status: 400, body, method: 'POST' })
  const batch = await shop.run([planned(2, 'create', car())])
  await expect(shop.batches.undo.preview(batch.id)).rejects.toMatchObject({ code: 'usage' })
})

test('two previews asked for at once are one and the same', async () => {
  const batch = await shop.run([planned(2, 'create', car())])
  const [one, other] = await Promise.all([
    shop.batches.undo.preview(batch.id),
    shop.batches.undo.preview(batch.id),
  ])
  expect(one).toBe(other)
  expect(shop.batches.reader.get(one).state).toBe('preview')
  expect(shop.batches.reader.list().filter(({ state }) => state === 'preview')).toHaveLength(1)
  expect(await shop.batches.undo.preview(batch.id)).not.toBe(one)
})
