import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { inTransaction } from '../storage/transactions.ts'
import { RowQuery } from '../storage/row-query.ts'

/** One transaction after which the replaced content can't be read from the file's free space. */
export function erasing(db: DatabaseSync, work: () => void): void {
  db.exec('PRAGMA secure_delete = ON')
  try {
    inTransaction(db, work)
  } finally {
    db.exec('PRAGMA secure_delete = OFF')
  }
}

const checkpointSchema = z.object({ busy: z.int() })

/**
 * Removes the write-ahead log, which still holds the pages as they were.
 * @returns false if it stays, because another connection reads from it
 */
export function emptyLog(db: DatabaseSync): boolean {
  return checkpointSchema.parse(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).busy === 0
}

const nameSchema = z.object({ name: z.string() })

const idSchema = z.object({ id: z.number() })

const createdSchema = z.object({ createdAt: z.string() })

/** A part of an erasing: the data of all buyers, the key, and the write-ahead logs, which still have both. */
export type Owed = 'buyers' | 'key' | 'logs'

/**
 * Database of the dealer's own part of orders: marks, notes, erased buyers, and the name of the key in the keychain. No
 * service knows that, so it outlives the cache.
 */
export class OwnOrders {
  readonly #cache: DatabaseSync
  readonly #own: DatabaseSync
  #isReady = false

  constructor(cache: DatabaseSync, own: DatabaseSync) {
    this.#cache = cache
    this.#own = own
  }

  get db(): DatabaseSync {
    if (!this.#isReady) {
      this.#isReady = true
      if (!this.#bringName()) this.keepErased()
    }
    return this.#own
  }

  /** Under which name the key of this data folder is in the keychain. */
  keyName(): string {
    return new RowQuery(nameSchema, 'SELECT name FROM order_key').one(this.db).name
  }

  /** The orders of the account whose buyers the dealer erased. */
  erased(accountId: string): ReadonlySet<number> {
    const ids = new RowQuery(idSchema, 'SELECT order_id AS id FROM erased_buyers WHERE account_id = ?')
    return new Set(ids.all(this.db, accountId).map(({ id }) => id))
  }

  /** Notes what is to be erased, before anything of it is. */
  scheduleCleanup(...parts: readonly Owed[]): void {
    const put = this.db.prepare('INSERT OR IGNORE INTO owed_erasures (what) VALUES (?)')
    inTransaction(this.db, () => {
      for (const part of parts) put.run(part)
    })
  }

  owes(part: Owed): boolean {
    return this.db.prepare('SELECT 1 FROM owed_erasures WHERE what = ?').get(part) !== undefined
  }

  /** It is done. */
  settle(part: Owed): void {
    this.db.prepare('DELETE FROM owed_erasures WHERE what = ?').run(part)
  }

  /** Empties the logs of both databases, or leaves it noted. */
  emptyLogs(): void {
    if (!this.owes('logs')) return
    const emptied = [this.#cache, this.db].map(emptyLog)
    if (!emptied.every(Boolean)) return
    this.settle('logs')
  }

  /** Notes which orders have lost their buyers. */
  keepErased(): void {
    const erased = this.#cache.prepare('SELECT account_id, order_id FROM orders WHERE erased = 1').all()
    if (erased.length === 0) return
    const put = this.db.prepare('INSERT OR IGNORE INTO erased_buyers (account_id, order_id) VALUES (?, ?)')
    inTransaction(this.db, () => {
      for (const { account_id: account, order_id: order } of erased) put.run(account ?? '', order ?? 0)
    })
  }

  /** Time when an order was created, in the service's form; null if it has no buyer's data any more, or isn't saved. */
  createdAt(accountId: string, orderId: number): string | null {
    const created = new RowQuery(
      createdSchema,
      'SELECT created_at AS createdAt FROM orders WHERE account_id = ? AND order_id = ? AND forgotten = 0',
    )
    return created.first(this.#cache, accountId, orderId)?.createdAt ?? null
  }

  /** Each of the two databases has the name: one of them may be lost. @returns whether this one had it already */
  #bringName(): boolean {
    const known = new RowQuery(nameSchema, 'SELECT name FROM order_key').first(this.#own)
    const [cached] = new RowQuery(nameSchema, 'SELECT name FROM order_vault').all(this.#cache)
    if (cached)
      this.#own
        .prepare('INSERT INTO order_key (name) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM order_key)')
        .run(cached.name)
    const { name } = new RowQuery(nameSchema, 'SELECT name FROM order_key').one(this.#own)
    if (name !== cached?.name) this.#cache.prepare('UPDATE order_vault SET name = ?').run(name)
    return known !== undefined
  }
}
