import { z } from 'zod'
import { hiddenFields } from '#shared/batch/field-lists.ts'
import { RowQuery, withDefault, Statement } from '../../storage/row-query.ts'
import { flag, json } from './journal-row.ts'
import { Table } from '../../storage/table.ts'

const id = z.int().positive()

const sourceSchema = z.object({
  id,
  accountId: z.string(),
  name: z.string(),
  /** The column of the file that has the keys, as its header calls it. */
  keyColumn: z.string(),
  /** Choice of a person for the source; its meaning is the import's. Null if it can't be read. */
  choice: withDefault('choice', json, null),
  /** A person saw a plan of it. */
  looked: flag,
  /** Time when a recovery of the journal last took that back, ISO 8601; null if none did. */
  recoveredAt: z.string().nullable(),
})
export type StockSource = Readonly<z.infer<typeof sourceSchema>>

const fileSchema = z.object({
  /** Its place in the order in which files came. */
  seq: id,
  sha256: z.string(),
  /** Moment of the content, ISO 8601. */
  asOf: z.string(),
  /** Time when it was taken or refused, ISO 8601. */
  takenAt: z.string(),
  rows: z.int(),
  /** The batch that was made of it; null if nothing was to be done, or it was refused. */
  batch: z.string().nullable(),
  /** Why it was not taken; null if it was. */
  refused: z.string().nullable(),
})
export type StockFileRecord = Readonly<z.infer<typeof fileSchema>>

const keySchema = z.object({ key: z.string() })
const elsewhereSchema = keySchema.extend({ name: z.string(), takenAt: z.string().nullable() })

/** Keys of other sources, by the name of the source that has them. */
export interface KeysElsewhere {
  readonly held: ReadonlyMap<string, string>
  readonly silent: ReadonlyMap<string, string>
}

const rowsSchema = z.object({ rows: z.int() })

const sourceSql = `SELECT id, account_id AS accountId, name, key_column AS keyColumn, choice, looked, recovered_at AS recoveredAt
  FROM stock_sources WHERE`
const fileSql = `SELECT stock_files.seq, sha256, as_of AS asOf, taken_at AS takenAt, rows, batches.id AS batch, refused
  FROM stock_files LEFT JOIN batches ON batches.seq = stock_files.batch WHERE source = ? AND taken_at IS NOT NULL`

const hidden = hiddenFields.map((field) => `'${field}'`).join(', ')

/**
 * After a recovery nothing is known of fields that no read shows. The service may not have what was given before, so it
 * is given again. Whether an advert is in stock is said with the next file, whichever it says, unless a person took it
 * out.
 */
const nothingProven = `
  UPDATE links SET out = 'file', lacked_seq = NULL WHERE state = 'live' AND out IS NOT 'person';
  UPDATE link_fields SET given = NULL, shown = NULL WHERE field = 'in_stock' AND NOT pinned;
  DELETE FROM link_fields WHERE field IN (${hidden}) AND field <> 'in_stock' AND NOT pinned;`

const byNameQuery = new RowQuery(sourceSchema, `${sourceSql} account_id = ? AND name = ?`)
const byIdQuery = new RowQuery(sourceSchema, `${sourceSql} id = ?`)
const ofAccountQuery = new RowQuery(sourceSchema, `${sourceSql} account_id = ? ORDER BY name`)
const filesQuery = new RowQuery(fileSchema, `${fileSql} ORDER BY stock_files.seq DESC LIMIT ?`)
const newestQuery = new RowQuery(
  fileSchema,
  `${fileSql} AND refused IS NULL ORDER BY stock_files.seq DESC LIMIT 1`,
)
const firstQuery = new RowQuery(fileSchema, `${fileSql} AND sha256 = ? ORDER BY stock_files.seq LIMIT 1`)
const ofBatchStatement = new Statement('SELECT 1 FROM stock_files WHERE batch = ?')
const largestQuery = new RowQuery(
  rowsSchema,
  `SELECT coalesce(max(rows), 0) AS rows FROM stock_files WHERE source = ? AND refused IS NULL AND taken_at >= ?`,
)
const keysQuery = new RowQuery(keySchema, 'SELECT key FROM source_keys WHERE source = ?')
const elsewhereQuery = new RowQuery(
  elsewhereSchema,
  `SELECT key, name, (SELECT max(taken_at) FROM stock_files WHERE source = stock_sources.id AND refused IS NULL) AS takenAt
       FROM stock_sources CROSS JOIN source_keys ON source_keys.source = stock_sources.id
       WHERE account_id = ? AND stock_sources.id <> ?`,
)

