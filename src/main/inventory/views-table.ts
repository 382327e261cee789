import type { DatabaseSync } from 'node:sqlite'
import { mostViews } from '#shared/inventory/most-views.ts'
import type { SavedView, StockView } from '#shared/inventory/view-calls.ts'
import { z } from 'zod'
import { SavedTable } from '../storage/saved-table.ts'
import { inTransaction } from '../storage/transactions.ts'
import { readView, type ReadView } from './saved-view.ts'

/** Looks of the inventory of an account, under names that the dealer gave. */
export class ViewsTable {
  readonly #db: DatabaseSync
  readonly #saved: SavedTable<ReadView>

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#saved = new SavedTable(db, 'view', z.string().transform(readView))
  }

  all(accountId: string): SavedView[] {
    return this.#saved.all(accountId).map(({ id, name, value }) => ({ id, name, ...value }))
  }

  /** Replaces the view of that name; a new one is added unless there are `mostViews`. `id` is that of a new one. */
  save(accountId: string, id: string, name: string, view: StockView, savedAt: string): void {
    inTransaction(this.#db, () => {
      const views = this.#saved.all(accountId)
      const known = views.find((each) => each.name === name)
      if (known || views.length < mostViews)
        this.#saved.put(accountId, { id, savedAt, ...known, name, value: view })
    })
  }

  /** Leaves both as they are if another view has the name. */
  rename(accountId: string, id: string, name: string): void {
    this.#saved.rename(accountId, id, name)
  }

  remove(accountId: string, id: string): void {
    this.#saved.remove(accountId, id)
  }
}
