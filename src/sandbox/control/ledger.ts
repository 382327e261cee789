import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

/** One write request that the service received, executed or not: what a crash test compares with. */
export const ledgerEntrySchema = z.object({
  id: z.int(),
  /** ISO 8601, UTC. */
  at: z.string(),
  method: z.string(),
  /** The query without the key. */
  params: z.record(z.string(), z.string()),
  committed: z.boolean(),
  /** The advert created, edited or deleted; null if none was. */
  autoId: z.int().nullable(),
  /** Answer of the service, or what a fault did instead: `200`, `400`, `drop-before`, `200 drop-after-commit`. */
  answer: z.string(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

export class Ledger {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  append(entry: Omit<LedgerEntry, 'id' | 'at'>): void {
    this.#database
      .prepare(
        'INSERT INTO ledger (at, method, params, committed, auto_id, answer) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(
        new Date().toISOString(),
        entry.method,
        JSON.stringify(entry.params),
        entry.committed ? 1 : 0,
        entry.autoId,
        entry.answer,
      )
  }

  /** Everything, oldest first. */
  all(): LedgerEntry[] {
    const rows = this.#database.prepare('SELECT * FROM ledger ORDER BY id').all()
    return rows.map((row) =>
      ledgerEntrySchema.parse({
        ...row,
        params: JSON.parse(String(row.params)) as unknown,
        committed: row.committed === 1,
        autoId: row.auto_id,
      }),
    )
  }
}
