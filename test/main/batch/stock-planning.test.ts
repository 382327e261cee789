import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freeFor } from '../../../src/main/joins/batch-ports.ts'
import { QuotaLedger } from '../../../src/main/quota/quota-ledger.ts'
import { quotaSchema } from '../../../src/main/quota/quota-table.ts'
import type { QuotaLimits } from '../../../src/main/quota/quota.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { wholeFile } from '../../../src/main/files/file-bytes.ts'
import type { Journal } from '../../../src/main/batch/journal/journal.ts'
import type { BatchSource } from '../../../src/main/batch/journal/batch-record.ts'
import type { PlannedRow } from '../../../src/main/writes/planned-row.ts'
import { accountId } from './connect-to.ts'
import { car, manyEdits, openDealership, planned, source, type Dealership } from './dealership.ts'
import { fileOf, keyed, link, lookedSource } from './stock-files.ts'
import { eventually } from '../../eventually.ts'

let limits: QuotaLimits
let shop: Dealership
let journal: Journal
let stock: number
beforeEach(async () => {
  const { db } = openDatabase({
    path: ':memory:',
    schema: quotaSchema,
    synchronous: 'NORMAL',
    now: Date.now,
  })
  limits = { perHour: null, perMonth: null }
  const ledger = new QuotaLedger({ db, limits: () => limits })
  shop = await openDealership({ budget: ledger.forAccount(accountId), parts: { freeFor: freeFor(ledger) } })
  journal = await shop.holdJournal()
  stock = lookedSource(journal)
})
afterEach(() => shop.close())

const create = (key: string, line = 2, price = 20_000): PlannedRow =>
  keyed(planned(line, 'create', car({ price, auto_note: `Авто ${key}` })), key)
const edit = (key: string, id: number, price: number, line = 2): PlannedRow =>
  keyed(planned(line, 'edit', { auto_id: id, currency_id: 1, price }), key)
const outdated = expect.objectContaining({ code: 'plan-outdated' }) as unknown

async function planFile(rows: readonly PlannedRow[], change = {}, of: Partial<BatchSource> = {}) {
  const file = fileOf(journal, stock, change)
  return shop.batches.planner.plan(source(shop.userId, { fileSha256: 'content', ...of, stock: file }), rows)
}
const get = (id: string) => shop.batches.reader.get(id)
const rowsOf = (id: string) => shop.batches.reader.rows(id, null, 0, 100).rows
const committed = async () => (await shop.control.ledger()).filter((entry) => entry.committed)
async function send(id: string): Promise<void> {
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
}

test('a batch without keys has no column of them', async () => {
  const { id } = await shop.run([planned(2, 'create', car())])
  expect(rowsOf(id)[0]).not.toHaveProperty('key')
  const report = await wholeFile(shop.batches.reader.report(id, false))
  expect(Buffer.from(report.text).toString()).not.toContain('stock_no')
})

test('a plan is frozen only on the revision that it was made from, the first one too', async () => {
  const revision = journal.tables.links.revision(accountId)
  link(journal, 'L', 9)
  await expect(planFile([create('K')], { revision })).rejects.toEqual(outdated)
  expect(shop.batches.reader.list()).toEqual([])
  expect(journal.tables.sources.files(stock)).toEqual([])
})

test('an equal create of another key is a twin, no create that was sent before', async () => {
  const twin = planned(2, 'create', car())
  await send((await planFile([keyed(twin, 'K')])).id)
  const file = fileOf(journal, stock)
  const next = source(shop.userId, { stock: file })
  const batch = await shop.batches.planner.plan(next, [keyed(twin, 'L')], 'shown-only')
  expect(batch.sentBefore).toBe(0)
  await send(batch.id)
  expect(await committed()).toHaveLength(2)
})

test('a planning that fails leaves neither a file nor keys behind', async () => {
  function* broken(): Generator<PlannedRow> {
    yield create('K')
    throw new Error('the file is gone')
  }
  const file = fileOf(journal, stock)
  const planning = shop.batches.planner.plan(source(shop.userId, { stock: file }), broken())
  await expect(planning).rejects.toThrow('the file is gone')
  for (const table of ['keyed_rows', 'stock_files', 'rows'])
    expect(journal.db.prepare(`SELECT * FROM ${table}`).all()).toEqual([])
  await expect(planFile([create('K')])).resolves.toMatchObject({ state: 'ready' })
})

