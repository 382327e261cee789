import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Clock } from '../system/clock.ts'
import type { Migration } from '../storage/database.ts'
import { RowQuery } from '../storage/row-query.ts'
import type { OwnListMemory } from './inventory-api.ts'

/** Services that gave an account no list of its own adverts, and when they said so. */
export const ownListMigration: Migration = (db) => {
  db.exec(`
    CREATE TABLE own_lists_missing (
      account_id TEXT PRIMARY KEY,
      base_url TEXT NOT NULL,
      noticed_at INTEGER NOT NULL
    ) STRICT;
  `)
}

/** How long the answer counts, in ms: a service that gains the list is noticed within a week. */
const countsFor = 7 * 24 * 3_600_000

const noticeSchema = z.object({ noticedAt: z.number() })

/** An account at an address: what one address answered doesn't count for another. */
export interface ListOwner {
  readonly accountId: string
  readonly baseUrl: string
}

/** Stores it in cache.db, across starts. */
export class OwnListTable implements OwnListMemory {
  readonly #db: DatabaseSync
  readonly #owner: ListOwner
  readonly #clock: Clock
  readonly #notice: RowQuery<typeof noticeSchema>

  constructor(db: DatabaseSync, owner: ListOwner, clock: Clock) {
    this.#db = db
    this.#owner = owner
    this.#clock = clock
    this.#notice = new RowQuery(
      db,
      noticeSchema,
      'SELECT noticed_at AS noticedAt FROM own_lists_missing WHERE account_id = ? AND base_url = ?',
    )
  }

  isMissing(): boolean {
    const notice = this.#notice.first(this.#owner.accountId, this.#owner.baseUrl)
    if (!notice) return false
    const age = this.#clock.now() - notice.noticedAt
    return age >= 0 && age < countsFor
  }

  setMissing(): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO own_lists_missing (account_id, base_url, noticed_at) VALUES (?, ?, ?)')
      .run(this.#owner.accountId, this.#owner.baseUrl, this.#clock.now())
  }
}
