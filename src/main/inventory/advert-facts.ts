import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  type AdvertFacts,
  type BriefFacts,
  type CachedAdvert,
  type ComparedFacts,
  type LinkedFacts,
  advertFactsSchema,
  briefFactsSchema,
  briefSql,
  comparedFactsSchema,
  comparedSql,
  descriptionSchema,
  descriptionsSql,
  factsSql,
  linkedFactsSchema,
  linkedSql,
} from './advert-rows.ts'
import { type StockChange, saysOther, searched } from './change-notes.ts'
import { RowQuery } from '../storage/row-query.ts'

/** An advert as it was saved, and what was cached of it before. */
export interface SavedAdvert {
  readonly rowid: number
  readonly advert: CachedAdvert
  readonly before: CachedAdvert | undefined
  readonly change: StockChange
}

/** Texts by which a search finds adverts, in cache.db. */
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
   * To be called for all adverts of a save at its end. SQLite's text index keeps additions in memory until another
   * table's upsert begins, and that makes it write its own segment.
   */
  index(saved: readonly SavedAdvert[]): void {
    for (const { rowid, advert, before } of saved) {
      if (before && !saysOther(before, advert)) continue
      if (before) this.#remove.run(rowid)
      this.#add.run(rowid, ...searched.map((name) => advert[name]))
    }
  }
}

/**
 * Reads of many cached adverts at once, each with no more columns than its use needs: every column takes its time. An answer has
 * one entry for each id that is cached, in no particular order.
 */
export class AdvertFactsReader {
  readonly #all: RowQuery<typeof advertFactsSchema>
  readonly #brief: RowQuery<typeof briefFactsSchema>
  readonly #compared: RowQuery<typeof comparedFactsSchema>
  readonly #linked: RowQuery<typeof linkedFactsSchema>
  readonly #descriptions: RowQuery<typeof descriptionSchema>

  constructor(db: DatabaseSync) {
    this.#all = new RowQuery(db, advertFactsSchema, factsSql)
    this.#brief = new RowQuery(db, briefFactsSchema, briefSql)
    this.#compared = new RowQuery(db, comparedFactsSchema, comparedSql)
    this.#linked = new RowQuery(db, linkedFactsSchema, linkedSql)
    this.#descriptions = new RowQuery(db, descriptionSchema, descriptionsSql)
  }

  all(accountId: string, ids: readonly number[]): AdvertFacts[] {
    return this.#all.all(accountId, JSON.stringify(ids))
  }

  /** Without what is kept apart, which takes most of the time. */
  brief(accountId: string, ids: readonly number[]): BriefFacts[] {
    return this.#brief.all(accountId, JSON.stringify(ids))
  }

  /** Without what no row of a file is compared with. */
  compared(accountId: string, ids: readonly number[]): ComparedFacts[] {
    return this.#compared.all(accountId, JSON.stringify(ids))
  }

  /** Facts for a plan of the whole stock. */
  linked(accountId: string, ids: readonly number[]): LinkedFacts[] {
    return this.#linked.all(accountId, JSON.stringify(ids))
  }

  /** The texts, by the adverts' ids. */
  descriptions(accountId: string, ids: readonly number[]): ReadonlyMap<number, string> {
    const found = this.#descriptions.all(accountId, JSON.stringify(ids))
    return new Map(found.map(({ id, description }) => [id, description]))
  }
}
