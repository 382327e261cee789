import { closeSync, existsSync, openSync, promises, readdirSync, rmSync, statSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { syncDirectory, renameHeld } from '../../storage/atomic-file.ts'
import { savedVersion, versionOf } from '../../storage/database.ts'
import { isSound } from '../../storage/database-check.ts'
import { FileDatabase } from '../../storage/file-database.ts'
import { freeze } from '../../storage/transactions.ts'
import { StrictQuery } from '../../storage/row-query.ts'
import { makeFolder } from '../../system/make-folder.ts'
import { hasItsRules, journalSchema } from './journal-schema.ts'

/** A copy of the journal, and the time of it. */
export interface Backup {
  readonly path: string
  /** ISO 8601. */
  readonly at: string
}

/** The newest one may be damaged, too. */
const kept = 2

const draftPrefix = 'new-'
/** No backup takes an hour. */
const leftAfterMs = 3_600_000

/** Pages that are copied at once, in a thread of Node's own: main waits for none of them. */
const pagesAtOnce = 1_000

/** Numbered, because a clock may be set back: `000012 2026-11-23T10-20-30.000Z.db`. */
const namePattern = /^(\d{6}) (\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/

/** Sound copies of the journal in a folder next to it, used if it is damaged. */
export class Backups {
  readonly #journal: string
  readonly #folder: string

  constructor(journal: string) {
    this.#journal = journal
    this.#folder = join(dirname(journal), 'backup')
  }

  /** The newest first; whether they are sound is not known. */
  all(): Backup[] {
    return this.#names().map((name) => ({
      path: join(this.#folder, name),
      at: name.replace(namePattern, '$2$3:$4:$5'),
    }))
  }

  /** The newest one that is sound and has these tables; null if there is none. */
  newest(): Backup | null {
    return this.all().find(({ path }) => isSoundFile(path)) ?? null
  }

  /** The newest sound one, if it knows of claims or batches that this journal doesn't; null otherwise. */
  newerThan(journal: DatabaseSync): Backup | null {
    if (!this.all().some(({ path }) => isNewer(path, journal))) return null
    const newest = this.newest()
    return newest && isNewer(newest.path, journal) ? newest : null
  }

  /**
   * Copies the journal as it is now, whatever is written to it meanwhile. A copy takes its place among the others only when
   * it was checked and is on the disk as a whole.
   * @param check whether a file is a sound database
   * @param at the time now, ISO 8601
   * @throws what SQLite and the file system throw; Fault `storage` if the copy isn't sound
   */
  async take(at: string, check: (path: string) => Promise<boolean>): Promise<void> {
    makeFolder(this.#folder)
    this.#sweep(at)
    // The process that has just given the journal up may be at one, too.
    const draft = join(this.#folder, `${draftPrefix}${randomUUID()}`)
    try {
      closeSync(openSync(draft, 'wx', 0o600))
      await copyInto(draft, this.#journal)
      if (!(await check(draft))) throw new Fault('storage', { reason: 'backup-damaged', path: this.#journal })
      renameHeld(draft, join(this.#folder, this.#nextName(at)))
    } finally {
      rmSync(draft, { force: true })
    }
    syncDirectory(this.#folder)
    for (const name of this.#names().slice(kept)) rmSync(join(this.#folder, name), { force: true })
  }

  /** Keeps them apart: the journal that is begun now is another one. */
  setAside(at: string): void {
    if (existsSync(this.#folder)) renameHeld(this.#folder, `${this.#folder}.damaged-${inName(at)}`)
  }

  /** Removes what a killed process left. */
  #sweep(at: string): void {
    for (const name of readdirSync(this.#folder).filter((each) => each.startsWith(draftPrefix))) {
      const path = join(this.#folder, name)
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity }
      if (mtimeMs < Date.parse(at) - leftAfterMs) rmSync(path, { force: true })
    }
  }

  #nextName(at: string): string {
    const [last] = this.#names()
    const number = last === undefined ? 1 : Number(last.slice(0, 6)) + 1
    return `${String(number).padStart(6, '0')} ${inName(at)}.db`
  }

  /** The newest first. */
  #names(): string[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder)
      .filter((name) => namePattern.test(name))
      .sort()
      .toReversed()
  }
}

/** Windows allows no colon in a file's name. */
const inName = (at: string): string => at.replaceAll(':', '-')

async function copyInto(draft: string, journal: string): Promise<void> {
  const source = new FileDatabase(journal, { readOnly: true })
  try {
    freeze(source)
    source.prepare('SELECT 1 FROM sqlite_schema').get()
    await backup(source, draft, { rate: pagesAtOnce })
  } finally {
    source.close()
  }
  // One file alone, without a write-ahead log.
  const copy = new FileDatabase(draft)
  try {
    copy.exec('PRAGMA journal_mode = DELETE')
  } finally {
    copy.close()
  }
  const file = await promises.open(draft, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function isSoundFile(path: string): boolean {
  try {
    using db = new FileDatabase(path, { readOnly: true })
    return savedVersion(db) === versionOf(journalSchema) && isSound(db) && hasItsRules(db)
  } catch {
    return false
  }
}

const knownSchema = z.object({ id: z.string(), claims: z.int(), batches: z.int() })
type Known = z.infer<typeof knownSchema>

const knownOf = (db: DatabaseSync): Known =>
  new StrictQuery(
    knownSchema,
    `SELECT id, claims, (SELECT coalesce(max(seq), 0) FROM batches
           WHERE state <> 'planning' AND NOT preview) AS batches FROM identity`,
  ).one(db)

/** An undo that was not confirmed may have been discarded since: it makes nothing newer. */
function isNewer(path: string, journal: DatabaseSync): boolean {
  try {
    using db = new FileDatabase(path, { readOnly: true })
    const then = knownOf(db)
    const now = knownOf(journal)
    const isSame = then.id === now.id || now.batches === 0
    return isSame && (then.claims > now.claims || (then.claims === now.claims && then.batches > now.batches))
  } catch {
    return false
  }
}
