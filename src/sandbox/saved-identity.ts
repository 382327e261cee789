import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { identityIn, type SavedIdentity } from './server/identity.ts'

/** Who the sandbox of this file is, without starting it; null before its first start, or if the file can't be read. */
export function savedIdentity(databasePath: string): SavedIdentity | null {
  if (!existsSync(databasePath)) return null
  try {
    using database = new DatabaseSync(databasePath, { readOnly: true })
    return identityIn(database)
  } catch {
    return null
  }
}
