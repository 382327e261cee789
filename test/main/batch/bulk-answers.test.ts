import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { accountId } from './connect-to.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const statesOf = (batchId: string) =>
  shop.batches.reader.rows(batchId, null, 0, 100).rows.map(({ state }) => state)

/** Three edits of adverts whose prices are others than those that the rows expect. */
async function conflicts() {
  const ids = await shop.ownIds(3)
  const batch = await shop.run(
    ids.map((auto_id, at) =>
      planned(at + 2, 'edit', { auto_id, currency_id: 1, price: 4_321 }, { currency_id: 1, price: 1 }),
    ),
  )
  expect(batch.counts.conflict).toBe(3)
  return { ids, batch }
}

test('all conflicts are overwritten at once, and sent when the person continues', async () => {
  const { ids, batch } = await conflicts()
  const answered = await shop.batches.answers.answerAll(batch.id, 'overwrite', 3)
  expect(answered).toMatchObject({ state: 'ready', counts: { planned: 3, conflict: 0 } })
  expect(await shop.control.ledger()).toEqual([])
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  for (const id of ids) expect(await shop.control.advert(id)).toMatchObject({ price: 4_321 })
  expect(shop.batches.reader.attempts(batch.id, 2).map(({ kind }) => kind)).toContain('person')
})

test('all conflicts are kept at once, and nothing is sent', async () => {
  const { batch } = await conflicts()
  const answered = await shop.batches.answers.answerAll(batch.id, 'keep', 3)
  expect(answered).toMatchObject({ state: 'finished', counts: { skipped: 3, conflict: 0 } })
  expect(await shop.control.ledger()).toEqual([])
})

test('rows in doubt are sent again together, those that are done stay so', async () => {
  await shop.control.addFault({ kind: 'drop-before', method: 'POST', count: 2 })
  const batch = await shop.run([2, 3, 4].map((line) => planned(line, 'create', car({ price: 1_000 + line }))))
  expect(batch.counts).toMatchObject({ inDoubt: 2, done: 1 })
  await shop.batches.answers.answerAll(batch.id, 'send-again', 2)
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  expect(statesOf(batch.id)).toEqual(['done', 'done', 'done'])
  const { rows } = shop.batches.reader.rows(batch.id, null, 0, 10)
  expect(rows.map(({ attempts }) => attempts)).toEqual([2, 2, 1])
})

test('rows that were probably found are not sent again with the others in doubt', async () => {
  const { answers, control, reader, settling } = shop.batches
  await shop.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  await shop.control.addFault({ kind: 'drop-before', method: 'POST', count: 1 })
  const batch = await shop.run([planned(2, 'create', car()), planned(3, 'create', car({ price: 9_999 }))])
  const looked = await settling.settle(batch.id)
  const [made] = await shop.control.ledger()
  expect(looked).toMatchObject({ counts: { inDoubt: 2 }, probable: 1 })
  expect(reader.rows(batch.id, null, 0, 9).rows.map(({ probableId }) => probableId)).toEqual([
    made?.autoId,
    undefined,
  ])
  await expect(answers.answerAll(batch.id, 'send-again', 2)).rejects.toMatchObject({
    details: { reason: 'answer-count', count: 1 },
  })
  const answered = await answers.answerAll(batch.id, 'send-again', 1)
  expect(answered).toMatchObject({ counts: { planned: 1, inDoubt: 1 }, probable: 1 })
  await control.send(batch.id)
  await control.idle()
  expect(statesOf(batch.id)).toEqual(['in-doubt', 'done'])
  const bound = await answers.answer(batch.id, 2, { kind: 'bind', autoId: made?.autoId ?? 0 })
  expect([bound.counts.done, bound.probable]).toEqual([2, undefined])
})

