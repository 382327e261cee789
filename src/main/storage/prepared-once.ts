import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * A statement that is prepared when it is first run: one that changes rows takes milliseconds for its triggers, and most
 * starts and commands change none.
 */
export function preparedOnce(db: DatabaseSync, sql: string): () => StatementSync {
  let statement: StatementSync | null = null
  return () => (statement ??= db.prepare(sql))
}
