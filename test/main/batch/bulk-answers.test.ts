import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership
beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

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
