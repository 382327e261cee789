import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
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
  return journal.tables.batches.get(await planBatch(journal, source(1, { stock: file }), rows, () => null))
    .seq
}
const send = (batch: number): void =>
  journal.db.exec(`
    INSERT INTO attempts (row, kind, started_at, ended_at, outcome)
      SELECT id, 'send', 'T0', 'T1', 'done' FROM rows WHERE batch = ${batch};
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

describe('what is known of a stock', () => {
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'stock-recovery-'))
    journal = new Journal(path(), systemClock)
    journal.mark.begin()
    stock = lookedSource(journal)
  })
  afterEach(() => {
    journal.close()
    rmSync(dir, { recursive: true, force: true })
  })

  it('is in the backup that takes the journal’s place as it was', async () => {
    send(await planFile([create('A'), create('B', 3)]))
    link(journal, 'C', 7)
    journal.tables.linkAnswers.pin(accountId, 'C', 'price', true, 'T')
    journal.tables.linkAnswers.apart(accountId, 'A', ['B'], 'T')
    journal.tables.linkAnswers.outside(accountId, 8, true, 'T')
    journal.tables.linkAnswers.renew(accountId, 'D', 'T')
    journal.tables.sources.noteRefused(stock, { sha256: 'x', asOf: '', rows: 0 }, 'cut', 'T')
    await planFile([create('E', 9)])
    const before = stockOf(journal.db)
    const revision = journal.tables.links.revision(accountId)
    await journal.backups.take(journal.now(), () => Promise.resolve(true))
    journal.tables.linkAnswers.cut(accountId, 'C', 'T2')
    journal.replaceBy(journal.backups.newest())
    const recoveredAt = expect.stringMatching(/^20/) as string
    expect(stockOf(journal.db)).toEqual({
      ...before,
      stock_sources: [expect.objectContaining({ looked: 0, recovered_at: recoveredAt })],
      // Nobody says any more what the service has of them.
      links: (before.links as object[]).map((each) => ({ ...each, out: 'file' })),
    })
    expect(journal.tables.links.revision(accountId)).toBeGreaterThan(revision)
    expect(() =>
      journal.db.exec(`UPDATE rows SET state = 'sending', attempts = 1 WHERE state = 'planned'`),
    ).toThrow('the stock has changed')
  })

  it('is not of a file or of rows that were only being planned', async () => {
    const seq = journal.tables.batches.begin('2026-01-01-aaaaa', source(1), 'T')
    const begun = journal.tables.stock.begin(
      { accountId, fileSha256: 'x', stock: fileOf(journal, stock) },
      seq,
    )
    const row = create('A')
    journal.tables.stock.addKey(begun, journal.tables.rows.insert(seq, row), {
      key: 'A',
      fold: foldOf('A'),
      missing: false,
    })
    await journal.backups.take(journal.now(), () => Promise.resolve(true))
    const expectNone = (): void =>
      expect([
        ...all(journal.db, 'SELECT * FROM keyed_rows'),
        ...all(journal.db, 'SELECT * FROM stock_files'),
      ]).toEqual([])
    journal.replaceBy(journal.backups.newest())
    expectNone()
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
    expect(held.tables.sources.get(stock)).toMatchObject({
      looked: false,
      recoveredAt: expect.stringMatching(/^20/) as string,
    })
    // No plan from before is one of this journal.
    expect(held.tables.links.revision(accountId)).toBeGreaterThan(1_000_000)
    expect(held.tables.links.list(accountId).map(({ key }) => key)).toEqual(['A', 'B'])
    for (const { id, batch } of held.tables.batches
      .list()
      .flatMap((stored) => [{ id: stored.batch.id, batch: stored }]))
      if (batch.batch.counts.planned > 0) await shop.batches.control.send(id)
    await shop.batches.control.idle()
    expect((await shop.control.ledger()).filter((entry) => entry.committed)).toHaveLength(2)
  }

  it('after a backup took the journal’s place', async () => {
    await begin()
    await shop.batches.close(0)
    const bytes = readFileSync(join(shop.dataDir, 'journal.db'))
    writeFileSync(join(shop.dataDir, 'journal.db'), bytes.fill(0, 0, 100))
    await shop.restart()
    shop.batches.journalCare.choose('restore')
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
    expect(held.tables.sources.get(stock)?.looked).toBe(false)
    expect(held.tables.links.revision(accountId)).toBeGreaterThan(1_000_000)
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
    shop.batches.journalCare.choose('continue-here')
    await expectUnlooked()
  })

  it('but not after any other start', async () => {
    await begin()
    await shop.restart()
    const held = shop.batches.recovery.ensureLock()
    expect(held.tables.sources.get(stock)).toMatchObject({ looked: true, recoveredAt: null })
  })
})