test('a row in doubt that never arrived is left out, and its car can be sent with the values of another day', async () => {
  const { answers, control, reader } = shop.batches
  const sentBefore = () => reader.sentBefore(accountId, [vehicle.fingerprint]).size
  await shop.control.addFault({ kind: 'drop-before', method: 'POST', count: 2 })
  const vehicle = planned(2, 'create', car({ price: 1_001 }))
  const batch = await shop.run([vehicle, planned(3, 'create', car({ price: 1_002 }))])
  expect(batch.counts).toMatchObject({ inDoubt: 2 })
  expect(sentBefore()).toBe(1)
  await answers.answer(batch.id, 2, { kind: 'never-made' })
  expect(sentBefore()).toBe(0)
  expect(await answers.answerAll(batch.id, 'never-made', 1)).toMatchObject({
    state: 'finished',
    counts: { skipped: 2, inDoubt: 0, planned: 0 },
  })
  await expect(answers.answer(batch.id, 2, { kind: 'never-made' })).rejects.toMatchObject({ code: 'usage' })
  await expect(answers.answer(batch.id, 2, { kind: 'send-again' })).rejects.toMatchObject({ code: 'usage' })
  expect(reader.attempts(batch.id, 2).map(({ kind }) => kind)).toContain('person')
  expect(await shop.batches.settling.settle(batch.id)).toMatchObject({ counts: { skipped: 2 } })
  await control.send(batch.id)
  await control.idle()
  expect((await shop.control.ledger()).filter(({ committed }) => committed)).toEqual([])
})

test('rows that were probably found are not among those that never arrived', async () => {
  const { answers, settling } = shop.batches
  await shop.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  await shop.control.addFault({ kind: 'drop-before', method: 'POST', count: 1 })
  const batch = await shop.run([planned(2, 'create', car()), planned(3, 'create', car({ price: 9_999 }))])
  expect(await settling.settle(batch.id)).toMatchObject({ counts: { inDoubt: 2 }, probable: 1 })
  expect(await answers.answerAll(batch.id, 'never-made', 1)).toMatchObject({
    counts: { skipped: 1, inDoubt: 1 },
    probable: 1,
  })
})

test('a row that is still to be sent can’t be called one that never arrived', async () => {
  const { planner, answers, reader } = shop.batches
  const { id } = await planner.plan(source(shop.userId), [planned(2, 'create', car())])
  await expect(answers.answer(id, 2, { kind: 'never-made' })).rejects.toMatchObject({ code: 'usage' })
  expect(reader.get(id).counts).toMatchObject({ planned: 1, skipped: 0 })
})

test('an edit that never arrived is left out, and nothing is sent', async () => {
  const [id = 0] = await shop.ownIds(1)
  await shop.control.addFault({ kind: 'drop-before', method: 'PUT', count: 1 })
  const batch = await shop.run([planned(2, 'edit', { auto_id: id, currency_id: 1, price: 4_321 })])
  expect(batch.counts).toMatchObject({ inDoubt: 1 })
  expect(await shop.batches.answers.answer(batch.id, 2, { kind: 'never-made' })).toMatchObject({
    state: 'finished',
    counts: { skipped: 1 },
  })
})

test('nothing is decided if there are other rows than the person was told of', async () => {
  const { batch } = await conflicts()
  await shop.batches.answers.answer(batch.id, 2, { kind: 'keep' })
  await expect(shop.batches.answers.answerAll(batch.id, 'overwrite', 3)).rejects.toMatchObject({
    code: 'usage',
    details: { reason: 'answer-count' },
  })
  expect(statesOf(batch.id)).toEqual(['skipped', 'conflict', 'conflict'])
})

test('a row that comes to be in doubt while the others are answered is not answered with them', async () => {
  const { planner, answers, reader } = shop.batches
  const rows = Array.from({ length: 202 }, (_, at) => planned(at + 2, 'create', car({ price: 1_000 + at })))
  const { id } = await planner.plan(source(shop.userId), rows)
  const journal = new DatabaseSync(join(shop.dataDir, 'journal.db'))
  onTestFinished(() => journal.close())
  const doubt = journal.prepare(
    `UPDATE rows SET state = 'in-doubt', error_code = 'network', attempts = 1, doubt = 1 WHERE line BETWEEN ? AND ?`,
  )
  doubt.run(2, 202)
  const answered = answers.answerAll(id, 'send-again', 201)
  // The first rows are answered by then.
  await Promise.resolve()
  expect(reader.get(id).counts).toMatchObject({ planned: 201, inDoubt: 1 })
  doubt.run(203, 203)
  expect((await answered).counts).toMatchObject({ planned: 201, inDoubt: 1 })
  expect(reader.rows(id, 'in-doubt', 0, 9).rows.map(({ line }) => line)).toEqual([203])
})
