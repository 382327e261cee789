import { DatabaseSync } from 'node:sqlite'
import { journalSchema } from '../../../../src/main/batch/journal/journal-schema.ts'
import { LinkAnswers } from '../../../../src/main/batch/journal/link-answers.ts'
import { StockLinks, StockNumbers } from '../../../../src/main/batch/journal/stock-links.ts'
import type { Numbers } from '../../../../src/main/inventory/lists/apart-columns.ts'
import { listNumbers } from '../../../../src/main/stock/link-changes.ts'
import { foldOf } from '../../../../src/main/writes/stock-key.ts'
import { putNumbers } from './list-by-sql.ts'

const at = '2026-11-24T00:00:00.000Z'

/** Links in a journal's tables, for lists of adverts; `cache` has a copy for SQLite's own lists. */
export class TestLinks {
  readonly numbers: Numbers
  readonly #db = new DatabaseSync(':memory:')
  readonly #cache: DatabaseSync
  #current: StockNumbers

  constructor(cache: DatabaseSync) {
    this.#cache = cache
    this.#db.exec(journalSchema)
    this.#current = new StockNumbers(this.#db)
    this.numbers = listNumbers(() => this.#current)
    putNumbers(cache, '', new Map())
  }

  /** An advert that has another key keeps it. */
  link(accountId: string, autoId: number, key: string): void {
    if (this.numbers.of(accountId, [autoId]).size > 0) return
    new LinkAnswers(this.#db).set(accountId, { key, fold: foldOf(key), autoId, origin: 'hand' }, at)
    this.#copy(accountId)
  }

  cut(accountId: string, key: string): void {
    if (new StockLinks(this.#db).find(accountId, key)?.state !== 'live') return
    new LinkAnswers(this.#db).cut(accountId, key, at)
    this.#copy(accountId)
  }

  /** Another journal takes the place of this one: no step tells what is other in it. */
  replace(change: string): void {
    this.#db.exec(change)
    this.#current = new StockNumbers(this.#db)
  }

  close(): void {
    this.#db.close()
  }

  #copy(accountId: string): void {
    const links = new StockLinks(this.#db).list(accountId).filter(({ state }) => state === 'live')
    putNumbers(this.#cache, accountId, new Map(links.map(({ autoId, key }) => [autoId, key])))
  }
}
