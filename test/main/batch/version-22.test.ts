import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openArchive } from '../../../src/main/batch/archive/archive-file.ts'
import { journalSchema } from '../../../src/main/batch/journal/journal-schema.ts'
import { Journal } from '../../../src/main/batch/journal/journal.ts'
import { noteCleanEnd } from '../../../src/main/storage/clean-end.ts'
import { systemClock } from '../../../src/main/system/clock.ts'

/** A database that the version before this one wrote: rows in every state, a preview, archived batches, a salvage. */
const written = (name: string): string =>
  ['tables', name, 'rules']
    .map((part) => readFileSync(new URL(`version-22/${part}.sql`, import.meta.url), 'utf8'))
    .join('')

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'version-22-'))
  path = join(dir, 'journal.db')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function put(name: string, change = ''): void {
  const db = new DatabaseSync(path)
  db.exec(written(name))
  db.exec(change)
  db.close()
}

const tables = [
  'batches',
  'rows',
  'attempts',
  'kept_rows',
  'lost_rows',
  'uncached_rows',
  'looks',
  'holds',
  'identity',
  'order_status_writes',
  'team_writes',
]

type Content = Record<string, Record<string, unknown>[]>

function contentOf(db: DatabaseSync): Content {
  const counts = db.prepare('SELECT * FROM batch_counts WHERE n > 0 ORDER BY batch, state').all()
  const read = tables.map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()])
  return { ...(Object.fromEntries(read) as Content), counts }
}

/** What is in it, as this version keeps it: what other desks sent had no stock number. */
function before(): Content {
  const db = new DatabaseSync(path, { readOnly: true })
  const content = contentOf(db)
  db.close()
  return {
    ...content,
    team_writes: (content.team_writes ?? []).map((write) => ({ ...write, stock_key: null })),
  }
}

test('a journal of the version before is brought to this one with all that is in it', () => {
  put('journal')
  const old = before()
  for (const table of tables) expect(old[table], table).not.toHaveLength(0)
  const journal = new Journal(path, systemClock)
  expect(journal.damage).toBeNull()
  expect(contentOf(journal.db)).toEqual(old)
  expect(journal.db.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  expect(journal.db.prepare('PRAGMA quick_check').get()).toEqual({ quick_check: 'ok' })
  expect(journal.db.prepare('PRAGMA user_version').get()).toEqual({ user_version: journalSchema.version })
  journal.close()
})

test('its tables, indexes and rules are those of a new journal', () => {
  put('journal')
  const namesOf = (db: DatabaseSync) =>
    db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
  const journal = new Journal(path, systemClock)
  const fresh = new Journal(join(dir, 'new', 'journal.db'), systemClock)
  expect(namesOf(journal.db)).toEqual(namesOf(fresh.db))
  journal.close()
  fresh.close()
})

test('a row that can’t be read is as unreadable after it as it was', () => {
  put(
    'journal',
    `DROP TRIGGER rows_frozen; PRAGMA ignore_check_constraints = 1;
     UPDATE rows SET payload = '{"cut' WHERE state = 'in-doubt'`,
  )
  noteCleanEnd(path)
  const old = before()
  const journal = new Journal(path, systemClock)
  expect(contentOf(journal.db)).toEqual(old)
  expect(() => journal.db.exec(`UPDATE rows SET problems = '{'`)).toThrow('constraint')
  journal.close()
})

test('an archived batch of the version before can be read', () => {
  put('archive')
  const old = before()
  const archive = openArchive(path)
  expect(contentOf(archive.db)).toEqual(old)
  expect([...archive.rows.walk(1)].map(({ state }) => state)).toEqual(['done', 'done', 'failed'])
  archive.close()
})

test('a journal of an older version is refused in words, and left as it is', () => {
  put('journal', 'PRAGMA user_version = 21')
  const old = before()
  expect(() => new Journal(path, systemClock)).toThrow(
    expect.objectContaining({ code: 'storage', details: { reason: 'older-version' } }),
  )
  expect(before()).toEqual(old)
})

test('an archived batch of an older version is refused, and left as it is', () => {
  put('archive', 'PRAGMA user_version = 21')
  expect(() => openArchive(path)).toThrow(
    expect.objectContaining({ code: 'storage', details: { reason: 'older-version', path } }),
  )
})
