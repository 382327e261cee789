import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ArchivePoint } from '../../../src/main/batch/archive/archiving.ts'
import { AnswersTable } from '../../../src/main/batch/journal/answers-table.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { salvage } from '../../../src/main/batch/journal/salvage.ts'
import { type FileChunks, wholeFile } from '../../../src/main/files/file-bytes.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { handClock } from '../system/hand-clock.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'

let shop: Dealership
let own: number

beforeEach(async () => {
  shop = await openDealership()
  own = (await shop.ownIds(1))[0] ?? 0
})
afterEach(() => shop.close())

const journalPath = (): string => join(shop.dataDir, 'journal.db')
const archivePath = (id: string): string => join(shop.dataDir, 'archive', `${id}.db`)
const create = planned(2, 'create', car({ price: 12_345 }))
const editTo = (price: number, line = 2) => planned(line, 'edit', { auto_id: own, currency_id: 1, price })

const textOf = async (report: FileChunks): Promise<string> =>
  Buffer.from((await wholeFile(report)).text).toString()

/** All that a person can read of a batch. */
async function readable(id: string) {
  const { reader } = shop.batches
  const { total, rows } = reader.rows(id, null, 0, 100)
  return {
    total,
    rows,
    done: reader.rows(id, 'done', 0, 100),
    attempts: rows.map(({ line }) => reader.attempts(id, line)),
    report: await textOf(reader.report(id, false)),
    failed: await textOf(reader.report(id, true)),
    counts: reader.get(id).counts,
  }
}

