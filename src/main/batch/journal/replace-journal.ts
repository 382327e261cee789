import { type JournalTables, tablesOf } from './journal-tables.ts'
import type { Missing } from './mark.ts'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { renameHeld, syncDirectory } from '../../storage/atomic-file.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { Clock } from '../../system/clock.ts'
import type { Backup } from './backups.ts'
import { type JournalFiles, openSoundJournal } from './open-journal.ts'

/**
 * Cleans up after a process that ended. Rows that were being sent are in doubt, unfinished plans are removed, running
 * batches are paused, and cancelled ones have no row left to send. A batch that waited for its quota keeps waiting,
 * unless one of its rows is in doubt now. To be run in a transaction.
 * @param at the time now, ISO 8601
 * @returns how many rows are in doubt now
 */
export function cleanUp({ batches, rows, attempts }: JournalTables, at: string): number {
  batches.dropUnplanned()
  batches.pauseInterrupted()
  batches.reopenPlanned()
  rows.skipCancelled(at)
  const doubtful = rows.doubtSending(at)
  attempts.endOrphans(at)
  return doubtful
}

/**
 * Puts every row in doubt that may have been sent without the journal's knowledge. A row that failed, was in conflict
 * or is in an unconfirmed undo may have been planned again and sent: if claims are missing, these are in doubt, too. No
 * stock file creates anything before a plan of it was looked at again. To be run in a transaction.
 * @param at the time now, ISO 8601
 * @returns how many rows are in doubt now
 */
export function doubtMissing(tables: JournalTables, { lost, ofAnyBatch }: Missing, at: string): number {
  const { batches, attempts, rows, sources, unknownSends } = tables
  sources.unlookAll(at)
  if (ofAnyBatch) unknownSends.add(at, lost)
  if (lost !== 0) planStopped(tables, at)
  const open = batches.list().filter(({ batch }) => batch.state !== 'preview' && batch.counts.planned > 0)
  const doubtful = open.map(({ seq }) => {
    attempts.assumeSent(seq, at)
    return rows.doubtPlanned(seq, at)
  })
  for (const stored of open) batches.recomputeState(stored, at)
  return doubtful.reduce((sum, count) => sum + count, 0)
}

function planStopped({ batches, previews, rows }: JournalTables, at: string): void {
  for (const { seq, batch } of batches.list()) {
    if (batch.state === 'preview') {
      previews.chooseAll(seq, at)
      previews.approve(seq, null)
    }
    rows.planStopped(seq, at)
  }
}

/** Facts about a journal that was replaced. */
export interface Replaced {
  /** Claims that the new one doesn't know; null if their number is unknown. */
  readonly lost: number | null
  /** Place where the old one is now; null if it was gone. */
  readonly setAside: string | null
}

const suffixes = ['', '-wal', '-shm'] as const

/**
 * Puts a copy of a backup, or an empty journal, in the place of the journal. The old one is set aside and has to be
 * closed. What may have been sent since the backup is in doubt before its copy gets there: an end in between leaves a
 * missing journal.
 * @param at the time now, ISO 8601
 */
export function replaceJournal(
  { path, markPath, clock }: JournalFiles,
  backup: Backup | null,
  at: string,
): Replaced {
  const draft = join(`${path}.new`, basename(path))
  rmSync(dirname(draft), { recursive: true, force: true })
  mkdirSync(dirname(draft), { mode: 0o700 })
  if (backup !== null) copyFileSync(backup.path, draft)
  const { lost } = fill(draft, markPath, clock, at)
  const setAside = `${path}.damaged-${at.replaceAll(':', '-')}`
  const existed = existsSync(path)
  for (const suffix of suffixes) if (existsSync(path + suffix)) renameHeld(path + suffix, setAside + suffix)
  renameHeld(draft, path)
  syncDirectory(dirname(path))
  rmSync(dirname(draft), { recursive: true, force: true })
  return { lost, setAside: existed ? setAside : null }
}

/** A batch that goes on in the backup may have been cancelled since: it waits for a person. */
function fill(draft: string, markPath: string, clock: Clock, at: string): Missing {
  const opened = openSoundJournal(draft, clock)
  if (opened === null) throw new Error('The copy of a sound backup is damaged')
  const { db } = opened
  try {
    return inTransaction(db, () => {
      const tables = tablesOf(db, markPath)
      const missing = tables.mark.missing()
      tables.batches.pauseAll()
      cleanUp(tables, at)
      if (missing.lost === 0) tables.sources.unlookAll(at)
      else doubtMissing(tables, missing, at)
      return missing
    })
  } finally {
    db.close()
  }
}