/** The files that are a dealer's stock: what was chosen for each, and those that came. */
export class StockSources extends Table {
  find(accountId: string, name: string): StockSource | null {
    return byNameQuery.first(this.db, accountId, name) ?? null
  }

  get(source: number): StockSource | null {
    return byIdQuery.first(this.db, source) ?? null
  }

  list(accountId: string): StockSource[] {
    return ofAccountQuery.all(this.db, accountId)
  }

  /** Makes the source, or changes what was chosen for it. @returns its number */
  save(accountId: string, name: string, keyColumn: string, choice: unknown): number {
    const saved = this.db
      .prepare(
        `INSERT INTO stock_sources (account_id, name, key_column, choice) VALUES (?, ?, ?, ?)
         ON CONFLICT (account_id, name) DO UPDATE SET key_column = excluded.key_column, choice = excluded.choice
         RETURNING id`,
      )
      .get(accountId, name, keyColumn, JSON.stringify(choice))
    return z.object({ id }).parse(saved).id
  }

  /** A person saw a plan of the source: it may create adverts from here on. */
  setLooked(source: number): void {
    this.db.prepare('UPDATE stock_sources SET looked = 1 WHERE id = ?').run(source)
  }

  /**
   * No source creates adverts before a plan of it was looked at again: creates since are unknown. No plan from before is one of
   * this journal: a revision must not come again.
   * @param at ISO 8601
   */
  unlookAll(at: string): void {
    this.db
      .prepare('INSERT OR IGNORE INTO stock_revision SELECT DISTINCT account_id, 0 FROM stock_sources')
      .run()
    this.db.prepare('UPDATE stock_revision SET n = n + 1000000 + abs(random() % 1000000000)').run()
    this.db
      .prepare(
        'UPDATE stock_sources SET looked = 0, recovered_at = ? WHERE looked = 1 OR recovered_at IS NULL',
      )
      .run(at)
    this.db.exec(nothingProven)
  }

  /** Its newest files, taken and refused ones, the newest first. */
  files(source: number, most = 100): StockFileRecord[] {
    return filesQuery.all(this.db, source, most)
  }

  /** True if a batch, by its number in the journal, is of a stock file. */
  hasFileOf(batch: number): boolean {
    return ofBatchStatement.of(this.db).get(batch) !== undefined
  }

  /** The file that was taken last; null if none was. */
  newest(source: number): StockFileRecord | null {
    return newestQuery.first(this.db, source) ?? null
  }

  /** Time when a file with this content first came, even if it was refused then; null if it never did. */
  firstOf(source: number, sha256: string): StockFileRecord | null {
    return firstQuery.first(this.db, source, sha256) ?? null
  }

  /** The rows of the largest file that was taken since then (ISO 8601); 0 if none was. */
  largestSince(source: number, since: string): number {
    return largestQuery.one(this.db, source, since).rows
  }

  /** The keys of the file of a source that was taken last. */
  keysOf(source: number): ReadonlySet<string> {
    return new Set(keysQuery.all(this.db, source).map(({ key }) => key))
  }

  /**
   * The keys that the newest files of the account's other sources have, each with the name of the source.
   * @param source the source that asks; null if it is new
   * @param since ISO 8601: a source without a file since then holds nothing, and is named as `silent`
   */
  keysElsewhere(accountId: string, source: number | null, since: string): KeysElsewhere {
    const found = { held: new Map<string, string>(), silent: new Map<string, string>() }
    for (const { key, name, takenAt } of elsewhereQuery.all(this.db, accountId, source ?? 0))
      (takenAt !== null && takenAt >= since ? found.held : found.silent).set(key, name)
    return found
  }

  /** A file came that is not taken: the same content may come again. @param reason its code */
  noteRefused(
    source: number,
    file: Pick<StockFileRecord, 'sha256' | 'asOf' | 'rows'>,
    reason: string,
    at: string,
  ): void {
    this.db
      .prepare(
        'INSERT INTO stock_files (source, sha256, as_of, taken_at, rows, refused) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(source, file.sha256, file.asOf, at, file.rows, reason)
  }
}
