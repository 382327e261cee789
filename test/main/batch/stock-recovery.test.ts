import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropUnplanned } from '../../../src/main/batch/journal/batch-table.ts'
import { journalSchema } from '../../../src/main/batch/journal/journal-schema.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { salvage, takeOver } from '../../../src/main/batch/journal/salvage.ts'
import { StockLinks } from '../../../src/main/batch/journal/stock-links.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
import { makeTables } from '../../../src/main/storage/database.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { foldOf } from '../../../src/main/writes/stock-key.ts'
import { accountId } from './connect-to.ts'
import { car, openDealership, planned, source, type Dealership } from './dealership.ts'
import { fileOf, keyed, link, lookedSource } from './stock-files.ts'

let dir: string
let journal: Journal
let stock: number
const path = (): string => join(dir, 'journal.db')

async function planFile(rows: Parameters<typeof keyed>[0][]): Promise<number> {
  const file = fileOf(journal, stock)
  return journal.batches.get(await planBatch(journal, source(1, { stock: file }), rows, () => null)).seq
}
const send = (batch: number): void =>
  journal.db.exec(`
    INSERT INTO attempts (row, kind, request_hash, started_at, ended_at, outcome)
      SELECT id, 'send', 'hash', 'T0', 'T1', 'done' FROM rows WHERE batch = ${batch};
    UPDATE rows SET state = 'sending', attempts = 1 WHERE batch = ${batch};
    UPDATE rows SET state = 'done', auto_id = coalesce(auto_id, 500 + id), outcome_source = 'response' WHERE batch = ${batch}`)
const create = (key: string, line = 2) => keyed(planned(line, 'create', car({ price: line })), key)

const all = (db: DatabaseSync, sql: string): unknown[] => db.prepare(sql).all()
const stockOf = (db: DatabaseSync): Record<string, unknown> =>
  Object.fromEntries(
    [
      'stock_sources',
      'stock_files',
      'keyed_rows',
      'links',
      'link_steps',
      'link_fields',
      'apart',
      'outside',
      'renewed',
    ].map((table) => [table, all(db, `SELECT * FROM ${table} ORDER BY 1, 2`)]),
  )

/** A copy of the journal with all that its WAL has. */
function copyTo(name: string): string {
  journal.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  cpSync(path(), join(dir, name))
  return join(dir, name)
}
const backupOf = (name: string) => ({ path: copyTo(name), at: 'T2' })

/** Zeros all leaf pages of a table or index. */
function damage(file: string, table: string): string {
  const db = new DatabaseSync(file)
  const pages = db.prepare(`SELECT pageno FROM dbstat WHERE name = ?`).all(table)
  db.close()
  const bytes = readFileSync(file)
  for (const { pageno } of pages) bytes.fill(0, (Number(pageno) - 1) * 4_096, Number(pageno) * 4_096)
  writeFileSync(file, bytes)
  return file
}

function salvaged(file: string | null, backup: { path: string; at: string } | null) {
  const db = new DatabaseSync(':memory:')
  db.exec('PRAGMA foreign_keys = ON')
  makeTables(db, journalSchema)
  const read = salvage({ file, backup }, db)
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  return { read, db, links: new StockLinks(db) }
}

