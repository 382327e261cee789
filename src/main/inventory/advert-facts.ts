import type { DatabaseSync } from 'node:sqlite'
import { RowQuery } from '../storage/row-query.ts'
import {
  advertFactsSchema,
  type AdvertFacts,
  briefFactsSchema,
  type BriefFacts,
  briefSql,
  comparedFactsSchema,
  type ComparedFacts,
  comparedSql,
  descriptionSchema,
  descriptionsSql,
  factsSql,
  linkedFactsSchema,
  type LinkedFacts,
  linkedSql,
} from './advert-rows.ts'

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

  /** What a plan of the whole stock needs. */
  linked(accountId: string, ids: readonly number[]): LinkedFacts[] {
    return this.#linked.all(accountId, JSON.stringify(ids))
  }

  /** The texts, by the adverts' ids. */
  descriptions(accountId: string, ids: readonly number[]): ReadonlyMap<number, string> {
    const found = this.#descriptions.all(accountId, JSON.stringify(ids))
    return new Map(found.map(({ id, description }) => [id, description]))
  }
}
