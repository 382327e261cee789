import { storedJson, storedObject, RowQuery } from '../storage/row-query.ts'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Catalog } from '../service/realty-catalog.ts'
import type { RealtyRecord } from '../service/realty-record.ts'
import { SavedTable } from '../storage/saved-table.ts'

/** Real estate as last read: searches, records and catalogs of characteristics, so that they can be reviewed offline. */
export const realtySchema = `
  CREATE TABLE realty_answers (
    account_id TEXT NOT NULL,
    query TEXT NOT NULL,
    count INTEGER,
    ids TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (account_id, query)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE realty_records (
    account_id TEXT NOT NULL,
    id INTEGER NOT NULL,
    record TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (account_id, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE realty_catalogs (
    account_id TEXT NOT NULL,
    combination TEXT NOT NULL,
    catalog TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (account_id, combination)
  ) STRICT, WITHOUT ROWID;
`

const answerSchema = z.object({
  count: z.number().nullable(),
  ids: storedJson.pipe(z.array(z.number())),
  readAt: z.string(),
})
export type SavedAnswer = z.infer<typeof answerSchema>

/** Parsed when it was read from the service. */
const recordSchema = z.object({
  id: z.number(),
  record: storedObject<RealtyRecord>(),
  readAt: z.string(),
})
export type SavedRecord = z.infer<typeof recordSchema>

const catalogSchema = z.object({
  catalog: storedObject<Catalog>(),
  readAt: z.string(),
})

const answerQuery = new RowQuery(
  answerSchema,
  'SELECT count, ids, read_at AS readAt FROM realty_answers WHERE account_id = ? AND query = ?',
)
const recordsQuery = new RowQuery(
  recordSchema,
  `SELECT id, record, read_at AS readAt FROM realty_records
       WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))`,
)
const catalogQuery = new RowQuery(
  catalogSchema,
  'SELECT catalog, read_at AS readAt FROM realty_catalogs WHERE account_id = ? AND combination = ?',
)

/** Real estate as last read, by account, in cache.db; the searches themselves are a person's own, in staged.db. */
export class RealtyTable {
  readonly #db: DatabaseSync
  readonly #saved: SavedTable<object>

  constructor(db: DatabaseSync, own: DatabaseSync) {
    this.#db = db
    this.#saved = new SavedTable(own, 'realty-search', storedObject())
  }

  answer(accountId: string, query: string): SavedAnswer | undefined {
    return answerQuery.first(this.#db, accountId, query)
  }

  /** The searches that were read last, the last one first. */
  searches(accountId: string, atMost: number): { query: string; readAt: string }[] {
    return this.#saved.last(accountId, atMost).map(({ id, savedAt }) => ({ query: id, readAt: savedAt }))
  }

  saveAnswer(accountId: string, query: string, { count, ids, readAt }: SavedAnswer): void {
    this.#saved.put(accountId, { id: query, name: query, value: {}, savedAt: readAt })
    this.#db
      .prepare(
        'INSERT OR REPLACE INTO realty_answers (account_id, query, count, ids, read_at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(accountId, query, count, JSON.stringify(ids), readAt)
  }

  /** The saved ones among `ids`, in their order. */
  records(accountId: string, ids: readonly number[]): SavedRecord[] {
    const byId = new Map(
      recordsQuery.all(this.#db, accountId, JSON.stringify(ids)).map((each) => [each.id, each]),
    )
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  saveRecord(accountId: string, { id, record, readAt }: SavedRecord): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO realty_records (account_id, id, record, read_at) VALUES (?, ?, ?, ?)')
      .run(accountId, id, JSON.stringify(record), readAt)
  }

  catalog(accountId: string, combination: string): z.output<typeof catalogSchema> | undefined {
    return catalogQuery.first(this.#db, accountId, combination)
  }

  saveCatalog(accountId: string, combination: string, catalog: Catalog, readAt: string): void {
    this.#db
      .prepare(
        'INSERT OR REPLACE INTO realty_catalogs (account_id, combination, catalog, read_at) VALUES (?, ?, ?, ?)',
      )
      .run(accountId, combination, JSON.stringify(catalog), readAt)
  }
}
