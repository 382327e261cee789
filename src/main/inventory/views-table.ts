import type { DatabaseSync } from 'node:sqlite'
import { mostViews } from '#shared/inventory/most-views.ts'
import type { SavedView, StockView } from '#shared/inventory/view-calls.ts'
import { z } from 'zod'
import { RowQuery } from '../storage/row-query.ts'
import { readView } from './saved-view.ts'

/** How the inventory of an account looks, under names that the dealer gave. */
export const viewsSchema = `
  CREATE TABLE stock_views (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    view TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    UNIQUE (account_id, name)
  ) STRICT;
`

const rowSchema = z
  .object({ id: z.string(), name: z.string(), view: z.string() })
  .transform(({ id, name, view }) => ({ id, name, ...readView(view) }))

/** The saved views of all accounts, in staged.db: what a dealer set up is no cache. */
export class ViewsTable {
  readonly #db: DatabaseSync
  readonly #all: RowQuery<typeof rowSchema>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#all = new RowQuery(
      db,
      rowSchema,
      'SELECT id, name, view FROM stock_views WHERE account_id = ? ORDER BY saved_at, rowid',
    )
  }

  all(accountId: string): SavedView[] {
    return this.#all.all(accountId)
  }

  /** Replaces the view of that name; a new one is added unless there are `mostViews`. `id` is that of a new one. */
  save(accountId: string, id: string, name: string, view: StockView, savedAt: string): void {
    this.#db
      .prepare(
        `INSERT INTO stock_views (id, account_id, name, view, saved_at)
         SELECT ?1, ?2, ?3, ?4, ?5
         WHERE (SELECT count(*) FROM stock_views WHERE account_id = ?2) < ${mostViews}
           OR EXISTS (SELECT 1 FROM stock_views WHERE account_id = ?2 AND name = ?3)
         ON CONFLICT (account_id, name) DO UPDATE SET view = excluded.view`,
      )
      .run(id, accountId, name, JSON.stringify(view), savedAt)
  }

  /** Leaves both as they are if another view has the name. */
  rename(accountId: string, id: string, name: string): void {
    this.#db
      .prepare('UPDATE OR IGNORE stock_views SET name = ? WHERE account_id = ? AND id = ?')
      .run(name, accountId, id)
  }

  remove(accountId: string, id: string): void {
    this.#db.prepare('DELETE FROM stock_views WHERE account_id = ? AND id = ?').run(accountId, id)
  }
}