test('a newer file withdraws what older ones left unsent, in pieces, and no other rows', async () => {
  for (let n = 1; n <= 1_200; n += 1) link(journal, `K${n}`, n)
  const many = manyEdits(1_200).map((row) => keyed(row, `K${row.line - 1}`))
  const { id: older } = await planFile(many)
  const other = await shop.batches.planner.plan(source(shop.userId), [
    planned(2, 'edit', { auto_id: 5_000, currency_id: 1, price: 1 }),
  ])
  const place = 'batch = 1 AND line ='
  journal.db.exec(`UPDATE rows SET state = 'conflict', error_code = 'changed-since' WHERE ${place} 2;
    UPDATE rows SET state = 'sending', attempts = 1 WHERE ${place} 3;
    UPDATE rows SET state = 'in-doubt', doubt = 1, error_code = 'network' WHERE ${place} 3;
    UPDATE rows SET state = 'sending', attempts = 1 WHERE ${place} 4;
    UPDATE rows SET state = 'in-doubt', doubt = 1, error_code = 'network' WHERE ${place} 4;
    UPDATE rows SET state = 'planned' WHERE ${place} 4`)
  shop.reports.length = 0
  const planning = planFile([create('N')])
  const seen: number[] = []
  const isPlanned = planning.then(() => true)
  for (let over = false; !over; over = await Promise.race([isPlanned, nextTurn(false)]))
    seen.push(get(older).counts.skipped)
  await planning
  expect(new Set(seen).size).toBeGreaterThan(2)
  expect(get(older)).toMatchObject({
    state: 'finished',
    counts: { planned: 0, skipped: 1_197, inDoubt: 2, conflict: 1 },
  })
  const codes = rowsOf(older).map(({ state, errorCode }) => `${state} ${errorCode}`)
  expect(codes.slice(0, 4)).toEqual([
    'conflict changed-since',
    'in-doubt network',
    'in-doubt newer-file',
    'skipped newer-file',
  ])
  expect(rowsOf(older)[3]?.errorWords).toContain('newer stock file')
  expect(get(other.id).counts.planned).toBe(1)
  expect(shop.reports.filter(({ batch }) => batch.id === older).length).toBeGreaterThanOrEqual(2)
})

test('a batch that waits for the quota is withdrawn by a newer file, and ends', async () => {
  const [one = 0, two = 0] = await shop.ownIds(2)
  link(journal, 'A', one)
  link(journal, 'B', two)
  const { id: older } = await planFile([edit('A', one, 901), edit('B', two, 902, 3)])
  limits = { perHour: 3, perMonth: null }
  await shop.batches.control.send(older)
  await eventually(() => expect(get(older)).toMatchObject({ state: 'waiting', pauseReason: 'quota' }))
  limits = { perHour: null, perMonth: null }
  const { id: newer } = await planFile([edit('A', one, 905)])
  await shop.batches.control.idle()
  expect(get(older)).toMatchObject({ state: 'finished', counts: { planned: 0, skipped: 2, done: 0 } })
  await send(newer)
  expect((await committed()).map(({ autoId }) => autoId)).toEqual([one])
})

test('a batch that is being sent stops with what is in flight when a newer file is planned', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => create(`K${n}`, n + 2, 900 + n))
  await shop.control.addFault({ kind: 'delay', ms: 60, method: 'POST', path: '/auto/new/autos' })
  const { id: older } = await planFile(rows)
  await shop.batches.control.send(older)
  await eventually(() => expect(get(older).counts.done).toBeGreaterThan(0))
  const { id: newer } = await planFile([create('K11', 2, 950)])
  const { done } = get(older).counts
  await shop.batches.control.idle()
  expect(get(older)).toMatchObject({ state: 'finished', counts: { planned: 0, sending: 0 } })
  // What was in flight ended.
  expect(get(older).counts.done - done).toBeLessThanOrEqual(1)
  expect(get(older).counts.done + get(older).counts.skipped).toBe(12)
  await send(newer)
  expect(get(newer).counts.done).toBe(1)
  expect((await committed()).filter(({ params }) => params.price === '950')).toHaveLength(1)
  expect((await committed()).filter(({ params }) => params.price === '911')).toHaveLength(0)
})