describe('what is known of a stock', () => {
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'stock-recovery-'))
    journal = new Journal(path(), systemClock)
    journal.highWater.begin()
    stock = lookedSource(journal)
  })
  afterEach(() => {
    journal.close()
    rmSync(dir, { recursive: true, force: true })
  })

  /** Links of each kind, answers, a file that was refused. */
  async function fill(): Promise<void> {
    send(await planFile([create('A'), create('B', 3)]))
    link(journal, 'C', 7)
    journal.linkAnswers.pin(accountId, 'C', 'price', true, 'T')
    journal.linkAnswers.apart(accountId, 'A', ['B'], 'T')
    journal.linkAnswers.outside(accountId, 8, true, 'T')
    journal.linkAnswers.renew(accountId, 'D', 'T')
    journal.sources.noteRefused(stock, { sha256: 'x', asOf: '', rows: 0 }, 'cut', 'T')
    await planFile([create('E', 9)])
  }

  it.each(['the file', 'a backup'])('is taken over from %s as it is', async (from) => {
    await fill()
    const copy = copyTo('copy.db')
    const whole = from === 'the file' ? salvaged(copy, null) : salvaged(null, { path: copy, at: 'T' })
    expect(stockOf(whole.db)).toEqual(stockOf(journal.db))
    if (from === 'the file') expect(whole.read).toMatchObject({ lost: [], isWhole: true })
    else expect(whole.links.revision(accountId)).toBeGreaterThanOrEqual(journal.links.revision(accountId))
  })

  it('is newer in the file than in its backup', async () => {
    await fill()
    const backup = backupOf('backup.db')
    journal.linkAnswers.cut(accountId, 'C', 'T2')
    link(journal, 'D', 9)
    link(journal, 'F', 8)
    send(2)
    send(await planFile([create('G')]))
    const { db, links } = salvaged(copyTo('copy.db'), backup)
    expect(links.list(accountId)).toEqual(journal.links.list(accountId))
    expect(links.renewed(accountId)).toEqual([])
    expect(links.outside(accountId)).toEqual([])
    expect(all(db, 'SELECT * FROM keyed_rows')).toEqual(all(journal.db, 'SELECT * FROM keyed_rows'))
    expect(all(db, 'SELECT * FROM stock_files')).toEqual(all(journal.db, 'SELECT * FROM stock_files'))
  })

  it('is of results that are known, though nobody looked at the source since', async () => {
    const seq = await planFile([create('A'), create('B', 3)])
    const backup = backupOf('backup.db')
    send(seq)
    journal.sources.unlookAll('T3')
    const { db, links } = salvaged(copyTo('copy.db'), backup)
    expect(all(db, 'SELECT state FROM rows')).toEqual([{ state: 'done' }, { state: 'done' }])
    expect(links.list(accountId)).toEqual(journal.links.list(accountId))
  })

  it('has no row that may be claimed without a look, once it is salvaged', async () => {
    await planFile([create('A')])
    const backup = backupOf('backup.db')
    journal.sources.unlookAll('T3')
    const { db } = salvaged(copyTo('copy.db'), backup)
    expect(() => db.exec(`UPDATE rows SET state = 'sending', attempts = 1`)).toThrow('the stock has changed')
  })

  it('is linked by what the rows say if the links can’t be read, and that is told', async () => {
    send(await planFile([create('A'), create('B', 3)]))
    const { read, links } = salvaged(damage(copyTo('copy.db'), 'links'), null)
    expect(read.lost).toEqual(['links'])
    const { marka_id: marka } = car()
    expect(links.list(accountId)).toMatchObject([
      { key: 'A', autoId: 501, state: 'live', marka },
      { key: 'B', autoId: 502, state: 'live' },
    ])
  })

  it('says who took an advert out of stock, if its link is made of rows', async () => {
    send(await planFile([create('A'), create('B', 3), create('C', 4)]))
    const out = (line: number, autoId: number) =>
      planned(line, 'edit', { auto_id: autoId, currency_id: 1, price: 1, in_stock: 0 })
    send(await planFile([keyed(out(2, 501), 'A')]))
    send(journal.batches.get(await planBatch(journal, source(1), [out(2, 502)], () => null)).seq)
    const outs = ({ key, out: by }: { key: string; out: string | null }) => [key, by]
    const known = [
      ['A', 'file'],
      ['B', 'person'],
      ['C', null],
    ]
    expect(journal.links.list(accountId).map(outs)).toEqual(known)
    const { links } = salvaged(damage(copyTo('copy.db'), 'links'), null)
    expect(links.list(accountId).map(outs)).toEqual(known)
  })

  it('is of no source that can’t be read, and of no other one in its place', async () => {
    send(await planFile([create('A')]))
    await planFile([create('B')])
    const { read, db, links } = salvaged(damage(copyTo('copy.db'), 'stock_sources'), null)
    expect(read.lost).toEqual(['links'])
    expect(links.list(accountId)).toMatchObject([{ key: 'A', autoId: 501, state: 'live', source: null }])
    expect(all(db, 'SELECT 1 FROM stock_files')).toEqual([])
    expect(all(db, 'SELECT key, source FROM keyed_rows')).toEqual([
      { key: 'A', source: 0 },
      { key: 'B', source: 0 },
    ])
  })

  it('is out of stock by what is sent later, though the attempts can’t be read', async () => {
    const out = (flag: number) =>
      planned(2, 'edit', { auto_id: 501, currency_id: 1, price: 1 + flag, in_stock: flag })
    send(await planFile([create('A')]))
    // Looks have numbers, too.
    for (let n = 0; n < 9; n += 1)
      journal.db.exec(
        `INSERT INTO attempts (row, kind, request_hash, started_at, ended_at, outcome) VALUES (1, 'look', '', 'T0', 'T1', 'done')`,
      )
    for (const flag of [0, 1]) send(await planFile([keyed(out(flag), 'A')]))
    const last = await planFile([keyed(out(0), 'A')])
    const { db, links } = salvaged(damage(copyTo('copy.db'), 'attempts'), null)
    db.exec(`UPDATE stock_sources SET looked = 1;
      INSERT INTO attempts (row, kind, request_hash, started_at, ended_at, outcome)
        SELECT id, 'send', 'hash', 'T0', 'T1', 'done' FROM rows WHERE batch = ${last};
      UPDATE rows SET state = 'sending', attempts = 1 WHERE batch = ${last};
      UPDATE rows SET state = 'done', outcome_source = 'response' WHERE batch = ${last}`)
    expect(links.list(accountId)).toMatchObject([{ key: 'A', out: 'file' }])
  })

  it('has no link of which a bit may be wrong', async () => {
    send(await planFile([create('A')]))
    journal.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const copy = copyTo('copy.db')
    const bytes = readFileSync(copy)
    const db = new DatabaseSync(copy)
    const [page] = db.prepare(`SELECT pageno FROM dbstat WHERE name = 'links'`).all()
    db.close()
    const from = (Number(page?.pageno) - 1) * 4_096
    const at = bytes.indexOf(Buffer.from([0x01, 0xf5]), from)
    expect(at).toBeLessThan(from + 4_096)
    bytes[at + 1] = 0xf6
    writeFileSync(copy, bytes)
    expect(salvaged(copy, null).links.list(accountId)).toMatchObject([{ key: 'A', autoId: 501 }])
  })

  it('is not of a file or of rows that were only being planned', () => {
    const seq = journal.batches.begin('2026-01-01-aaaaa', source(1), 'T')
    const begun = journal.stock.begin({ accountId, fileSha256: 'x', stock: fileOf(journal, stock) }, seq)
    const row = create('A')
    journal.stock.addKey(begun, journal.rows.insert(seq, row), {
      key: 'A',
      fold: foldOf('A'),
      missing: false,
    })
    const copy = copyTo('copy.db')
    for (const { db } of [salvaged(copy, null), salvaged(null, { path: copy, at: 'T' })]) {
      dropUnplanned(db)
      expect([...all(db, 'SELECT * FROM keyed_rows'), ...all(db, 'SELECT * FROM stock_files')]).toEqual([])
    }
    journal.recover()
    expect(all(journal.db, 'SELECT * FROM keyed_rows')).toEqual([])
    expect(all(journal.db, 'SELECT * FROM stock_files')).toEqual([])
  })

  it('comes back from a backup that knows more', async () => {
    send(await planFile([create('A')]))
    const older = copyTo('older.db')
    const second = await planFile([create('B')])
    send(second)
    link(journal, 'C', 7)
    journal.linkAnswers.cut(accountId, 'A', 'T')
    const backup = backupOf('backup.db')
    const into = new DatabaseSync(older)
    takeOver(backup, into)
    expect(new StockLinks(into).list(accountId)).toEqual(journal.links.list(accountId))
    expect(all(into, 'SELECT * FROM keyed_rows')).toEqual(all(journal.db, 'SELECT * FROM keyed_rows'))
    into.close()
  })

  it('links rows that a backup knows to be done, as their results do', async () => {
    const seq = await planFile([create('A')])
    const older = copyTo('older.db')
    send(seq)
    const backup = backupOf('backup.db')
    const links = new DatabaseSync(backup.path)
    links.exec('DROP TRIGGER links_stay; DELETE FROM links')
    links.close()
    const into = new DatabaseSync(older)
    takeOver(backup, into)
    expect(new StockLinks(into).list(accountId)).toMatchObject([{ key: 'A', autoId: 501, origin: 'created' }])
    into.close()
  })
})

