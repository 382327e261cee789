import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from './row-query.ts'

/**
 * Records that a person set up and saved for an account, as JSON, in staged.db: it is no cache. Two views have no
 * name in common.
 */
export const savedSchema = `
  CREATE TABLE saved (
    account_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('view', 'search', 'realty-search', 'columns', 'colour-rule')),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    json TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    PRIMARY KEY (account_id, kind, id)
  ) STRICT;
  CREATE UNIQUE INDEX saved_view_names ON saved (account_id, name) WHERE kind = 'view';
`

export interface Saved<Value> {
  readonly id: string
  readonly name: string
  readonly value: Value
  /** ISO 8601. */
  readonly savedAt: string
}

/** The saved things of one kind. `value` reads the text of one; what it refuses is left out and reported. */
export class SavedTable<Value> {
  readonly #db: DatabaseSync
  readonly #kind: string
  readonly #all: RowQuery<z.ZodType<Saved<Value>>>
  readonly #last: RowQuery<z.ZodType<Saved<Value>>>
  readonly #one: RowQuery<z.ZodType<Saved<Value>>>

  constructor(
    db: DatabaseSync,
    kind: 'view' | 'search' | 'realty-search' | 'columns' | 'colour-rule',
    value: z.ZodType<Value, string>,
  ) {
    this.#db = db
    this.#kind = kind
    const row = z.object({ id: z.string(), name: z.string(), value, savedAt: z.string() })
    const sql =
      'SELECT id, name, json AS value, saved_at AS savedAt FROM saved WHERE account_id = ? AND kind = ?'
    this.#all = new RowQuery(row, `${sql} ORDER BY saved_at, rowid`)
    this.#one = new RowQuery(row, `${sql} AND id = ?`)
    this.#last = new RowQuery(row, `${sql} ORDER BY saved_at DESC, id LIMIT ?`)
  }

  one(accountId: string, id: string): Saved<Value> | undefined {
    return this.#one.first(this.#db, accountId, this.#kind, id)
  }

  /** In the order in which they were saved. */
  all(accountId: string): Saved<Value>[] {
    return this.#all.all(this.#db, accountId, this.#kind)
  }

  /** The ones saved last, the last one first. */
  last(accountId: string, atMost: number): Saved<Value>[] {
    return this.#last.all(this.#db, accountId, this.#kind, atMost)
  }

  /** Adds it, or replaces the one with its id. */
  put(accountId: string, { id, name, value, savedAt }: Saved<unknown>): void {
    this.#db
      .prepare(
        `INSERT INTO saved (account_id, kind, id, name, json, saved_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (account_id, kind, id) DO UPDATE SET name = excluded.name, json = excluded.json,
           saved_at = excluded.saved_at`,
      )
      .run(accountId, this.#kind, id, name, JSON.stringify(value), savedAt)
  }

  /** Leaves all as they are if another one has a name that only one may have. */
  rename(accountId: string, id: string, name: string): void {
    this.#db
      .prepare('UPDATE OR IGNORE saved SET name = ? WHERE account_id = ? AND kind = ? AND id = ?')
      .run(name, accountId, this.#kind, id)
  }

  remove(accountId: string, id: string): void {
    this.#db
      .prepare('DELETE FROM saved WHERE account_id = ? AND kind = ? AND id = ?')
      .run(accountId, this.#kind, id)
  }
}
