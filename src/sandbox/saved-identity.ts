import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { load } from './server/meta.ts'

/** Identity that a file has kept of its sandbox; a key that was given at the start is not in it. */
export interface SavedIdentity {
  readonly key: string
  readonly userId: number
}

/**
 * Identity of the sandbox of this file, read without starting it or loading its catalogue. Null before its first start,
 * or if the file can't be read.
 */
export function savedIdentity(databasePath: string): SavedIdentity | null {
  if (!existsSync(databasePath)) return null
  try {
    using database = new DatabaseSync(databasePath, { readOnly: true })
    const key = load(database, 'key')
    const userId = load(database, 'user_id')
    return key === undefined || userId === undefined ? null : { key, userId: Number(userId) }
  } catch {
    return null
  }
}