/** Looks into the journal as it is now. */
function inJournal(sql: string): unknown[] {
  const db = new DatabaseSync(journalPath(), { readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

test('an archived batch is read as before, from a file of its own, and its rows are out of the journal', async () => {
  const { id } = await shop.run([
    create,
    editTo(777, 3),
    planned(4, 'edit', { auto_id: 999_999_999, currency_id: 1, price: 1 }),
  ])
  await shop.run([editTo(778)])
  const before = await readable(id)
  const { batches } = await shop.batches.archiving.run(0)
  expect(batches.map((batch) => batch.id)).toContain(id)
  expect(await readable(id)).toEqual(before)
  expect(shop.batches.reader.list()).toEqual([])
  expect(shop.batches.reader.archived().map((batch) => batch.id)).toContain(id)
  expect(inJournal(`SELECT 1 FROM rows JOIN batches ON seq = batch WHERE batches.id = '${id}'`)).toEqual([])
  await shop.restart()
  expect(await readable(id)).toEqual(before)
  expect((await shop.batches.archiving.run(0)).batches).toEqual([])
})

test('only batches that ended that long ago are archived', async () => {
  const { id } = await shop.run([create])
  expect(await shop.batches.archiving.run(90)).toEqual({ batches: [], staying: [] })
  await shop.restart({ clock: handClock(Date.now() + 91 * 86_400_000) })
  expect((await shop.batches.archiving.run(90)).batches.map((batch) => batch.id)).toEqual([id])
})

test('what was sent is known when it is archived: the same create again, an id, its advert', async () => {
  const { id } = await shop.run([create])
  const autoId = shop.batches.reader.rows(id, null, 0, 1).rows[0]?.autoId ?? 0
  const { accountId } = source(1)
  const values = shop.batches.ownWrites().values(accountId, autoId)
  await shop.batches.archiving.run(0)
  expect(shop.batches.reader.sentBefore(accountId, [create.fingerprint]).get(create.fingerprint)).toEqual({
    batch: id,
    fileName: 'cars.csv',
    open: false,
  })
  // A second batch makes the first one's last rows leave the journal too.
  const second = await shop.run([planned(2, 'create', car({ price: 1 }))])
  expect(second.counts.done).toBe(1)
  await shop.batches.archiving.run(0)
  expect(shop.batches.reader.sentBefore(accountId, [create.fingerprint]).get(create.fingerprint)?.batch).toBe(
    id,
  )
  expect(shop.batches.ownWrites().values(accountId, autoId)).toEqual(values)
  expect(Object.keys(values).length).toBeGreaterThan(3)
  expect(shop.batches.ownWrites().createdBy(accountId, autoId)).not.toBeNull()
  // A check of a file reads what was written before only of these adverts.
  expect(shop.batches.reader.journalled([autoId, 1])).toEqual(new Set([autoId]))
  const journal = new Journal(journalPath(), systemClock)
  expect(journal.rows.names(accountId, autoId, -1)).toBe(true)
  expect(new AnswersTable(journal.db).boundTo(accountId, autoId)).toEqual({ batch: id, line: 2 })
  const row = shop.batches.ownWrites().createdBy(accountId, autoId) ?? 0
  expect(journal.attempts.lastSent(row)).toMatchObject({ at: expect.stringMatching(/^20/) as string })
  journal.close()
})

test('a batch that is older than what was archived still stops as a conflict', async () => {
  const { id } = await shop.batches.planner.plan(source(shop.userId), [editTo(111)])
  const newer = await shop.run([editTo(222)])
  await shop.run([planned(2, 'create', car({ price: 9 }))])
  expect((await shop.batches.archiving.run(0)).batches.map((batch) => batch.id)).toContain(newer.id)
  expect(inJournal(`SELECT 1 FROM rows WHERE payload LIKE '%222%'`)).toEqual([])
  await shop.batches.control.send(id)
  await shop.batches.control.idle()
  expect(shop.batches.reader.rows(id, null, 0, 1).rows).toMatchObject([
    { state: 'conflict', errorCode: 'newer-batch', attempts: 0 },
  ])
  expect(await shop.control.advert(own)).toMatchObject({ price: 222 })
  // A person is still to choose.
  const { batches, staying } = await shop.batches.archiving.run(0)
  expect([batches, staying.map((batch) => batch.id)]).toEqual([[], [id]])
})

test('the numbers of rows and attempts go on, so that the order of writes stays what it was', async () => {
  const { id } = await shop.run([create, editTo(5, 3)])
  const last = () =>
    inJournal(`SELECT (SELECT max(id) FROM (SELECT id FROM rows UNION SELECT id FROM kept_rows)) AS row,
      (SELECT max(id) FROM (SELECT id FROM attempts UNION SELECT sent FROM kept_rows)) AS attempt`)[0] as {
      row: number
      attempt: number
    }
  const before = last()
  await shop.batches.archiving.run(0)
  expect(shop.batches.reader.get(id).archivedAt).not.toBeNull()
  await shop.run([editTo(6)])
  expect(last().row).toBe(before.row + 1)
  expect(last().attempt).toBeGreaterThan(before.attempt)
  const { accountId } = source(1)
  const values = shop.batches.ownWrites().values(accountId, own)
  expect(values).toMatchObject({ price: 6 })
  // The same for many: the archived write before the one in the journal, and nothing of another account.
  expect(shop.batches.ownWrites().valuesOfMany(accountId, [own, 1])).toEqual(new Map([[own, values]]))
  expect(shop.batches.ownWrites().valuesOfMany('other', [own])).toEqual(new Map())
})

test('rows that may still be needed keep their batch in the journal', async () => {
  await shop.control.addFault({ kind: 'drop-after-commit', method: 'POST', count: 1 })
  const doubtful = await shop.run([create])
  expect(doubtful.counts.inDoubt).toBe(1)
  await shop.control.addFault({
    kind: 'status',
    status: 500,
    method: 'PUT',
    path: '/auto/new/autos',
    count: 9,
  })
  const waiting = await shop.batches.planner.plan(source(shop.userId), [editTo(5)])
  const { batches, staying } = await shop.batches.archiving.run(0)
  expect(batches).toEqual([])
  expect(staying.map(({ id }) => id)).toEqual([doubtful.id])
  expect(shop.batches.reader.get(waiting.id).archivedAt).toBeNull()
})

test('a batch with failed rows stays while to retry them may help', async () => {
  const gone = await shop.run([planned(2, 'edit', { auto_id: 999_999_999, currency_id: 1, price: 1 })])
  expect(gone.counts.failed).toBe(1)
  const journal = new Journal(journalPath(), systemClock)
  const [{ seq } = { seq: 0 }] = journal.batches.list()
  journal.db.exec(`UPDATE rows SET error_code = 'server' WHERE batch = ${seq}`)
  expect((await shop.batches.archiving.run(0)).staying.map(({ id }) => id)).toEqual([gone.id])
  journal.db.exec(`UPDATE rows SET error_code = 'not-found' WHERE batch = ${seq}`)
  journal.close()
  expect((await shop.batches.archiving.run(0)).batches.map(({ id }) => id)).toEqual([gone.id])
})

test('a batch stays while an undo of it waits', async () => {
  const { id } = await shop.run([create])
  const undo = await shop.batches.undo.preview(id)
  expect((await shop.batches.archiving.run(0)).staying.map((batch) => batch.id)).toEqual([id])
  await shop.batches.undo.approve(undo)
  await shop.batches.control.send(undo)
  await shop.batches.control.idle()
  expect((await shop.batches.archiving.run(0)).batches.map((batch) => batch.id)).toEqual([id, undo])
})

test('nothing is done with an archived batch, and the words say why', async () => {
  const { id } = await shop.run([create])
  await shop.batches.archiving.run(0)
  const { control, undo, settling, answers } = shop.batches
  const archived = { code: 'usage', details: { reason: 'archived', batch: id } }
  await expect(undo.preview(id)).rejects.toMatchObject(archived)
  await expect(control.send(id)).rejects.toMatchObject(archived)
  await expect(settling.settle(id, new AbortController().signal)).rejects.toMatchObject(archived)
  await expect(answers.answer(id, 2, { kind: 'send-again' })).rejects.toMatchObject(archived)
  await expect(control.retryFailed(id)).rejects.toMatchObject(archived)
  await expect(control.cancel(id)).rejects.toMatchObject(archived)
  expect(() => control.pause(id)).toThrow(expect.objectContaining(archived) as Error)
})

test.each<ArchivePoint>(['file', 'marked', 'slice'])(
  'a stop at the point `%s` loses nothing, and the next run goes on',
  async (point) => {
    const rows = Array.from({ length: 230 }, (_, n) => planned(n + 3, 'create', car({ price: n + 1 })))
    const { id } = await shop.run([create, ...rows])
    await shop.run([editTo(6)])
    await shop.restart()
    const before = await readable(id)
    let stopped = false
    await shop.restart({
      onArchivePoint: (at) => {
        if (at !== point || stopped) return
        stopped = true
        throw new Error('the process ends here')
      },
    })
    await expect(shop.batches.archiving.run(0)).rejects.toThrow('ends here')
    await shop.restart()
    expect(await readable(id)).toEqual(before)
    const known = () => shop.batches.reader.sentBefore(source(1).accountId, [create.fingerprint])
    expect(known().size).toBe(1)
    expect(existsSync(archivePath(id))).toBe(true)
    await shop.batches.archiving.run(0)
    expect(await readable(id)).toEqual(before)
    expect(known().size).toBe(1)
    expect(inJournal(`SELECT 1 FROM rows JOIN batches ON seq = batch WHERE batches.id = '${id}'`)).toEqual([])
    expect(inJournal(`SELECT 1 FROM kept_rows WHERE fingerprint = '${create.fingerprint}'`)).toHaveLength(1)
    expect(inJournal(`SELECT count(*) AS n FROM kept_rows`)).toEqual([{ n: 231 }])
  },
)

test('a batch whose rows are retried while it is copied stays in the journal', async () => {
  const { id } = await shop.run([planned(2, 'edit', { auto_id: 999_999_999, currency_id: 1, price: 1 })])
  expect(shop.batches.reader.get(id).counts.failed).toBe(1)
  await shop.restart({
    onArchivePoint: (point) => {
      if (point === 'file') void shop.batches.control.retryFailed(id)
    },
  })
  expect((await shop.batches.archiving.run(0)).batches).toEqual([])
  expect(shop.batches.reader.get(id)).toMatchObject({ archivedAt: null, state: 'ready' })
  expect(existsSync(archivePath(id))).toBe(false)
})

test('a journal that is salvaged keeps what archived rows left', async () => {
  const { id } = await shop.run([create])
  await shop.run([planned(2, 'create', car({ price: 9 }))])
  await shop.batches.archiving.run(0)
  await shop.batches.close(0)
  const into = new Journal(join(shop.dataDir, 'salvaged', 'journal.db'), systemClock)
  salvage({ file: journalPath(), backup: null }, into.db)
  expect(into.rows.sentBefore(source(1).accountId, [create.fingerprint]).size).toBe(1)
  expect(into.batches.archived().find(({ batch }) => batch.id === id)?.batch.counts.done).toBe(1)
  into.close()
  await shop.restart()
})

test('an archive file that is missing or damaged is told, and the rest of the app goes on', async () => {
  const { id } = await shop.run([create])
  await shop.batches.archiving.run(0)
  await shop.restart()
  writeFileSync(archivePath(id), 'this is no database')
  const read = () => shop.batches.reader.rows(id, null, 0, 1)
  expect(read).toThrow(
    expect.objectContaining({
      code: 'storage',
      details: expect.objectContaining({ reason: 'archive-damaged' }) as object,
    }) as Error,
  )
  rmSync(archivePath(id))
  expect(read).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ reason: 'archive-missing' }) as object,
    }) as Error,
  )
  expect(shop.batches.reader.archived()).toHaveLength(1)
})

