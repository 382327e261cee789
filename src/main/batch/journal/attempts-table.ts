import { z } from 'zod'
import { attemptSchema, type Attempt } from '#shared/batch/row.ts'
import { StrictQuery, Statement } from '../../storage/row-query.ts'
import { Table } from '../../storage/table.ts'

/**
 * `service_at` is the beginning of an attempt by the service's clock, if that was known. Attempts without an end have
 * an index of their own: a start after a crash finds them without reading everything that was ever sent.
 */
export const attemptsSchema = `
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  row INTEGER NOT NULL REFERENCES rows (id),
  kind TEXT NOT NULL CHECK (kind IN ('send', 'look', 'person')),
  started_at TEXT NOT NULL,
  ended_at TEXT,
  outcome TEXT CHECK (outcome IN ('done', 'failed', 'in-doubt', 'unsent', 'looked')),
  status INTEGER,
  error_code TEXT,
  answer TEXT,
  service_at TEXT,
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
) STRICT;
CREATE INDEX attempts_by_row ON attempts (row);
CREATE INDEX attempts_open ON attempts (id) WHERE ended_at IS NULL;
CREATE TRIGGER attempts_stay BEFORE DELETE ON attempts
BEGIN SELECT RAISE(ABORT, 'attempts are kept'); END;
CREATE TRIGGER attempts_written_once BEFORE UPDATE ON attempts WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a finished attempt is kept as it was'); END;
CREATE TRIGGER attempts_frozen BEFORE UPDATE OF row, kind, started_at, service_at ON attempts
BEGIN SELECT RAISE(ABORT, 'the beginning of an attempt is kept as it was'); END;`

/** End of an attempt; `looked` is a search for a row in doubt. */
export interface AttemptEnd {
  readonly outcome: 'done' | 'failed' | 'in-doubt' | 'unsent' | 'looked'
  readonly status: number | null
  readonly errorCode: string | null
  /** First bytes of the answer, redacted, or what was tried. */
  readonly answer: string | null
}

const idSchema = z.object({ id: z.int() })
const triesSchema = z.object({ n: z.int() })
const startSchema = z.object({ at: z.string(), serviceAt: z.string().nullable() })

/** Time when an attempt began: by this computer's clock, and by the service's if that was known. ISO 8601. */
export type AttemptStart = Readonly<z.infer<typeof startSchema>>

const beginStatement = new Statement(
  'INSERT INTO attempts (row, kind, started_at, service_at) VALUES (?, ?, ?, ?)',
)
const endStatement = new Statement(
  'UPDATE attempts SET ended_at = ?, outcome = ?, status = ?, error_code = ?, answer = ? WHERE id = ?',
)

/** The journal's attempts: begun before anything is sent, ended once, never changed, never removed. */
export class AttemptsTable extends Table {
  /**
   * @param serviceAt the time by the service's clock, ISO 8601, if it is known
   * @returns the attempt's id
   */
  begin(row: number, kind: 'send' | 'look' | 'person', at: string, serviceAt: string | null = null): number {
    return Number(beginStatement.of(this.db).run(row, kind, at, serviceAt).lastInsertRowid)
  }

  end(id: number, at: string, { outcome, status, errorCode, answer }: AttemptEnd): void {
    endStatement.of(this.db).run(at, outcome, status, errorCode, answer, id)
  }

  /** Records a person's decisions, in addition to the attempts. */
  recordAnswer(row: number, answer: string, at: string): void {
    this.#record(row, 'person', null, answer, at)
  }

  /** Records the result of a search for a row in doubt. */
  recordLook(row: number, errorCode: string | null, answer: string, at: string): void {
    this.#record(row, 'look', errorCode, answer, at)
  }

  /** The number of the last search for any of these rows; 0 if there was none. */
  lastLook(rows: readonly number[]): number {
    return new StrictQuery(
      idSchema,
      `SELECT coalesce(max(id), 0) AS id FROM attempts WHERE kind = 'look' AND row IN (SELECT value FROM json_each(?))`,
    ).one(this.db, JSON.stringify(rows)).id
  }

  /**
   * Number of tries in succession in which the row's advert could not be read though others could, if that was the last
   * thing tried.
   */
  failedTries(row: number): number {
    const last = new StrictQuery(
      triesSchema,
      `SELECT coalesce(iif(kind = 'look' AND json_valid(answer), answer ->> '$.tries', 0), 0) AS n
       FROM attempts WHERE row = ? ORDER BY id DESC`,
    ).first(this.db, row)
    return last?.n ?? 0
  }

  /** Time when the row was first sent; null if it never was. */
  firstSent(row: number): AttemptStart | null {
    return this.#startOf(row, 'ORDER BY id')
  }

  /** Time when the row was last sent; null if it never was. */
  lastSent(row: number): AttemptStart | null {
    return this.#startOf(row, 'ORDER BY id DESC')
  }

  /**
   * Time when the row may have been sent at last; null if it never was. One that the journal did not know of may have
   * been sent until the journal came back.
   */
  lastPossible(row: number): AttemptStart | null {
    return (
      new StrictQuery(
        startSchema,
        `SELECT iif(error_code = 'journal-behind', ended_at, started_at) AS at, service_at AS serviceAt
         FROM attempts WHERE row = ? AND kind = 'send' ORDER BY id DESC`,
      ).first(this.db, row) ?? null
    )
  }

  #startOf(row: number, order: 'ORDER BY id' | 'ORDER BY id DESC'): AttemptStart | null {
    return (
      new StrictQuery(
        startSchema,
        `SELECT started_at AS at, service_at AS serviceAt FROM attempts WHERE row = ? AND kind = 'send' ${order}`,
      ).first(this.db, row) ?? null
    )
  }

  /** Ends the attempts that a dead process left open, as unknown: when they really ended can't be known. */
  endOrphans(at: string): void {
    this.db
      .prepare(
        `UPDATE attempts SET ended_at = ?, outcome = 'in-doubt', error_code = 'crashed' WHERE ended_at IS NULL`,
      )
      .run(at)
  }

  /** Records for the planned rows of a batch that they may have been sent at any time since it was planned. */
  assumeSent(batch: number, at: string): void {
    this.db
      .prepare(
        `INSERT INTO attempts (row, kind, started_at, ended_at, outcome, error_code)
         SELECT rows.id, 'send', created_at, ?, 'in-doubt', 'journal-behind'
         FROM rows JOIN batches ON batches.seq = rows.batch WHERE rows.batch = ? AND rows.state = 'planned'`,
      )
      .run(at, batch)
  }

  /** The attempts of a line, the oldest first. */
  list(batch: number, line: number): Attempt[] {
    return new StrictQuery(
      attemptSchema,
      `SELECT kind, started_at AS startedAt, ended_at AS endedAt, status, a.error_code AS errorCode, answer
         FROM attempts AS a JOIN rows ON rows.id = a.row WHERE rows.batch = ? AND rows.line = ? ORDER BY a.id`,
    ).all(this.db, batch, line)
  }

  #record(row: number, kind: 'look' | 'person', errorCode: string | null, answer: string, at: string): void {
    const id = this.begin(row, kind, at)
    this.end(id, at, { outcome: 'looked', status: null, errorCode, answer })
  }
}
