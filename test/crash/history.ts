import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { z } from 'zod'
import { rowStates } from '#shared/batch/row.ts'
import { operations } from '#shared/batch/operation.ts'
import type { LedgerEntry } from '../../src/sandbox/control/ledger.ts'

const json = z.string().transform((text): unknown => JSON.parse(text))
const rowSchema = z.object({
  /** The batch and the line, as a team's server knows the row. */
  key: z.string(),
  line: z.int(),
  batch: z.int(),
  operation: z.enum(operations),
  state: z.enum(rowStates),
  auto_id: z.int().nullable(),
  payload: json.pipe(z.record(z.string(), z.union([z.string(), z.number()]))),
  doubt: z.int().transform((doubt) => doubt === 1),
  forced: z.int(),
  attempts: z.int(),
  error_code: z.string().nullable(),
})
export type HistoryRow = z.infer<typeof rowSchema>

/** What the journal says, with what the service really did. */
export interface History {
  readonly rows: readonly HistoryRow[]
  /** Rows that were planned in all. */
  readonly planned: number
  readonly ledger: readonly LedgerEntry[]
  /** What SQLite says of the journal: `ok`, or what is wrong. */
  readonly integrity: string
  /** Whether the kept counts are the real ones. */
  readonly counted: boolean
}

/** Reads the journal that a dead process left. */
export function readHistory(dataDir: string, planned: number, ledger: readonly LedgerEntry[]): History {
  const db = new DatabaseSync(join(dataDir, 'journal.db'))
  try {
    const check = db.prepare('PRAGMA integrity_check').get()
    const orphans = db.prepare('PRAGMA foreign_key_check').all().length
    const miscounted = db
      .prepare(
        `SELECT batch, state, count(*) AS n FROM rows GROUP BY batch, state
         EXCEPT SELECT batch, state, n FROM batch_counts WHERE n > 0`,
      )
      .all()
    return {
      rows: db
        .prepare(
          `SELECT rows.*, batches.id || '/' || line AS key FROM rows JOIN batches ON batches.seq = rows.batch
           ORDER BY rows.batch, line`,
        )
        .all()
        .map((row) => rowSchema.parse(row)),
      planned,
      ledger,
      integrity: orphans > 0 ? `${orphans} orphans` : String(check?.integrity_check),
      counted: miscounted.length === 0,
    }
  } finally {
    db.close()
  }
}