describe('no source creates anything before it was looked at again', () => {
  let shop: Dealership
  beforeEach(async () => void (shop = await openDealership()))
  afterEach(() => shop.close())

  /** A plan of a source that was looked at. */
  async function begin(): Promise<void> {
    journal = shop.batches.recovery.ensureLock()
    stock = lookedSource(journal)
    const rows = [create('A'), create('B', 3)]
    const { id } = await shop.batches.planner.plan(
      source(shop.userId, { stock: fileOf(journal, stock) }),
      rows,
    )
    await shop.batches.control.send(id)
    await shop.batches.control.idle()
    await shop.batches.planner.plan(source(shop.userId, { stock: fileOf(journal, stock) }), [create('C')])
  }

  async function expectUnlooked(): Promise<void> {
    const held = shop.batches.recovery.ensureLock()
    expect(held.sources.get(stock)).toMatchObject({
      looked: false,
      recoveredAt: expect.stringMatching(/^20/) as string,
    })
    // No plan from before is one of this journal.
    expect(held.links.revision(accountId)).toBeGreaterThan(1_000_000)
    expect(held.links.list(accountId).map(({ key }) => key)).toEqual(['A', 'B'])
    for (const { id, batch } of held.batches
      .list()
      .flatMap((stored) => [{ id: stored.batch.id, batch: stored }]))
      if (batch.batch.counts.planned > 0) await shop.batches.control.send(id)
    await shop.batches.control.idle()
    expect((await shop.control.ledger()).filter((entry) => entry.committed)).toHaveLength(2)
  }

  it('after the journal was salvaged', async () => {
    await begin()
    await shop.batches.close(0)
    const bytes = readFileSync(join(shop.dataDir, 'journal.db'))
    writeFileSync(join(shop.dataDir, 'journal.db'), bytes.fill(0, 0, 100))
    await shop.restart()
    shop.batches.journalCare.salvage()
    await expectUnlooked()
  })

  it('after an older journal was put back', async () => {
    await begin()
    await shop.batches.close(0)
    const older = readFileSync(join(shop.dataDir, 'journal.db'))
    await shop.restart()
    await shop.run([planned(2, 'delete', { auto_id: 1 }), planned(3, 'create', car({ price: 1 }))])
    await shop.batches.close(0)
    writeFileSync(join(shop.dataDir, 'journal.db'), older)
    for (const name of ['journal.db-wal', 'journal.db-shm', 'backup'])
      rmSync(join(shop.dataDir, name), { recursive: true, force: true })
    await shop.restart()
    const held = shop.batches.recovery.ensureLock()
    expect(held.sources.get(stock)?.looked).toBe(false)
    expect(held.links.revision(accountId)).toBeGreaterThan(1_000_000)
  })

  it('after a person said that this copy goes on', async () => {
    await begin()
    await shop.batches.close(0)
    const mark = join(shop.dataDir, 'journal.mark')
    const said = readFileSync(mark)
    rmSync(mark)
    writeFileSync(`${mark}.copy`, said)
    cpSync(`${mark}.copy`, mark)
    await shop.restart()
    expect(shop.batches.journalCare.state).toBe('copied')
    shop.batches.journalCare.continueHere()
    await expectUnlooked()
  })

  it('but not after any other start', async () => {
    await begin()
    await shop.restart()
    const held = shop.batches.recovery.ensureLock()
    expect(held.sources.get(stock)).toMatchObject({ looked: true, recoveredAt: null })
  })
})
