import { storedJson, RowQuery, withDefault } from '../storage/row-query.ts'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { type Form, formSchema } from '#shared/advert-form/advert-form-calls.ts'

/** The form of a new advert that an account has begun, as JSON; times in ISO 8601. */
export const formsSchema = `
  CREATE TABLE forms (
    account_id TEXT PRIMARY KEY,
    form TEXT NOT NULL CHECK (json_valid(form)),
    kept_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
`

const rowSchema = z.object({
  /** One that can't be read is none, which is reported. */
  form: withDefault('form', storedJson.pipe(formSchema.nullable()), null),
})

/** The forms that were begun, one for each account, in forms.db. */
export class AdvertFormTable {
  readonly #find: RowQuery<typeof rowSchema>
  readonly #put: StatementSync
  readonly #remove: StatementSync

  constructor(db: DatabaseSync) {
    this.#find = new RowQuery(db, rowSchema, 'SELECT form FROM forms WHERE account_id = ?')
    this.#put = db.prepare('INSERT OR REPLACE INTO forms VALUES (?, ?, ?)')
    this.#remove = db.prepare('DELETE FROM forms WHERE account_id = ?')
  }

  find(accountId: string): Form | null {
    return this.#find.first(accountId)?.form ?? null
  }

  put(accountId: string, form: Form, at: string): void {
    this.#put.run(accountId, JSON.stringify(form), at)
  }

  remove(accountId: string): void {
    this.#remove.run(accountId)
  }
}
