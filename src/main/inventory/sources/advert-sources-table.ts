import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { RowQuery } from '../../storage/row-query.ts'
import { Table } from '../../storage/table.ts'

/**
 * Reason for an advert to be in the stock: the service listed it as the account's (`account`), or its id was added by
 * hand (`added`). Also the sources that the dealer switched off.
 */
export const sourcesSchema = `
  CREATE TABLE advert_sources (
    account_id TEXT NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('account', 'added')),
    id INTEGER NOT NULL,
    noted_at TEXT NOT NULL,
    PRIMARY KEY (account_id, source, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE hidden_sources (
    account_id TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (account_id, source)
  ) STRICT, WITHOUT ROWID;
`

/** Noted source of an advert: that the service listed it as the account's, or that its id was added by hand. */
export type NotedSource = 'account' | 'added'

const idSchema = z.object({ id: z.number() })
const sourceSchema = z.object({ source: z.string() })
const versionSchema = z.object({ data_version: z.number() })

/** Ids that one statement notes: some ms, between which main answers other calls. */
const notedAtOnce = 2_000

const idsQuery = new RowQuery(idSchema, 'SELECT id FROM advert_sources WHERE account_id = ? AND source = ?')
const hiddenQuery = new RowQuery(sourceSchema, 'SELECT source FROM hidden_sources WHERE account_id = ?')
const versionQuery = new RowQuery(versionSchema, 'PRAGMA data_version')

/** Sources of the stock's adverts, and which sources are switched off, in cache.db. */
export class AdvertSourcesTable extends Table {
  #changes = 0

  /** If it is the same twice, neither this process nor another one changed a source in between. */
  get mark(): string {
    return `${this.#changes} ${versionQuery.one(this.db).data_version}`
  }

  ids(accountId: string, source: NotedSource): number[] {
    return idsQuery.all(this.db, accountId, source).map(({ id }) => id)
  }

  note(accountId: string, source: NotedSource, ids: readonly number[], at: string): void {
    this.#changes += 1
    this.db
      .prepare(
        `INSERT INTO advert_sources (account_id, source, id, noted_at) SELECT ?, ?, value, ? FROM json_each(?) WHERE true
         ON CONFLICT DO UPDATE SET noted_at = excluded.noted_at`,
      )
      .run(accountId, source, at, JSON.stringify(ids))
  }

  /** The service's list in the place of the one before; an id of neither stays away. */
  async replaceListed(accountId: string, ids: readonly number[], at: string): Promise<void> {
    for (let from = 0; from < ids.length; from += notedAtOnce) {
      this.note(accountId, 'account', ids.slice(from, from + notedAtOnce), at)
      await setImmediate()
    }
    this.db
      .prepare(`DELETE FROM advert_sources WHERE account_id = ? AND source = 'account' AND noted_at <> ?`)
      .run(accountId, at)
    this.#changes += 1
  }

  /** These ids were not added by hand any more. */
  forgetAdded(accountId: string, ids: readonly number[]): void {
    this.#changes += 1
    this.db
      .prepare(
        `DELETE FROM advert_sources WHERE account_id = ? AND source = 'added' AND id IN (SELECT value FROM json_each(?))`,
      )
      .run(accountId, JSON.stringify(ids))
  }

  /** The sources that are switched off. */
  hidden(accountId: string): string[] {
    return hiddenQuery.all(this.db, accountId).map(({ source }) => source)
  }

  show(accountId: string, source: string, shown: boolean): void {
    this.#changes += 1
    const sql = shown
      ? 'DELETE FROM hidden_sources WHERE account_id = ? AND source = ?'
      : 'INSERT OR IGNORE INTO hidden_sources (account_id, source) VALUES (?, ?)'
    this.db.prepare(sql).run(accountId, source)
  }
}
