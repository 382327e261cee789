import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openUnlessDamaged } from '../../storage/database.ts'
import type { Clock } from '../../system/clock.ts'
import { journalSchema } from './journal-schema.ts'
import type { Backups } from './backups.ts'
import { salvage, type SalvageSources } from './salvage.ts'
import type { Salvaged } from './salvaged.ts'

/** Why the journal can't be used: it can't be read, or it is gone though its mark is there. */
export interface JournalDamage {
  readonly reason: 'damaged' | 'missing'
  readonly path: string
  readonly read: Salvaged
  /** Claims that only the mark, or its copy in the settings, knows. */
  readonly lost: number
}

export interface OpenJournal {
  readonly db: DatabaseSync
  /** False if the whole file is still to be checked, and nothing may be sent before. */
  readonly isChecked: boolean
  /** Not null if `db` is only a picture in memory of what could be read: nothing may be sent or planned. */
  readonly damage: JournalDamage | null
}

/** Where the journal and what is kept beside it are. */
export interface JournalFiles {
  readonly path: string
  readonly markPath: string
  readonly backups: Backups
  readonly clock: Clock
}

/**
 * Opens (or makes) the journal. A damaged one stays as it is until a person chooses what becomes of it; what can be read
 * of it is shown meanwhile.
 * @throws Fault `storage` if the file has other tables, or can't be opened or written
 */
export function openJournal(files: JournalFiles): OpenJournal {
  const { path, markPath, backups, clock } = files
  const hadOne = existsSync(markPath) || backups.all().length > 0
  const reason = isEmpty(path) && hadOne ? 'missing' : 'damaged'
  const sound = reason === 'missing' ? null : openUnlessDamaged(optionsOf(path, clock))
  return sound === null ? pictureOf(reason, files) : { ...sound, damage: null }
}

/** What can be read of a damaged or missing journal, in memory. */
export function pictureOf(
  reason: JournalDamage['reason'],
  { path, backups, clock }: Omit<JournalFiles, 'markPath'>,
): OpenJournal {
  const picture = openUnlessDamaged(optionsOf(':memory:', clock))
  if (picture === null) throw new Error('SQLite has no memory')
  const read = salvage(sourcesOf({ reason, path }, backups), picture.db)
  return { db: picture.db, isChecked: true, damage: { reason, path, read, lost: 0 } }
}

const optionsOf = (path: string, clock: Clock) =>
  ({
    path,
    schema: journalSchema,
    synchronous: 'FULL',
    now: () => clock.now(),
    trustCleanEnd: true,
  }) as const

/** An empty file without a mark is a first start that was killed. */
const isEmpty = (path: string): boolean =>
  !existsSync(path) || (statSync(path).size === 0 && !existsSync(`${path}-wal`))

/** The journal that was set aside last, if a choice was interrupted before its new file was in place. */
function newestSetAside(path: string): string | null {
  const prefix = `${basename(path)}.damaged-`
  const names = readdirSync(dirname(path)).filter(
    (name) => name.startsWith(prefix) && !/-(wal|shm)$/.test(name),
  )
  const newest = names.sort().at(-1)
  return newest === undefined ? null : join(dirname(path), newest)
}

/**
 * From what a journal is salvaged. One that was set aside earlier may be another one altogether, so that it is read only if
 * there is nothing else.
 */
export function sourcesOf(
  { reason, path }: Pick<JournalDamage, 'reason' | 'path'>,
  backups: Backups,
): SalvageSources {
  const backup = backups.newest()
  if (reason === 'damaged') return { file: path, backup }
  return { file: backup === null ? newestSetAside(path) : null, backup }
}

/** Where a new journal is made, with its own mark, before it takes the damaged one's place. */
export const draftOf = (path: string): string => join(`${path}.new`, basename(path))

const suffixes = ['', '-wal', '-shm'] as const

export function dropDraft(path: string): void {
  rmSync(dirname(draftOf(path)), { recursive: true, force: true })
}

/** Sets the damaged journal aside and puts the closed draft in its place. @returns where the damaged one is now */
export function putInPlace(path: string, at: string): string | null {
  const setAside = `${path}.damaged-${at.replaceAll(':', '-')}`
  const existed = existsSync(path)
  for (const suffix of suffixes) if (existsSync(path + suffix)) renameSync(path + suffix, setAside + suffix)
  renameSync(draftOf(path), path)
  dropDraft(path)
  return existed ? setAside : null
}
