import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Journal } from '../../../src/main/batch/journal/journal.ts'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { accountId } from './connect-to.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'
import { fileOf, keyed, link, lookedSource } from './stock-files.ts'

let shop: Dealership
let journal: Journal
let stock: number
beforeEach(async () => {
  shop = await openDealership()
  journal = await shop.holdJournal()
  stock = lookedSource(journal)
})
afterEach(() => shop.close())

const path = '/auto/new/autos'
const create = (note = 'Авто'): PlannedRow =>
  planned(2, 'create', car({ auto_note: note, version: '2.0 TDI' }))
const rowOf = (id: string) => shop.batches.reader.rows(id, null, 0, 1).rows[0]
const linkOf = (key: string) => journal.tables.links.find(accountId, key)

/** Sends a create whose answer is lost. @returns its batch, and the advert that it made */
async function doubtful(row: PlannedRow): Promise<{ id: string; made: number }> {
  await shop.control.addFault({ kind: 'drop-after-commit', count: 1, method: 'POST', path })
  const file = row.stock ? { stock: fileOf(journal, stock) } : {}
  const { id } = await shop.batches.planner.plan(source(shop.userId, file), [row])
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  expect(rowOf(id)?.state).toBe('in-doubt')
  const made = (await shop.control.ledger()).filter((entry) => entry.committed).at(-1)?.autoId
  return { id, made: made ?? 0 }
}

/** As a person may have linked it before the journal went back. */
const linkHeld = (key: string, autoId: number): void =>
  void journal.db
    .prepare(
      `INSERT INTO links (account_id, key, fold, auto_id, state, origin, at) VALUES (?, ?, '', ?, 'live', 'hand', '')`,
    )
    .run(accountId, key, autoId)

test.each([
  ['of a key', (row: PlannedRow) => keyed(row, 'K')],
  ['without a key', (row: PlannedRow) => row],
])('an advert that another key has is not taken for a create %s', async (_what, of) => {
  const { id, made } = await doubtful(of(create()))
  link(journal, 'L', made)
  await shop.batches.settling.settle(id)
  expect(rowOf(id)).toMatchObject({ state: 'in-doubt', errorCode: 'not-seen' })
  // It is not even read.
  expect(journal.tables.looks.load(accountId, made)).toBeNull()
  await expect(shop.batches.answers.answer(id, 2, { kind: 'bind', autoId: made })).rejects.toMatchObject({
    code: 'usage',
    details: { reason: 'linked', autoId: made, value: 'L' },
  })
  expect(linkOf('L')).toMatchObject({ autoId: made })
  expect(linkOf('K')).toBeNull()
})

test('an advert that gets another key while it is looked for is not taken', async () => {
  const { id, made } = await doubtful(keyed(create(), 'K'))
  const read = shop.port.readAdvert.bind(shop.port)
  shop.port.readAdvert = (autoId, signal) => {
    if (autoId === made) link(journal, 'L', made)
    return read(autoId, signal)
  }
  await shop.batches.settling.settle(id)
  expect(rowOf(id)).toMatchObject({ state: 'in-doubt', errorCode: 'not-seen' })
  expect(linkOf('L')).toMatchObject({ autoId: made })
})

test('a create whose key got an advert meanwhile is that one if it surely made it', async () => {
  const { id, made } = await doubtful(keyed(create(), 'K'))
  linkHeld('K', made)
  await shop.batches.settling.settle(id)
  expect(rowOf(id)).toMatchObject({ state: 'done', autoId: made })
  expect(linkOf('K')).toMatchObject({ autoId: made, state: 'live' })
})

test('a create whose key got an advert meanwhile stays in doubt if that one is another car', async () => {
  const [own = 0] = await shop.ownIds(1)
  await shop.control.addFault({ kind: 'drop-before', count: 1, method: 'POST', path })
  const file = fileOf(journal, stock)
  const { id } = await shop.batches.planner.plan(source(shop.userId, { stock: file }), [keyed(create(), 'K')])
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  linkHeld('K', own)
  await shop.batches.settling.settle(id)
  expect(rowOf(id)).toMatchObject({ state: 'in-doubt', errorCode: 'not-seen' })
  expect(linkOf('K')).toMatchObject({ autoId: own })
})

