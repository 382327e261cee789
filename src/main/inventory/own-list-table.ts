import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../system/clock.ts'
import type { Connection } from '../http/connection.ts'
import type { Migration } from '../storage/database.ts'
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

/** How long a service is believed, in ms: one that gains the list is noticed within a week. */
const believed = 7 * 24 * 3_600_000

/** Remembers across starts, in cache.db. What one address said is not said for another. */
export function ownListMemory(
  db: DatabaseSync,
  { accountId, baseUrl }: Pick<Connection, 'accountId' | 'baseUrl'>,
  clock: Clock,
): OwnListMemory {
  return {
    isMissing() {
      const row = db
        .prepare('SELECT noticed_at AS at FROM own_lists_missing WHERE account_id = ? AND base_url = ?')
        .get(accountId, baseUrl)
      const age = clock.now() - Number(row?.at)
      return age >= 0 && age < believed
    },
    setMissing() {
      db.prepare(
        'INSERT OR REPLACE INTO own_lists_missing (account_id, base_url, noticed_at) VALUES (?, ?, ?)',
      ).run(accountId, baseUrl, clock.now())
    },
  }
}
