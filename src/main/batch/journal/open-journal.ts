import { existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { openUnlessDamaged, type DatabaseOptions, type SoundDatabase } from '../../storage/database.ts'
import { FileDatabase } from '../../storage/file-database.ts'
import type { Clock } from '../../system/clock.ts'
import type { Backup, Backups } from './backups.ts'
import { hasItsRules, journalSchema } from './journal-schema.ts'

/** Why the journal can't be used: it can't be read, or it is gone though its mark or a backup is there. */
export interface JournalDamage {
  readonly reason: 'damaged' | 'missing'
  readonly path: string
  /** The backup that can take its place, and is shown meanwhile; null if there is none. */
  readonly backup: Backup | null
}

export interface OpenJournal {
  readonly db: DatabaseSync
  /** False if the whole file is still to be checked, and nothing may be sent before. */
  readonly isChecked: boolean
  /** Not null if `db` is only the newest backup, which is not written: nothing may be sent or planned. */
  readonly damage: JournalDamage | null
}

/** Place of the journal and the files next to it. */
export interface JournalFiles {
  readonly path: string
  readonly markPath: string
  readonly backups: Backups
  readonly clock: Clock
}

/**
 * Opens (or makes) the journal. A damaged one stays as it is until a person chooses what takes its place.
 * @throws Fault `storage` if the file has other tables, or can't be opened or written
 */
export function openJournal(files: JournalFiles): OpenJournal {
  const { path, markPath, backups, clock } = files
  const hadOne = existsSync(markPath) || backups.all().length > 0
  const reason = isEmpty(path) && hadOne ? 'missing' : 'damaged'
  const sound = reason === 'missing' ? null : openSoundJournal(path, clock)
  return sound === null ? openBackup(reason, files) : { ...sound, damage: null }
}

/** Opens a journal whose tables have all their rules; null if it is damaged. @throws Fault `storage` */
export function openSoundJournal(path: string, clock: Clock): SoundDatabase | null {
  const opened = openUnlessDamaged(optionsOf(path, clock))
  if (opened === null || hasItsRules(opened.db)) return opened
  opened.db.close()
  return null
}

/** The newest sound backup in the place of a journal that can't be used. */
export function openBackup(
  reason: JournalDamage['reason'],
  { path, backups, clock }: Omit<JournalFiles, 'markPath'>,
): OpenJournal {
  const backup = backups.newest()
  const db =
    backup === null
      ? openUnlessDamaged(optionsOf(':memory:', clock))?.db
      : new FileDatabase(backup.path, { readOnly: true })
  if (db === undefined) throw new Error('SQLite has no memory')
  return { db, isChecked: true, damage: { reason, path, backup } }
}

const optionsOf = (path: string, clock: Clock): DatabaseOptions => ({
  path,
  schema: journalSchema,
  synchronous: 'FULL',
  now: () => clock.now(),
  trustCleanEnd: true,
})

/** An empty file without a mark is a first start that was killed. */
const isEmpty = (path: string): boolean =>
  !existsSync(path) || (statSync(path).size === 0 && !existsSync(`${path}-wal`))
