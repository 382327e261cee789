import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncDirectory } from '../../storage/atomic-file.ts'
import { inTransaction } from '../../storage/transactions.ts'
import type { Clock } from '../../system/clock.ts'
import type { Backup } from './backups.ts'
import { cleanUp, doubtMissing } from './doubt-missing.ts'
import { JournalTables } from './journal-tables.ts'
import type { Missing } from './mark.ts'
import { openSoundJournal, type JournalFiles } from './open-journal.ts'

/** Facts about a journal that was replaced. */
export interface Replaced {
  /** Claims that the new one doesn't know; null if nothing tells how many. */
  readonly lost: number | null
  /** Where the old one is now; null if it was gone. */
  readonly setAside: string | null
}

const suffixes = ['', '-wal', '-shm'] as const

/**
 * Puts a copy of a backup, or an empty journal, in the place of the journal, which is set aside and has to be closed. What
 * may have been sent since the backup is in doubt before its copy gets there: an end in between leaves a missing journal.
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
  for (const suffix of suffixes) if (existsSync(path + suffix)) renameSync(path + suffix, setAside + suffix)
  renameSync(draft, path)
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
      const tables = new JournalTables(db, markPath)
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