test('what a retry plans again of an older file is not sent, and holds up nothing', async () => {
  const [one = 0, two = 0] = await shop.ownIds(2)
  link(journal, 'A', one)
  link(journal, 'B', two)
  const { id } = await planFile([edit('A', one, 901), edit('B', two, 902, 3)])
  journal.db.exec(`UPDATE rows SET state = 'failed', error_code = 'network'`)
  const { id: newer } = await planFile([edit('B', two, 903)])
  await shop.batches.control.retryFailed(id)
  await send(id)
  expect(rowsOf(id).map(({ state, errorCode }) => [state, errorCode])).toEqual([
    ['skipped', 'newer-file'],
    ['skipped', 'newer-file'],
  ])
  expect(await committed()).toEqual([])
  await send(newer)
  expect(get(newer).counts.done).toBe(1)
})

test('a create whose key got an advert is stopped in words, and the rows behind it are sent', async () => {
  const [own = 0] = await shop.ownIds(1)
  const { id } = await planFile([create('K'), create('L', 3, 9)])
  link(journal, 'K', own)
  await send(id)
  const [stopped, sent] = rowsOf(id)
  expect(stopped).toMatchObject({ state: 'failed', errorCode: 'key-linked' })
  expect(stopped?.errorWords).toMatch(/has an advert by now.*Check the stock file again/)
  expect(sent?.state).toBe('done')
  expect(get(id).state).toBe('finished')
})

test('a create in doubt that a person sends again is not sent if a newer file came', async () => {
  await shop.control.addFault({ kind: 'drop-before', count: 1, method: 'POST', path: '/auto/new/autos' })
  const { id } = await planFile([create('K')])
  await send(id)
  await planFile([])
  await shop.batches.answers.answer(id, 2, { kind: 'send-again' })
  await send(id)
  expect(rowsOf(id)).toMatchObject([{ state: 'in-doubt', errorCode: 'newer-file' }])
  expect(await committed()).toEqual([])
  await shop.batches.answers.answer(id, 2, { kind: 'never-made' })
  await send((await planFile([create('K')])).id)
  expect(await committed()).toHaveLength(1)
})

test('a file of which nothing is to be sent is taken without a batch', async () => {
  const [own = 0] = await shop.ownIds(1)
  link(journal, 'A', own, stock)
  const { id: older } = await planFile([edit('A', own, 901)])
  const file = fileOf(journal, stock, { lacking: ['A'], rows: 0 })
  await shop.batches.planner.take({ accountId, fileSha256: 'nothing', stock: file })
  expect(journal.tables.sources.newest(stock)).toMatchObject({ sha256: 'nothing', batch: null })
  expect(get(older)).toMatchObject({ state: 'finished', counts: { skipped: 1 } })
  expect(journal.tables.links.find(accountId, 'A')).toMatchObject({ lackedSha256: 'nothing' })
  const again = { accountId, fileSha256: 'x', stock: file }
  await expect(shop.batches.planner.take(again)).rejects.toEqual(outdated)
})

test('a file tells which keys it has, which it lacks, and what needs no request', async () => {
  const other = lookedSource(journal, 'other')
  for (const [at, key] of ['A', 'B', 'C'].entries()) link(journal, key, at + 1, stock)
  link(journal, 'D', 4, other)
  const keys = (key: string) => journal.tables.links.find(accountId, key)
  await planFile([], { present: ['A', 'D'], lacking: ['B', 'C'] }, { fileSha256: 'one' })
  expect(journal.tables.sources.keysOf(stock)).toEqual(new Set(['A', 'D']))
  await planFile([], { present: ['B'], lacking: ['A', 'C'] }, { fileSha256: 'two' })
  expect(keys('A')).toMatchObject({ source: stock, lackedSha256: 'two' })
  expect(keys('B')).toMatchObject({ source: stock, lackedSha256: null })
  // The first of the files in a row that lacked it.
  expect(keys('C')).toMatchObject({ source: stock, lackedSha256: 'one' })
  expect(keys('D')).toMatchObject({ source: stock, lackedSha256: null })
  // What a file with unclear rows lacks may be in them.
  expect(journal.tables.sources.keysOf(stock)).toEqual(new Set(['B']))
  await planFile([], { present: ['A'], isUnclear: true })
  expect(journal.tables.sources.keysOf(stock)).toEqual(new Set(['A', 'B']))
  const notes = [{ key: 'A', field: 'price', given: 10, shown: 9.5 }]
  await planFile([], { notes })
  expect(journal.tables.links.fields(accountId).get('A')).toEqual({
    price: { given: 10, shown: 9.5, pinned: false },
  })
})
