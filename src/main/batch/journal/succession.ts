import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { JournalTables } from './journal-tables.ts'
import { addUnknown, doubtPlanned } from './lost-time.ts'
import {
  anyBatch,
  lostSince,
  noBatch,
  type Count,
  type Lost,
  type RememberedMark,
  type Touched,
} from './mark-comparison.ts'
import { MarkFile, type Mark } from './mark-file.ts'
import type { Salvaged } from './salvaged.ts'
import { readStored } from '../../storage/stored-record.ts'

/** What is known of a damaged journal when a new one takes its place. */
export interface Predecessor {
  /** What the new journal has of it; null if nothing was taken over. */
  readonly read: Salvaged | null
  /** What it says of itself, if that can be read. */
  readonly identity: Count | null
  readonly mark: Mark | null
  /** Whether a newer mark than this one may be lost. */
  readonly isMarkWhole: boolean
  /** The mark's copy in the settings. */
  readonly remembered: Count | null
}

/** What the new journal says of itself, and the claims of which nothing is known but their number. */
export interface Succession {
  readonly count: Count
  readonly lost: number
}

/**
 * Compares a new journal with all that is known of the damaged one, before anything of that is forgotten: what may have
 * been sent is put in doubt or listed, as after a journal that went back in time. The mark belongs to the new journal
 * from then on. To be run in a transaction.
 * @param at the time now, ISO 8601
 */
export function succeed(tables: JournalTables, before: Predecessor, at: string): Succession {
  const { mark } = before
  const journal = journalOf(before) ?? tables.highWater.id
  const known = { journal, claims: claimsIn(tables.db, before, journal) }
  const found = lostOf(known, before)
  const { lost } = found
  tables.highWater.takeOver(known, mark !== null)
  const touched = touchedOf(found, before)
  const isUntold = !touched.others && mayLack(tables.db, known.claims, before)
  if (!isCurrent(lost, before)) doubtPlanned(tables, lost, touched, at)
  // A batch that the mark lists was sent, whatever the numbers say.
  const listed = new Set(mark?.recent.map(([id]) => id))
  addUnknown(tables, { listed, others: isUntold }, at)
  tables.sources.unlookAll(at)
  return { count: { ...known, claims: known.claims + lost }, lost }
}

/** Whether a backup knows of every claim that ever was made: then nothing was sent since, and what is planned stays so. */
const isCurrent = (lost: number, { read, mark, isMarkWhole }: Predecessor): boolean =>
  lost === 0 && read?.base != null && mark !== null && isMarkWhole

/** In a backup, rows may be stopped that a person planned again since: if nothing tells of what batch, those of all are. */
function touchedOf({ lost, touched }: Lost, { read, mark, isMarkWhole }: Predecessor): Touched {
  if (read?.base != null && (mark === null || !isMarkWhole)) return anyBatch
  return lost > 0 ? touched : noBatch
}

/** What is known of a journal whose successor has `read` of it. */
export function predecessorOf(
  read: Salvaged | null,
  markPath: string,
  remembered: RememberedMark,
  identity: Count | null = read?.identity ?? null,
): Predecessor {
  const file = new MarkFile(markPath)
  const mark = file.read()
  return { read, identity, mark, isMarkWhole: file.isWhole, remembered: remembered.load() }
}

const journalOf = ({ read, mark, identity, remembered }: Predecessor): string | null =>
  mark?.journal ??
  identity?.journal ??
  read?.base?.count.journal ??
  (remembered?.journal === '' ? null : (remembered?.journal ?? null))

/** Claims that the new journal knows. If the damaged one's count can't be read, there was one for each attempt of its own. */
function claimsIn(db: DatabaseSync, { read, identity }: Predecessor, journal: string): number {
  if (read === null) return 0
  if (read.base !== null) return read.base.count.journal === journal ? read.base.count.claims : 0
  if (identity === null) return numberOf(db, ownSends)
  return identity.journal === journal ? identity.claims : 0
}

/** If some claims are known, but not the damaged journal's own count, nothing tells which of all are the lost ones. */
function lostOf(known: Count, { read, identity, mark, remembered }: Predecessor): Lost {
  const [one, other] = [lostSince(known, mark, remembered), lostSince(known, mark, identity)]
  const most = other.lost > one.lost ? other : one
  return identity === null && known.claims > 0 && read?.base == null
    ? { ...most, touched: { ...most.touched, others: true } }
    : most
}

/** Whether more was sent than there is any trace of. */
function mayLack(db: DatabaseSync, claims: number, { read, identity, mark }: Predecessor): boolean {
  if (read?.isWhole || read?.base != null) return false
  if (identity === null && mark === null) return true
  return read !== null && numberOf(db, traces) < claims && numberOf(db, unnumbered) === 0
}

const ownSends = `SELECT count(*) AS n FROM attempts WHERE kind = 'send' AND error_code IS NOT 'journal-behind'`
const traces = `SELECT (SELECT count(*) FROM attempts WHERE kind = 'send')
  + (SELECT total(unreadable) FROM batches) AS n`
const unnumbered = 'SELECT count(*) AS n FROM batches WHERE unreadable IS NULL'

const numberSchema = z.object({ n: z.number() })
const numberOf = (db: DatabaseSync, sql: string): number =>
  readStored(numberSchema, db.prepare(sql).get(), 'journal.db, attempts').n
