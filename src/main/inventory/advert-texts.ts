import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CachedAdvert } from './advert-rows.ts'
import { saysOther, searched, type StockChange } from './stock-change.ts'

/** An advert as it was saved, and what was cached of it before. */
export interface SavedAdvert {
  readonly rowid: number
  readonly advert: CachedAdvert
  readonly before: CachedAdvert | undefined
  readonly change: StockChange
}

/** What a search for words finds adverts by, in cache.db. */
export class AdvertTexts {
  readonly #remove: StatementSync
  readonly #add: StatementSync

  constructor(db: DatabaseSync) {
    this.#remove = db.prepare('DELETE FROM advert_text WHERE rowid = ?')
    this.#add = db.prepare(
      `INSERT INTO advert_text (rowid, ${searched.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
  }

  /**
   * To be called for all adverts of a save at its end: SQLite's text index keeps what was added in memory until another
   * table's upsert begins, which has it write its own segment.
   */
  index(saved: readonly SavedAdvert[]): void {
    for (const { rowid, advert, before } of saved) {
      if (before && !saysOther(before, advert)) continue
      if (before) this.#remove.run(rowid)
      this.#add.run(rowid, ...searched.map((name) => advert[name]))
    }
  }
}
