import { afterEach, beforeEach, expect, test } from 'vitest'
import { car, openDealership, planned, type Dealership } from './dealership.ts'

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
  expect(batch.counts).toMatchObject({ unknown: 2, done: 1 })
  await shop.batches.answers.answerAll(batch.id, 'send-again', 2)
  await shop.batches.control.send(batch.id)
  await shop.batches.control.idle()
  expect(statesOf(batch.id)).toEqual(['done', 'done', 'done'])
  const { rows } = shop.batches.reader.rows(batch.id, null, 0, 10)
  expect(rows.map(({ attempts }) => attempts)).toEqual([2, 2, 1])
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