test('after a recovery nothing is settled by likeness: a person is asked, and the answer links', async () => {
  const { id, made } = await doubtful(keyed(create(), 'K'))
  journal.tables.sources.unlookAll(journal.now())
  await shop.batches.settling.settle(id)
  expect(rowOf(id)).toMatchObject({ state: 'in-doubt', errorCode: 'probably', probableId: made })
  await shop.batches.answers.answer(id, 2, { kind: 'bind', autoId: made })
  expect(linkOf('K')).toMatchObject({ autoId: made, origin: 'hand' })
})

test('a create that is answered with the id of an advert that a key has is in doubt', async () => {
  const file = fileOf(journal, stock)
  const { id } = await shop.batches.planner.plan(source(shop.userId, { stock: file }), [keyed(create(), 'K')])
  const write = shop.port.write.bind(shop.port)
  shop.port.write = async (...asked) => {
    const result = await write(...asked)
    link(journal, 'L', result.lastInsertId)
    return result
  }
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  expect(rowOf(id)).toMatchObject({ state: 'in-doubt', errorCode: 'id-not-new' })
  expect(linkOf('K')).toBeNull()
})

test('a person who takes a linked advert out of stock, and an undo of it, are known by the link', async () => {
  const [own = 0] = await shop.ownIds(1)
  link(journal, 'K', own)
  const out = planned(2, 'edit', { auto_id: own, currency_id: 1, price: 900, in_stock: 0 })
  const batch = await shop.run([out])
  expect(batch.counts.done).toBe(1)
  expect(linkOf('K')?.out).toBe('person')
})

/** An edit of a linked advert whose request got lost, and a newer file that has the car, or lacks it. */
async function lostEdit(change: object, isThere: boolean): Promise<{ id: string; own: number }> {
  const [own = 0] = await shop.ownIds(1)
  link(journal, 'K', own, stock)
  await shop.control.addFault({ kind: 'drop-before', count: 1, method: 'PUT', path })
  const { price = 0 } = (await shop.control.advert(own)) ?? {}
  const edit = planned(2, 'edit', { auto_id: own, currency_id: 1, price, ...change })
  const { id } = await shop.run([keyed(edit, 'K')], { stock: fileOf(journal, stock, { present: ['K'] }) })
  expect(rowOf(id)?.state).toBe('in-doubt')
  const newer = fileOf(journal, stock, isThere ? { present: ['K'] } : { lacking: ['K'] })
  await shop.batches.planner.take({ accountId, fileSha256: 'b', stock: newer })
  return { id, own }
}

test('an edit that was not made, of an older file, is left out: the newer one says what is to be done', async () => {
  const { id } = await lostEdit({ price: 30_500 }, true)
  await shop.batches.settling.settle(id)
  expect(rowOf(id)).toMatchObject({ state: 'skipped', errorCode: 'newer-file' })
  expect(journal.tables.links.held(accountId, stock)).toEqual([])
})

test('what was not proven to be out of stock, or in, is said again by the next file', async () => {
  const { id } = await lostEdit({ in_stock: 0 }, true)
  await shop.batches.settling.settle(id)
  expect(rowOf(id)?.state).toBe('skipped')
  expect(linkOf('K')?.out).toBe('file')
})

test('a new link knows who took its advert out of stock while it had none', async () => {
  const [one = 0, two = 0] = await shop.ownIds(2)
  const out = (autoId: number) =>
    planned(2, 'edit', { auto_id: autoId, currency_id: 1, price: 900, in_stock: 0 })
  await shop.run([out(one)])
  link(journal, 'L', two)
  await shop.run([keyed(out(two), 'L')], { stock: fileOf(journal, stock) })
  journal.tables.linkAnswers.cut(accountId, 'L', journal.now())
  link(journal, 'K', one)
  link(journal, 'M', two)
  expect([linkOf('K')?.out, linkOf('M')?.out]).toEqual(['person', 'file'])
})

test('what a person changes before it was read is known as a change by hand, not as what the service shows', async () => {
  const [own = 0] = await shop.ownIds(1)
  link(journal, 'K', own)
  const price = (value: number) => planned(2, 'edit', { auto_id: own, currency_id: 1, price: value })
  await shop.run([keyed(price(30_000), 'K')], { stock: fileOf(journal, stock) })
  const given = () => journal.tables.links.fields(accountId).get('K')?.price
  expect(given()).toMatchObject({ given: 30_000, shown: null })
  await shop.run([price(29_000)])
  expect(given()).toMatchObject({ given: 30_000, shown: 30_000 })
})
