import { DatabaseSync } from 'node:sqlite'
import { looksDamaged } from '../storage/database-check.ts'
import { FileDatabase } from '../storage/file-database.ts'
import { inTransaction } from '../storage/transactions.ts'

/**
 * The connection on which calls are counted. A commit waits for no sync of the disk. The end of the process loses none,
 * a power cut at most the calls since the file's last sync, which the dealer's own work causes.
 * @param path staged.db, opened before with `quotaSchema`
 */
export function openQuota(path: string): DatabaseSync {
  const db = new FileDatabase(path, { timeout: 5_000 })
  db.exec('PRAGMA synchronous = NORMAL')
  return db
}

/** Takes over what can be read of the calls from a file that was damaged and set aside. */
export function bringCalls(setAside: string, db: DatabaseSync): void {
  const from = new DatabaseSync(setAside, { readOnly: true })
  try {
    if (hasTable(from)) copyCalls(from, db)
  } catch (error) {
    if (!looksDamaged(error)) throw error
  } finally {
    from.close()
  }
}

const hasTable = (db: DatabaseSync): boolean =>
  db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'quota_calls'`).get() !== undefined

function copyCalls(from: DatabaseSync, into: DatabaseSync): void {
  const put = into.prepare(`
    INSERT INTO quota_calls (account, minute, orders, others) VALUES (?, ?, ?, ?)
    ON CONFLICT (account, minute) DO UPDATE SET orders = max(orders, excluded.orders), others = max(others, excluded.others)`)
  const calls = from.prepare('SELECT account, minute, orders, others FROM quota_calls')
  inTransaction(into, () => {
    for (const call of readable(calls.iterate())) put.run(...Object.values(call))
  })
}

/** The rows before the first that can't be read. */
function* readable<Row>(rows: Iterable<Row>): Generator<Row> {
  try {
    yield* rows
  } catch (error) {
    if (!looksDamaged(error)) throw error
  }
}
