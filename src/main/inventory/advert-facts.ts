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
import { RowQuery, Statement } from '../storage/row-query.ts'
import { Table } from '../storage/table.ts'

/** An advert as it was saved, and what was cached of it before. */
export interface SavedAdvert {
  readonly rowid: number
  readonly advert: CachedAdvert
  readonly before: CachedAdvert | undefined
  readonly change: StockChange
}

const removeStatement = new Statement('DELETE FROM advert_text WHERE rowid = ?')
const addStatement = new Statement(
  `INSERT INTO advert_text (rowid, ${searched.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
)

/** Texts by which a search finds adverts, in cache.db. */
export class AdvertTexts extends Table {
  /**
   * To be called for all adverts of a save at its end. SQLite's text index keeps additions in memory until another
   * table's upsert begins, and that makes it write its own segment.
   */
  index(saved: readonly SavedAdvert[]): void {
    for (const { rowid, advert, before } of saved) {
      if (before && !saysOther(before, advert)) continue
      if (before) removeStatement.of(this.db).run(rowid)
      addStatement.of(this.db).run(rowid, ...searched.map((name) => advert[name]))
    }
  }
}

const allQuery = new RowQuery(advertFactsSchema, factsSql)
const briefQuery = new RowQuery(briefFactsSchema, briefSql)
const comparedQuery = new RowQuery(comparedFactsSchema, comparedSql)
const linkedQuery = new RowQuery(linkedFactsSchema, linkedSql)
const descriptionsQuery = new RowQuery(descriptionSchema, descriptionsSql)

/**
 * Reads of many cached adverts at once, each with no more columns than its use needs: every column takes its time. An answer has
 * one entry for each id that is cached, in no particular order.
 */
export class AdvertFactsReader extends Table {
  all(accountId: string, ids: readonly number[]): AdvertFacts[] {
    return allQuery.all(this.db, accountId, JSON.stringify(ids))
  }

  /** Without what is kept apart, which takes most of the time. */
  brief(accountId: string, ids: readonly number[]): BriefFacts[] {
    return briefQuery.all(this.db, accountId, JSON.stringify(ids))
  }

  /** Without what no row of a file is compared with. */
  compared(accountId: string, ids: readonly number[]): ComparedFacts[] {
    return comparedQuery.all(this.db, accountId, JSON.stringify(ids))
  }

  /** Facts for a plan of the whole stock. */
  linked(accountId: string, ids: readonly number[]): LinkedFacts[] {
    return linkedQuery.all(this.db, accountId, JSON.stringify(ids))
  }

  /** The texts, by the adverts' ids. */
  descriptions(accountId: string, ids: readonly number[]): ReadonlyMap<number, string> {
    const found = descriptionsQuery.all(this.db, accountId, JSON.stringify(ids))
    return new Map(found.map(({ id, description }) => [id, description]))
  }
}
