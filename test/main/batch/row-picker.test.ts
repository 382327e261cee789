import { afterEach, beforeEach, expect, test } from 'vitest'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership

beforeEach(async () => {
  shop = await openDealership()
})
afterEach(() => shop.close())

const path = '/auto/new/autos'

/** As many edits of one advert, then a row each of another advert and of a new one. */
async function rowsBehind(count: number) {
  const [blocked = 0, other = 0] = await shop.ownIds(2)
  const edits = Array.from({ length: count }, (_, n) =>
    planned(n + 2, 'edit', { auto_id: blocked, currency_id: 1, price: 1_000 + n }),
  )
  return [
    ...edits,
    planned(count + 2, 'edit', { auto_id: other, currency_id: 1, price: 5 }),
    planned(count + 3, 'create', car()),
  ]
}

test.each([70, 1_200])('%i edits of an advert in doubt hold no other row', async (count) => {
  await shop.control.addFault({ kind: 'drop-before', method: 'PUT', path, count: 1 })
  const batch = await shop.run(await rowsBehind(count))
  expect(batch).toMatchObject({
    state: 'paused',
    pauseReason: 'answers',
    counts: { inDoubt: 1, planned: count - 1, done: 2 },
  })
})

/** The prices in the order in which they were written. */
const written = async (): Promise<number[]> =>
  (await shop.control.ledger()).flatMap(({ method, committed, params }) =>
    committed && method === 'PUT' ? [Number(params.price)] : [],
  )

test('the rows of an advert go on as each one ends, before later rows of other adverts', async () => {
  await shop.close()
  shop = await openDealership({ adverts: 800 })
  const [busy = 0, ...others] = await shop.ownIds(101)
  expect(others).toHaveLength(100)
  const rows = [busy, busy, busy, busy, ...others].map((id, n) =>
    planned(n + 2, 'edit', { auto_id: id, currency_id: 1, price: 1_000 + n }),
  )
  expect(await shop.run(rows)).toMatchObject({ state: 'finished', counts: { done: rows.length } })
  const prices = await written()
  expect(prices.filter((price) => price < 1_004)).toEqual([1_000, 1_001, 1_002, 1_003])
  expect(prices.indexOf(1_003)).toBeLessThan(prices.length / 2)
})

test('an answer that is given while the batch runs is taken up by the same run', async () => {
  await shop.control.addFault({ kind: 'drop-before', method: 'PUT', path, count: 1 })
  await shop.control.addFault({ kind: 'delay', ms: 300, method: 'POST', path })
  const { id } = await shop.batches.planner.plan(source(shop.userId), await rowsBehind(70))
  await shop.batches.control.send(id)
  while (shop.batches.reader.get(id).counts.inDoubt === 0) await new Promise(setImmediate)
  await shop.batches.answers.answer(id, 2, { kind: 'send-again' })
  await shop.batches.control.idle()
  expect(shop.batches.reader.get(id)).toMatchObject({ state: 'finished', counts: { done: 72 } })
})

const edit = (id: number, n: number) =>
  planned(n + 2, 'edit', { auto_id: id, currency_id: 1, price: 2_000 + n })

test('edits between many creates are all found, and creates between many edits', async () => {
  const ids = await shop.ownIds(6)
  const rows = ids.map((id, n) => (n % 3 === 1 ? planned(n + 2, 'create', car()) : edit(id, n)))
  for (const turned of [false, true]) {
    const batch = await shop.run(
      rows
        .map((row) => (turned ? { ...row, line: 100 - row.line } : row))
        .sort((one, other) => one.line - other.line),
    )
    expect(batch).toMatchObject({ state: 'finished', counts: { done: 6 } })
  }
})
