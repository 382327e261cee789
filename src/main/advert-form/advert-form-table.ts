import { storedJson, RowQuery, withDefault, Statement } from '../storage/row-query.ts'
import { z } from 'zod'
import { type Form, formSchema } from '#shared/advert-form/advert-form-calls.ts'
import { Table } from '../storage/table.ts'

/** The form of a new advert that an account has begun, as JSON. */
export const formsSchema = `
  CREATE TABLE forms (
    account_id TEXT PRIMARY KEY,
    form TEXT NOT NULL CHECK (json_valid(form))
  ) STRICT, WITHOUT ROWID;
`

const rowSchema = z.object({
  /** One that can't be read is none, which is reported. */
  form: withDefault('form', storedJson.pipe(formSchema.nullable()), null),
})

const findQuery = new RowQuery(rowSchema, 'SELECT form FROM forms WHERE account_id = ?')
const putStatement = new Statement('INSERT OR REPLACE INTO forms VALUES (?, ?)')
const removeStatement = new Statement('DELETE FROM forms WHERE account_id = ?')

/** The forms that were begun, one for each account, in forms.db. */
export class AdvertFormTable extends Table {
  find(accountId: string): Form | null {
    return findQuery.first(this.db, accountId)?.form ?? null
  }

  put(accountId: string, form: Form): void {
    putStatement.of(this.db).run(accountId, JSON.stringify(form))
  }

  remove(accountId: string): void {
    removeStatement.of(this.db).run(accountId)
  }
}
