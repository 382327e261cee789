import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { journalParts, type JournalPart } from '#shared/batch/journal-state.ts'
import { rowStates } from '#shared/batch/row.ts'
import type { DamagedFile } from './damaged-file.ts'
import type { RowCopier } from './row-copier.ts'
import type { Salvaged } from './salvaged.ts'
import { stockTables } from './stock-copier.ts'
import { addForgotten } from './unnamed-batch.ts'
import { readStored } from '../../storage/stored-record.ts'

/** What an index says of a row, which is known even if the row itself is lost. */
const entrySchema = z.object({
  id: z.int(),
  batch: z.int().positive(),
  line: z.int(),
  state: z.enum(rowStates),
})
type Entry = z.infer<typeof entrySchema>

const countSchema = z.object({
  batch: z.int().positive(),
  state: entrySchema.shape.state,
  n: z.int().positive(),
})
const printSchema = z.object({ id: z.int(), fingerprint: z.string().length(22) })
const batchSchema = z.object({
  seq: z.int(),
  state: z.string(),
  rows: z.int(),
  earlier: z.int().nullable(),
})
const rowSchema = z.object({ id: z.int() })
const undoneSchema = z.object({ id: z.string() })
const numberSchema = z.object({ n: z.int() })

/**
 * Writes down, for each batch that only the damaged journal has, how many of its rows could not be read, and what is known
 * of them.
 */
export function noteLosses(
  into: DatabaseSync,
  damaged: DamagedFile,
  copier: RowCopier,
  { whole, hasStock }: { readonly whole: ReadonlySet<string>; readonly hasStock: boolean },
): Pick<Salvaged, 'unreadable' | 'lost'> {
  const counts = countsOf(damaged)
  const entries = whole.has('rows') ? [] : entriesOf(damaged)
  // Neither the name nor a row of a batch is here, but its counts are, or entries of its rows.
  for (const seq of [...counts.keys(), ...entries.map(({ batch }) => batch)]) copier.ensureBatch(seq)
  const losses = new Losses(into, copier.added, whole.has('rows'))
  losses.keepEntries(entries, damaged)
  const unreadable = losses.noteRows(counts, countBy(entries.map(({ batch }) => batch)))
  addUndone(into)
  const isLost: Readonly<Record<JournalPart, boolean>> = {
    batches: copier.unnamed > 0 || (!whole.has('batches') && unreadable === null),
    attempts: losses.standInForAttempts() > 0,
    holds: !whole.has('holds'),
    looks: !whole.has('looks'),
    links: hasStock && !['stock_sources', ...stockTables].every((table) => whole.has(table)),
    statuses: !whole.has('order_status_writes'),
  }
  return { unreadable, lost: journalParts.filter((part) => isLost[part]) }
}

/** How many rows each batch had. */
function countsOf(damaged: DamagedFile): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const row of damaged.read('batch_counts', ['batch', 'state', 'n']).rows) {
    const { data } = countSchema.safeParse(row)
    if (data) counts.set(data.batch, (counts.get(data.batch) ?? 0) + data.n)
  }
  return counts
}

const entriesOf = (damaged: DamagedFile): Entry[] =>
  damaged
    .readIndex('id, batch, line, state', 'rows_by_state')
    .flatMap((row) => entrySchema.safeParse(row).data ?? [])

/** A batch that was undone by one that could be read, but can't be read itself. */
function addUndone(into: DatabaseSync): void {
  const undone = into.prepare(
    'SELECT DISTINCT undo_of AS id FROM batches WHERE undo_of NOT IN (SELECT id FROM batches)',
  )
  for (const row of undone.all())
    addForgotten(into, readStored(undoneSchema, row, 'journal.db, batches').id, new Date(0).toISOString())
}

class Losses {
  readonly #into: DatabaseSync
  readonly #added: ReadonlySet<number>
  readonly #isWhole: boolean

  constructor(into: DatabaseSync, added: ReadonlySet<number>, isWhole: boolean) {
    this.#into = into
    this.#added = added
    this.#isWhole = isWhole
  }

  /** @returns rows that can't be read; null if their number is unknown */
  noteRows(counts: ReadonlyMap<number, number>, entries: ReadonlyMap<number, number>): number | null {
    const note = this.#into.prepare('UPDATE batches SET unreadable = ? WHERE seq = ?')
    let sum: number | null = 0
    for (const batch of this.#batches()) {
      const counted = Math.max(counts.get(batch.seq) ?? 0, entries.get(batch.seq) ?? 0)
      const missing = this.#missing(batch, counted)
      const unreadable = missing === null || batch.earlier === null ? null : missing + batch.earlier
      if (unreadable !== 0) note.run(unreadable, batch.seq)
      sum = sum === null || unreadable === null ? null : sum + unreadable
    }
    return sum === null || (this.#isEmpty() && !this.#isWhole) ? null : sum
  }

  #missing({ rows, state }: z.infer<typeof batchSchema>, counted: number): number | null {
    if (counted >= rows && (counted > 0 || state === 'planning')) return counted - rows
    return this.#isWhole ? 0 : null
  }

  /** What the indexes say of rows that are lost: enough to know the same row again. */
  keepEntries(entries: readonly Entry[], damaged: DamagedFile): void {
    const here = this.#into.prepare('SELECT 1 FROM rows WHERE id = ?')
    const lost = entries.filter(({ id, batch }) => this.#added.has(batch) && !here.get(id))
    if (lost.length === 0) return
    const prints = new Map(
      damaged.readIndex('id, fingerprint', 'rows_by_fingerprint').flatMap((row) => {
        const { data } = printSchema.safeParse(row)
        return data ? [[data.id, data.fingerprint] as const] : []
      }),
    )
    const insert = this.#into.prepare(
      'INSERT OR IGNORE INTO lost_rows (batch, line, state, fingerprint) VALUES (?, ?, ?, ?)',
    )
    for (const { id, batch, line, state } of lost) insert.run(batch, line, state, prints.get(id) ?? null)
  }

  /**
   * A row that was sent and has no attempt any more gets one in its place: whatever asks when a row was sent, or what was
   * sent after it, must not take it for one that never was.
   * @returns how many there are
   */
  standInForAttempts(): number {
    const owing = this.#into
      .prepare(
        `SELECT id FROM rows WHERE attempts > 0
           AND NOT EXISTS (SELECT 1 FROM attempts WHERE attempts.row = rows.id AND kind = 'send') ORDER BY id`,
      )
      .all()
      .map((row) => readStored(rowSchema, row, 'journal.db, rows'))
    const standIn = this.#into.prepare(
      `INSERT INTO attempts (row, kind, request_hash, started_at, ended_at, outcome, error_code)
       SELECT rows.id, 'send', '', created_at, created_at, 'in-doubt', 'journal-behind'
       FROM rows JOIN batches ON batches.seq = rows.batch WHERE rows.id = ?`,
    )
    for (const { id } of owing) standIn.run(id)
    return owing.length
  }

  #isEmpty(): boolean {
    return (
      readStored(
        numberSchema,
        this.#into.prepare('SELECT count(*) AS n FROM batches').get(),
        'journal.db, batches',
      ).n === 0
    )
  }

  /** Those that only the damaged journal has. */
  #batches(): z.infer<typeof batchSchema>[] {
    return this.#into
      .prepare(
        `SELECT seq, state, unreadable AS earlier,
           (SELECT count(*) FROM rows WHERE batch = seq) AS rows FROM batches`,
      )
      .all()
      .map((row) => readStored(batchSchema, row, 'journal.db, batches'))
      .filter(({ seq }) => this.#added.has(seq))
  }
}

function countBy(values: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
