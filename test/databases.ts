import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'

/** A database in memory with these tables, for the test that runs or for those that come after what is before each. */
export function databaseOfTest(...schemas: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(schemas.join(''))
  onTestFinished(() => {
    if (db.isOpen) db.close()
  })
  return db
}
