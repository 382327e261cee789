import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { attemptSchema, type Attempt } from '#shared/batch/row.ts'

/** How an attempt ended; `looked` is a search for a row in doubt. */
export interface AttemptEnd {
  readonly outcome: 'done' | 'failed' | 'unknown' | 'unsent' | 'looked'
  readonly status: number | null
  readonly errorCode: string | null
  /** First bytes of the answer, redacted, or what was tried. */
  readonly answer: string | null
}

/** The journal's attempts: begun before anything is sent, ended once, never changed, never removed. */
export class AttemptsTable {
  readonly #db: DatabaseSync
  readonly #begin: StatementSync
  readonly #end: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#begin = db.prepare('INSERT INTO attempts (row, kind, request_hash, started_at) VALUES (?, ?, ?, ?)')
    this.#end = db.prepare(
      'UPDATE attempts SET ended_at = ?, outcome = ?, status = ?, error_code = ?, answer = ? WHERE id = ?',
    )
  }

  begin(row: number, kind: 'send' | 'look' | 'person', requestHash: string, at: string): number {
    return Number(this.#begin.run(row, kind, requestHash, at).lastInsertRowid)
  }

  end(id: number, at: string, { outcome, status, errorCode, answer }: AttemptEnd): void {
    this.#end.run(at, outcome, status, errorCode, answer, id)
  }

  /** Keeps what a person decided, beside what was sent. */
  noteAnswer(row: number, answer: string, at: string): void {
    this.end(this.begin(row, 'person', '', at), at, {
      outcome: 'looked',
      status: null,
      errorCode: null,
      answer,
    })
  }

  /** Keeps what a search for a row in doubt came to. */
  noteLook(row: number, errorCode: string | null, answer: string, at: string): void {
    this.end(this.begin(row, 'look', '', at), at, { outcome: 'looked', status: null, errorCode, answer })
  }

  /** When any of these rows was last looked for; '' where none was. */
  lastLook(rows: readonly number[]): string {
    const found = this.#db
      .prepare(
        `SELECT max(started_at) AS at FROM attempts WHERE kind = 'look' AND row IN (SELECT value FROM json_each(?))`,
      )
      .get(JSON.stringify(rows))
    return typeof found?.at === 'string' ? found.at : ''
  }

  /** Ends what a dead process left open. When it really ended nobody knows; that it did not say is what is kept. */
  endOrphans(at: string): void {
    this.#db
      .prepare(
        `UPDATE attempts SET ended_at = ?, outcome = 'unknown', error_code = 'crashed' WHERE ended_at IS NULL`,
      )
      .run(at)
  }

  list(batch: number, line: number): Attempt[] {
    return this.#db
      .prepare(
        `SELECT kind, started_at AS startedAt, ended_at AS endedAt, status, a.error_code AS errorCode, answer
         FROM attempts AS a JOIN rows ON rows.id = a.row WHERE rows.batch = ? AND rows.line = ? ORDER BY a.id`,
      )
      .all(batch, line)
      .map((row) => attemptSchema.parse(row))
  }
}
