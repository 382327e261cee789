import type { Schema } from '../../../src/main/storage/database.ts'

/** A database of these tables alone. */
export const schemaOf = (...sql: readonly string[]): Schema => ({ version: 1, sql: sql.join('') })
