import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BackgroundChecks } from '../../../src/main/context/background-checks.ts'
import { Backups } from '../../../src/main/batch/journal/backups.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { planBatch } from '../../../src/main/batch/sending/plan-batch.ts'
import { endedClean, isSuspect } from '../../../src/main/storage/clean-end.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { recoveryOf } from '../batch/alone.ts'
import { car, planned, source } from '../batch/dealership.ts'
import { testEntries } from '../../scripts.ts'
import { folderOfTest } from '../../folders.ts'

let dir: string
let path: string
const open: { close(): void }[] = []

beforeEach(async () => {
  dir = folderOfTest()
  path = join(dir, 'journal.db')
  const journal = new Journal(path, systemClock)
  const description = 'a text that makes the journal a large file '.repeat(40)
  const rows = Array.from({ length: 1_250 }, (_, n) =>
    planned(n + 2, 'create', car({ price: 20_000 + n, description } as object)),
  )
  await planBatch(journal, source(1), rows, () => null)
  journal.close()
})
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

const opened = (): Journal => {
  const journal = new Journal(path, systemClock)
  open.push(journal)
  return journal
}

/** The process was killed: nothing says that the file was closed in order. */
const unclean = (): void => rmSync(`${path}.clean`)

/** Overwrites a leaf page of the table's rows, as a bad sector does. */
function damage(file = path, table = 'rows'): void {
  const db = new DatabaseSync(file)
  const page = db
    .prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 30`)
    .get(table)
  db.close()
  const bytes = readFileSync(file)
  bytes.fill(0xa5, (Number(page?.pageno) - 1) * 4_096, Number(page?.pageno) * 4_096)
  writeFileSync(file, bytes)
}

function checksOf(journal: Journal, told: string[] = [], entry = testEntries.checkWorker): BackgroundChecks {
  const checks = new BackgroundChecks({
    journal,
    databases: [],
    entry,
    onJournal: () => told.push('journal'),
    onDamaged: (file) => told.push(file),
  })
  return checks
}

test('a large journal is not checked after a clean end, and not before it is read after an unclean one', () => {
  expect(opened().isChecked).toBe(true)
  open.splice(0)[0]?.close()
  unclean()
  damage()
  const journal = opened()
  expect(journal.isChecked).toBe(false)
  expect(journal.damage).toBeNull()
  expect(journal.tables.batches.list()).toHaveLength(1)
})

test('an unchecked journal is checked before anything can be sent, and shows its backup if it is damaged', async () => {
  await new Backups(path).take('2026-11-23T10:20:00.000Z', () => Promise.resolve(true))
  unclean()
  damage()
  const journal = opened()
  const recovery = recoveryOf(journal, dir)
  expect(recovery.isUnchecked).toBe(true)
  expect(() => recovery.ensureLock()).toThrow(expect.objectContaining({ code: 'journal-damaged' }) as Error)
  expect(journal.damage?.reason).toBe('damaged')
  expect(journal.tables.batches.list()[0]?.batch.counts.planned).toBe(1_250)
  expect(journal.tables.writes.values('dealer', 1)).toEqual({})
  expect(recovery.isLocked).toBe(false)
})

test('a sound journal is checked once, and its next end is a clean one again', () => {
  unclean()
  const journal = opened()
  const recovery = recoveryOf(journal, dir)
  recovery.ensureLock()
  expect([journal.isChecked, journal.damage]).toEqual([true, null])
  recovery.release()
  journal.close()
  expect(endedClean(path)).toBe(true)
})

test('the check beside the main thread finds damage: nothing is sent, and the next start knows', async () => {
  unclean()
  damage()
  const told: string[] = []
  const journal = opened()
  const checks = checksOf(journal, told)
  expect(journal.damage).toBeNull()
  await checks.journal()
  expect(told).toEqual(['journal'])
  expect(journal.damage?.reason).toBe('damaged')
  expect(() => recoveryOf(journal, dir).recover()).toThrow('journal-damaged')
  await checks.end()
  journal.close()
  expect(isSuspect(path)).toBe(true)
  expect(opened().damage?.reason).toBe('damaged')
})

test('a check that dies says nothing: what sends checks the journal itself', async () => {
  unclean()
  damage()
  const journal = opened()
  const script = join(dir, 'dies.mjs')
  writeFileSync(script, 'process.exit(3)')
  await checksOf(journal, [], new URL(`file://${script}`)).journal()
  expect([journal.isChecked, journal.damage]).toEqual([false, null])
  expect(() => recoveryOf(journal, dir).recover()).toThrow('journal-damaged')
})

test('a large cache that is found damaged is told, goes on, and is set aside at the next start', async () => {
  const cachePath = join(dir, 'cache.db')
  const options = {
    path: cachePath,
    schema: `CREATE TABLE adverts (x TEXT); INSERT INTO adverts
      SELECT hex(randomblob(900)) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT i FROM n)`,
    synchronous: 'NORMAL',
    now: () => 0,
    trustCleanEnd: true,
  } as const
  openDatabase(options).db.close()
  damage(cachePath, 'adverts')
  const { db, isChecked, setAside } = openDatabase(options)
  expect([isChecked, setAside]).toEqual([false, null])
  const told: string[] = []
  const journal = opened()
  const checks = new BackgroundChecks({
    journal,
    databases: [{ path: cachePath, isChecked }],
    entry: testEntries.checkWorker,
    onJournal: () => undefined,
    onDamaged: (file) => told.push(file),
  })
  await checks.journal()
  await checks.end()
  expect(told).toEqual([cachePath])
  expect(checks.isChecked(cachePath)).toBe(false)
  expect(db.prepare('SELECT x FROM adverts LIMIT 1').all()).toHaveLength(1)
  db.close()
  const next = openDatabase(options)
  expect(next.setAside).toContain('.damaged-')
  expect(isSuspect(cachePath)).toBe(false)
  next.db.close()
})
