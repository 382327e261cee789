import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { JournalPart } from '#shared/batch/journal-state.ts'
import { storedFlag } from '../../storage/row-query.ts'
import type { PageFindings } from './page-findings.ts'
import type { RowCopier } from './row-copier.ts'
import type { Salvaged } from './salvaged.ts'
import { readStored } from '../../storage/stored-record.ts'

/** Writes down, for each batch, how many of its rows could not be read, and what is known of them. */
export function noteLosses(
  into: DatabaseSync,
  found: PageFindings,
  copier: RowCopier,
  whole: ReadonlySet<string>,
): Omit<Salvaged, 'identity' | 'isWhole'> {
  const losses = new Losses(into, found, whole.has('rows'))
  // Neither the name nor a row of a batch is here, but its counts are, or entries of its rows.
  const counted = [...found.counts].flatMap(([seq, rows]) => (rows > 0 ? [seq] : []))
  copier.ensureBatches([...counted, ...[...found.rowEntries.values()].map(({ batch }) => batch)])
  const unreadable = losses.noteRows()
  const lostAttempts = losses.standInForAttempts()
  const lost: [JournalPart, boolean][] = [
    ['batches', copier.unnamed > 0 || (!whole.has('batches') && unreadable === null)],
    ['attempts', lostAttempts > 0],
    ['kept', !whole.has('kept_rows') && losses.hasArchived()],
    ['holds', !whole.has('holds')],
    ['looks', !whole.has('looks')],
  ]
  return {
    batches: copier.copied('batches'),
    rows: copier.copied('rows'),
    attempts: copier.copied('attempts'),
    unreadable,
    lost: lost.flatMap(([part, isLost]) => (isLost ? [part] : [])),
  }
}

const batchSchema = z.object({
  seq: z.int(),
  state: z.string(),
  rows: z.int(),
  earlier: z.int().nullable(),
  archived: storedFlag,
})
const owedSchema = z.object({ id: z.int(), missing: z.int() })
const idSchema = z.object({ id: z.int() })

class Losses {
  readonly #into: DatabaseSync
  readonly #found: PageFindings
  readonly #isWhole: boolean

  constructor(into: DatabaseSync, found: PageFindings, isWhole: boolean) {
    this.#into = into
    this.#found = found
    this.#isWhole = isWhole
  }

  /** @returns rows that can't be read; null if their number is unknown */
  noteRows(): number | null {
    const here = this.#ids('rows')
    this.#keepEntries(here)
    const entries = countBy([...this.#found.rowEntries.values()].map(({ batch }) => batch))
    const note = this.#into.prepare('UPDATE batches SET unreadable = ? WHERE seq = ?')
    let sum: number | null = 0
    for (const batch of this.#batches()) {
      const missing = this.#missing(batch, entries.get(batch.seq) ?? 0)
      const unreadable = missing === null || batch.earlier === null ? null : missing + batch.earlier
      if (unreadable !== 0) note.run(unreadable, batch.seq)
      sum = sum === null || unreadable === null ? null : sum + unreadable
    }
    return sum === null || (this.#batches().length === 0 && !this.#isWhole) ? null : sum
  }

  /** Whether rows of any batch are in the archive. */
  hasArchived(): boolean {
    return this.#batches().some(({ archived }) => archived)
  }

  /** The journal's counts and the entries of its indexes both tell how many rows there were. */
  #missing({ seq, rows, state, archived }: z.infer<typeof batchSchema>, entries: number): number | null {
    if (archived) return 0
    const expected = Math.max(this.#found.counts.get(seq) ?? 0, entries)
    if (expected >= rows && (expected > 0 || state === 'planning')) return expected - rows
    return this.#isWhole ? 0 : null
  }

  /** What the indexes say of rows that are lost: enough to know the same row again. */
  #keepEntries(here: ReadonlySet<number>): void {
    const batches = new Set(this.#batches().flatMap(({ seq, archived }) => (archived ? [] : [seq])))
    const insert = this.#into.prepare(
      'INSERT OR IGNORE INTO lost_rows (batch, line, state, fingerprint) VALUES (?, ?, ?, ?)',
    )
    for (const [id, { batch, line, state }] of this.#found.rowEntries)
      if (!here.has(id) && batches.has(batch))
        insert.run(batch, line, state, this.#found.fingerprints.get(id) ?? null)
  }

  /**
   * An attempt that can't be read has one in its place, with its own number if that is known: whatever asks when a row
   * was sent, or what was sent after it, must not take it for one that never was.
   * @returns how many there are
   */
  standInForAttempts(): number {
    const rows = this.#ids('rows')
    const attempts = this.#ids('attempts')
    const owing = new Set(this.#owed().map(({ id }) => id))
    let made = 0
    for (const [id, row] of this.#found.attemptRows)
      if (rows.has(row) && !attempts.has(id) && (row !== id || owing.has(row))) made += this.#standIn(row, id)
    for (const { id, missing } of this.#owed())
      for (let n = 0; n < missing; n += 1) made += this.#standIn(id, null)
    return made
  }

  #standIn(row: number, id: number | null): number {
    const { changes } = this.#into
      .prepare(
        `INSERT OR IGNORE INTO attempts (id, row, kind, request_hash, started_at, ended_at, outcome, error_code)
         SELECT ?, rows.id, 'send', '', created_at, created_at, 'in-doubt', 'journal-behind'
         FROM rows JOIN batches ON batches.seq = rows.batch WHERE rows.id = ?`,
      )
      .run(id, row)
    return Number(changes)
  }

  /** Rows that were sent more often than there are attempts. */
  #owed(): z.infer<typeof owedSchema>[] {
    return this.#into
      .prepare(
        `SELECT rows.id, attempts - (SELECT count(*) FROM attempts WHERE attempts.row = rows.id AND kind = 'send') AS missing
         FROM rows WHERE attempts > (SELECT count(*) FROM attempts WHERE attempts.row = rows.id AND kind = 'send')`,
      )
      .all()
      .map((row) => readStored(owedSchema, row, 'journal.db, rows'))
  }

  #batches(): z.infer<typeof batchSchema>[] {
    return this.#into
      .prepare(
        `SELECT seq, state, unreadable AS earlier, archived_at IS NOT NULL AS archived,
           (SELECT count(*) FROM rows WHERE batch = seq) AS rows FROM batches`,
      )
      .all()
      .map((row) => readStored(batchSchema, row, 'journal.db, batches'))
  }

  #ids(table: 'rows' | 'attempts'): ReadonlySet<number> {
    return new Set(
      this.#into
        .prepare(`SELECT id FROM ${table}`)
        .all()
        .map((row) => readStored(idSchema, row, 'journal.db, rows').id),
    )
  }
}

function countBy(values: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