test('the archive is its owner’s alone and leaves no drafts', async () => {
  const { id } = await shop.run([create])
  await shop.batches.archiving.run(0)
  expect(readdirSync(join(shop.dataDir, 'archive'))).toEqual([`${id}.db`])
  expect(readFileSync(archivePath(id)).includes(shop.sandbox.key)).toBe(false)
})

const sealed: [string, string][] = [
  ['an archived row that is sent again', `UPDATE rows SET state = 'planned'`],
  ['an archived batch that begins', `UPDATE batches SET state = 'ready', finished_at = NULL`],
  ['what an archived row left being removed', 'DELETE FROM kept_rows'],
  ['what an archived row left being changed', `UPDATE kept_rows SET fingerprint = ''`],
  ['an archived row that leaves nothing', 'DELETE FROM rows WHERE id = (SELECT max(id) FROM rows)'],
]
test.each(sealed)('the journal refuses %s', async (_what, statement) => {
  await shop.run([create, editTo(5, 3)])
  await shop.batches.archiving.run(0)
  await shop.batches.close(0)
  const journal = new Journal(journalPath(), systemClock)
  try {
    expect(() => journal.db.exec(statement)).toThrow(/kept|stays|no such step|FOREIGN KEY|archived/)
  } finally {
    journal.close()
    await shop.restart()
  }
})
