import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { countsSchema, type Counts } from '#shared/batch/row.ts'
import { readStored } from '../../storage/stored-record.ts'

/**
 * What rows of archived batches leave in the journal: all that the rules of sending ask of an earlier row. `sent` is the
 * number of its last sending, `sent_at` and `service_at` the time of it.
 */
export const keptRowsSchema = `
CREATE TABLE kept_rows (
  id INTEGER PRIMARY KEY,
  batch INTEGER NOT NULL REFERENCES batches (seq),
  line INTEGER NOT NULL,
  operation TEXT NOT NULL CHECK (operation IN ('create', 'edit', 'delete')),
  state TEXT NOT NULL CHECK (state IN ('done', 'failed', 'invalid', 'skipped')),
  auto_id INTEGER NOT NULL CHECK (auto_id > 0),
  fingerprint TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  updated_at TEXT,
  sent INTEGER NOT NULL,
  sent_at TEXT,
  service_at TEXT
) STRICT;
CREATE INDEX kept_rows_by_advert ON kept_rows (auto_id, id);
CREATE INDEX kept_rows_by_fingerprint ON kept_rows (fingerprint) WHERE state = 'done';
CREATE INDEX kept_rows_of_creates ON kept_rows (id, operation) WHERE operation = 'create' AND state = 'done';
CREATE TRIGGER kept_rows_stay BEFORE DELETE ON kept_rows
BEGIN SELECT RAISE(ABORT, 'what an archived row leaves is kept'); END;
CREATE TRIGGER kept_rows_frozen BEFORE UPDATE ON kept_rows
BEGIN SELECT RAISE(ABORT, 'what an archived row leaves is kept as it was'); END;`

/** Rows that leave the journal in one transaction. */
const sliceRows = 200

const stayingSchema = z.object({ row: z.int(), attempt: z.int() })
const codeSchema = z.object({ code: z.string() })
const seqSchema = z.object({ seq: z.int() })

/** Batches that leave the journal for the archive. Each method is one statement or is called inside a transaction. */
export class KeptRows {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Codes of a batch's failed rows. */
  failedCodes(batch: number): string[] {
    return this.#db
      .prepare(
        `SELECT DISTINCT coalesce(error_code, '') AS code FROM rows WHERE batch = ? AND state = 'failed'`,
      )
      .all(batch)
      .map((row) => readStored(codeSchema, row, 'journal.db, rows').code)
  }

  /** Whether an undo of the batch waits to be confirmed or sent. */
  hasOpenUndo(batchId: string): boolean {
    const open = this.#db.prepare(
      `SELECT 1 FROM batches WHERE undo_of = ? AND state NOT IN ('finished', 'cancelled') LIMIT 1`,
    )
    return open.get(batchId) !== undefined
  }

  /** The batch is read from its archive from here on. */
  markArchived(batch: number, counts: Counts, at: string): void {
    this.#db
      .prepare('UPDATE batches SET archived_at = ?, archived_counts = ? WHERE seq = ?')
      .run(at, JSON.stringify(countsSchema.parse(counts)), batch)
  }

  /** Archived batches that still have rows in the journal. */
  unfinished(): number[] {
    return this.#db
      .prepare(
        `SELECT seq FROM batches WHERE archived_at IS NOT NULL
           AND EXISTS (SELECT 1 FROM rows WHERE batch = seq AND ${mayLeave})`,
      )
      .all(this.#staying())
      .map((row) => readStored(seqSchema, row, 'journal.db, batches').seq)
  }

  /** Takes the next rows of an archived batch out of the journal, all but what is kept of them; false if none is left. */
  release(batch: number): boolean {
    const slice = `SELECT id FROM rows WHERE batch = :batch AND ${mayLeave} ORDER BY line LIMIT ${sliceRows}`
    const ids = this.#db.prepare(slice).all({ batch, ...this.#staying() })
    if (ids.length === 0) return false
    const list = JSON.stringify(ids.map(({ id }) => id))
    for (const statement of [keep, 'DELETE FROM attempts WHERE row IN', 'DELETE FROM rows WHERE id IN'])
      this.#db.prepare(`${statement} (SELECT value FROM json_each(?))`).run(list)
    return true
  }

  /**
   * The last numbers of both tables stay, because SQLite would give them out again: they tell the order of writes.
   */
  #staying(): { row: number; attempt: number } {
    const last = this.#db.prepare(
      `SELECT (SELECT coalesce(max(id), 0) FROM rows) AS row,
         coalesce((SELECT row FROM attempts ORDER BY id DESC LIMIT 1), 0) AS attempt`,
    )
    return readStored(stayingSchema, last.get(), 'journal.db, rows')
  }
}

const mayLeave = 'rows.id NOT IN (:row, :attempt)'

const lastSend = (column: string): string =>
  `(SELECT ${column} FROM attempts WHERE attempts.row = rows.id AND kind = 'send' ORDER BY id DESC LIMIT 1)`

const keep = `INSERT INTO kept_rows
    (id, batch, line, operation, state, auto_id, fingerprint, payload, updated_at, sent, sent_at, service_at)
  SELECT id, batch, line, operation, state, auto_id, fingerprint, iif(state = 'done', payload, '{}'), updated_at,
    coalesce(${lastSend('id')}, 0), ${lastSend('started_at')}, ${lastSend('service_at')}
  FROM rows WHERE auto_id IS NOT NULL AND operation IS NOT NULL AND id IN`
