import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { FileDatabase } from '../../storage/file-database.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { Backup } from './backups.ts'
import { dropUnplanned } from './batch-table.ts'
import { columnsOf, DamagedFile } from './damaged-file.ts'
import type { Count } from './mark-comparison.ts'
import { RowCopier } from './row-copier.ts'
import { StockCopier, stockTables } from './stock-copier.ts'
import { claimRefusal } from './stock-refusals.ts'
import { noteLosses } from './salvage-losses.ts'
import type { Salvaged } from './salvaged.ts'
import { readStored } from '../../storage/stored-record.ts'

/** In the order of their references. */
const ofBackup = [
  'batches',
  'stock_sources',
  'rows',
  'lost_rows',
  'attempts',
  'uncached_rows',
  'holds',
  'looks',
  'order_status_writes',
  ...stockTables,
] as const

/** What a damaged file may know beyond the backup. */
const ofFile = [
  'batches',
  'stock_sources',
  'rows',
  'lost_rows',
  'attempts',
  'holds',
  'looks',
  'order_status_writes',
  ...stockTables,
] as const

/** Where a journal is salvaged from. */
export interface SalvageSources {
  /** The damaged file; null if it is gone. */
  readonly file: string | null
  readonly backup: Backup | null
}

/**
 * Fills a new, empty journal with the newest backup, and with what SQLite can still read of the damaged file: results of
 * rows that were sent since, and batches that were planned since. Without a backup, all of it is what SQLite can read.
 * Neither file is written. What the new journal's own rules refuse is left out and counts as unreadable.
 */
export function salvage({ file, backup }: SalvageSources, into: DatabaseSync): Salvaged {
  const base = backup === null ? null : { at: backup.at, count: copyBackup(backup.path, into) }
  if (file === null) return { ...unread, base, lost: base === null ? unread.lost : [] }
  const damaged = new DamagedFile(file)
  try {
    return { ...inTransaction(into, () => readInto(damaged, into)), base }
  } finally {
    damaged.close()
  }
}

const unread: Omit<Salvaged, 'base'> = {
  unreadable: null,
  lost: ['batches', 'attempts', 'holds', 'statuses'],
  identity: null,
  isWhole: false,
}

const countSchema = z.object({ journal: z.string(), claims: z.int() })

/** Nothing is sent again by itself: a batch that was cancelled since may be waiting in the backup. */
const pauseWaiting = `UPDATE batches SET state = 'paused', pause_reason = 'restart', wakes_at = NULL, waits_since = NULL
  WHERE state IN ('waiting', 'running')`

/** What is only being planned is dropped again, and might break the rules of keys before that. */
const butPlanning: Readonly<Partial<Record<(typeof ofBackup)[number], string>>> = {
  stock_files: 'WHERE taken_at IS NOT NULL',
  keyed_rows: `WHERE row NOT IN (SELECT rows.id FROM base.rows JOIN base.batches ON batches.seq = rows.batch
    WHERE batches.state = 'planning')`,
}

/** @returns what the backup says of itself */
function copyBackup(path: string, into: DatabaseSync): Count {
  into.prepare('ATTACH ? AS base').run(path)
  try {
    return inTransaction(into, () => {
      for (const table of ofBackup) {
        const columns = columnsOf(into, table).join(', ')
        into.exec(
          `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM base.${table} ${butPlanning[table] ?? ''}`,
        )
      }
      into.exec('INSERT OR REPLACE INTO stock_revision SELECT * FROM base.stock_revision')
      // What was being planned may have been planned and sent since: the file or the mark knows.
      dropUnplanned(into)
      // What went on after the backup took requests that it doesn't know.
      into.exec(`UPDATE batches SET requests = NULL WHERE state NOT IN ('finished', 'cancelled')`)
      into.exec(pauseWaiting)
      const identity = into.prepare('SELECT id AS journal, claims FROM base.identity').get()
      return readStored(countSchema, identity, 'journal.db, identity')
    })
  } finally {
    into.exec('DETACH base')
  }
}

function readInto(damaged: DamagedFile, into: DatabaseSync): Omit<Salvaged, 'base'> {
  // A batch may undo one that can't be read.
  into.exec('PRAGMA defer_foreign_keys = ON')
  const copier = new RowCopier(into, damaged)
  const stock = new StockCopier(into, damaged)
  const whole = new Set<string>()
  // A result is no claim: what must not be sent any more may have been sent before that.
  into.exec('DROP TRIGGER rows_refused_by_key')
  for (const table of ofFile) {
    const columns = columnsOf(into, table)
    const { rows, isWhole } = damaged.read(table, columns)
    for (const row of rows) if (!stock.copy(table, row, (id) => copier.isAdded(id))) copier.copy(table, row)
    if (isWhole()) whole.add(table)
  }
  stock.finish()
  into.exec(claimRefusal)
  return {
    ...noteLosses(into, damaged, copier, { whole, hasStock: stock.hasAny }),
    identity: identityOf(damaged),
    isWhole: wholeOfSends.every((table) => whole.has(table)),
  }
}

const placeSchema = z.object({ journal: z.string(), claims: z.int(), batches: z.int() })
const placeOf = (db: DatabaseSync): z.infer<typeof placeSchema> =>
  readStored(
    placeSchema,
    db
      .prepare(
        `SELECT id AS journal, claims, (SELECT coalesce(max(seq), 0) FROM batches
           WHERE state <> 'planning' AND NOT preview) AS batches FROM identity`,
      )
      .get(),
    'journal.db, identity',
  )

/** How many claims and batches a backup knows that its journal doesn't; null if it knows no more, or can't be read. */
export function knownBeyond(journal: DatabaseSync, path: string): { claims: number; batches: number } | null {
  try {
    const backup = new FileDatabase(path, { readOnly: true })
    try {
      const [now, then] = [placeOf(journal), placeOf(backup)]
      const [claims, batches] = [then.claims - now.claims, then.batches - now.batches]
      const isSame = now.journal === then.journal || now.batches === 0
      return isSame && (claims > 0 || batches > 0) ? { claims: Math.max(0, claims), batches } : null
    } finally {
      backup.close()
    }
  } catch {
    return null
  }
}

/** Puts batches and results that a backup knows into a journal that went back in time. */
export function takeOver({ path }: Backup, journal: DatabaseSync): void {
  const backup = new DamagedFile(path)
  try {
    inTransaction(journal, () => readInto(backup, journal))
  } finally {
    backup.close()
  }
}

const wholeOfSends = ['batches', 'rows', 'attempts'] as const
const idOfJournal = /^[0-9a-f]{16}$/

function identityOf(damaged: DamagedFile): Count | null {
  const [row] = [...damaged.read('identity', ['id', 'claims']).rows]
  const { id, claims } = row ?? {}
  if (typeof id !== 'string' || !idOfJournal.test(id)) return null
  return Number.isSafeInteger(claims) && Number(claims) >= 0 ? { journal: id, claims: Number(claims) } : null
}
