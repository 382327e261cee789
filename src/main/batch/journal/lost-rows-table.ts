import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { SentBefore } from '../../writes/sent-before.ts'
import { unsettledBatch } from './batches-schema.ts'
import { readStored } from '../../storage/stored-record.ts'

/** What a salvage could not read: of each row what was still known of it. */
export const lostRowsSchema = `
CREATE TABLE lost_rows (
  batch INTEGER NOT NULL REFERENCES batches (seq),
  line INTEGER NOT NULL,
  state TEXT NOT NULL,
  fingerprint TEXT,
  PRIMARY KEY (batch, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX lost_rows_by_fingerprint ON lost_rows (fingerprint) WHERE fingerprint IS NOT NULL;`

const unreadSchema = z.object({ batch: z.string(), fileName: z.string(), unreadable: z.int().nullable() })
const lostSchema = unreadSchema.extend({ fingerprint: z.string() })

/** What is known of rows that a salvage could not read. A batch whose account can't be read counts for every account. */
export class LostRowsTable {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Whether rows of any batch could not be read. */
  hasAny(): boolean {
    return this.#db.prepare('SELECT 1 FROM lost_rows LIMIT 1').get() !== undefined
  }

  /** Which of these fingerprints belong to rows that can't be read but may have been sent. */
  sentBefore(accountId: string, fingerprints: readonly string[]): ReadonlyMap<string, SentBefore> {
    const rows = this.#db
      .prepare(
        `SELECT fingerprint, batches.id AS batch, file_name AS fileName, unreadable
         FROM lost_rows JOIN batches ON batches.seq = lost_rows.batch
         WHERE fingerprint IN (SELECT value FROM json_each(?)) AND account_id IN (?, '')
           AND lost_rows.state NOT IN ('failed', 'invalid', 'skipped') ORDER BY batches.seq`,
      )
      .all(JSON.stringify(fingerprints), accountId)
    return new Map(
      rows.map((row) => {
        const { fingerprint, ...sent } = readStored(lostSchema, row, 'journal.db, lost_rows')
        return [fingerprint, { ...sent, open: false }]
      }),
    )
  }

  /** The newest batch with creates of which nothing is known, not even enough to know the same row again. */
  unreadCreates(accountId: string): SentBefore | null {
    const found = this.#db
      .prepare(
        `SELECT id AS batch, file_name AS fileName, unreadable FROM batches INDEXED BY batches_unsettled
         WHERE (${unsettledBatch}) AND unreadable IS NOT 0 AND operation IN ('create', 'mixed') AND account_id IN (?, '')
           AND batches.state <> 'planning' AND (unreadable IS NULL OR unreadable >
             (SELECT count(*) FROM lost_rows WHERE lost_rows.batch = seq AND fingerprint IS NOT NULL))
         ORDER BY seq DESC LIMIT 1`,
      )
      .get(accountId)
    return found ? { ...readStored(unreadSchema, found, 'journal.db, batches'), open: false } : null
  }
}
