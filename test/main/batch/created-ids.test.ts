import { afterEach, beforeEach, expect, test } from 'vitest'
import { car, openDealership, planned, type Dealership } from './dealership.ts'

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const path = '/auto/new/autos'
const rowsOf = (batchId: string) => shop.batches.reader.rows(batchId, null, 0, 100).rows
const inDoubt = { state: 'in-doubt', errorCode: 'id-not-new', autoId: null }

/** The service creates an advert and answers with another id. */
const answerWith = (id: number | string): Promise<number> =>
  shop.control.addFault({
    kind: 'status',
    status: 200,
    body: `{"num_rows":1,"last_insert_id":${id}}`,
    afterCommit: true,
    method: 'POST',
    path,
    count: 1,
  })

test.each(['0', '-5', '1.5', '"1,5"', '9007199254740993', '1e30', '"12e400"', 'null', '{}'])(
  'the id %s is none or may be rounded: the create is in doubt',
  async (id) => {
    await answerWith(id)
    const batch = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
    expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'in-doubt', autoId: null })
  },
)

test('an id that another create has is not a new one, in the same batch and in a later one', async () => {
  const first = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  const id = rowsOf(first.id)[0]?.autoId ?? 0
  await answerWith(id)
  const second = await shop.run([planned(2, 'create', car({ auto_note: 'Авто', price: 1 }))])
  expect(rowsOf(second.id)[0]).toMatchObject(inDoubt)
  await shop.control.addFault({
    kind: 'status',
    status: 200,
    body: '{"num_rows":1,"last_insert_id":77777777}',
    method: 'POST',
    path,
    count: 2,
  })
  const twins = await shop.run(
    [2, 3].map((line) => planned(line, 'create', car({ auto_note: 'Авто', price: line }))),
  )
  expect(rowsOf(twins.id)).toMatchObject([{ state: 'done', autoId: 77_777_777 }, inDoubt])
})

test('an id that an edit of ours names is not a new one', async () => {
  const [own = 0] = await shop.ownIds(1)
  await shop.run([planned(2, 'edit', { auto_id: own, currency_id: 1, price: 4_321 })])
  await answerWith(own)
  const batch = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  expect(rowsOf(batch.id)[0]).toMatchObject(inDoubt)
})

test('an id that the cache had before is not a new one, and what was made is found by settling', async () => {
  const [own = 0] = await shop.ownIds(1)
  shop.cache.set(own, { userId: shop.userId, markaId: 9, modelId: 96, addDate: null, values: {} })
  await answerWith(own)
  const batch = await shop.run([planned(2, 'create', car({ auto_note: 'Авто' }))])
  expect(rowsOf(batch.id)[0]).toMatchObject(inDoubt)
  await shop.batches.settling.settle(batch.id)
  const made = (await shop.control.ledger()).at(-1)?.autoId
  expect(rowsOf(batch.id)[0]).toMatchObject({ state: 'done', outcomeSource: 'reconciled', autoId: made })
})

/** The service answers a read of one advert with the record of another. */
async function answerWithRecordOf(other: number): Promise<void> {
  const record = await shop.inventory.advertInfo(other)
  await shop.control.addFault({
    kind: 'status',
    status: 200,
    body: JSON.stringify(record),
    method: 'GET',
    path: '/auto/info',
  })
}

test('an answer about another advert stops the row, even if a person agreed to overwrite', async () => {
  const [asked = 0, other = 0] = await shop.ownIds(2)
  await answerWithRecordOf(other)
  const batch = await shop.run([
    planned(2, 'edit', { auto_id: asked, currency_id: 1, price: 4_321 }),
    planned(3, 'delete', { auto_id: asked }),
  ])
  expect(rowsOf(batch.id)).toMatchObject([
    { state: 'failed', errorCode: 'guard-advert', attempts: 0 },
    { state: 'failed', errorCode: 'guard-advert', attempts: 0 },
  ])
  expect(await shop.control.ledger()).toHaveLength(0)
})

test('an answer about another advert settles nothing and is not bound', async () => {
  const [asked = 0, other = 0] = await shop.ownIds(2)
  await shop.control.addFault({ kind: 'drop-before', path, count: 2 })
  const batch = await shop.run([
    planned(2, 'delete', { auto_id: asked }),
    planned(3, 'create', car({ auto_note: 'Авто' })),
  ])
  expect(batch.counts.inDoubt).toBe(2)
  await answerWithRecordOf(other)
  await shop.batches.settling.settle(batch.id)
  expect(rowsOf(batch.id)).toMatchObject([{ state: 'in-doubt' }, { state: 'in-doubt' }])
  const bind = shop.batches.answers.answer(batch.id, 3, { kind: 'bind', autoId: asked })
  await expect(bind).rejects.toMatchObject({ code: 'advert-unknown' })
})
