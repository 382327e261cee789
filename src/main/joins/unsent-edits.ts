import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { fieldNames } from '#shared/batch/field-lists.ts'
import { readable } from '../storage/readable.ts'
import { RowQuery } from '../storage/row-query.ts'
import type { UnsentEdit, UnsentEdits } from '../writes/sent-before.ts'

const editSchema = z.object({
  advert: z.number(),
  field: z.enum(fieldNames),
  value: z.union([z.string(), z.number()]),
  currency: z.literal([1, 2, 3]).nullable(),
})

const ofAccount = 'SELECT advert, field, value, currency FROM edits WHERE account_id = ? AND batch IS NULL'

/** Edits of which no batch holds the present value; a database that can't be read keeps no file from being checked. @returns a reader for adverts of an account, over any connection */
export function unsentEditsOf(
  db: DatabaseSync,
): (accountId: string, autoIds: readonly number[]) => UnsentEdits {
  const query = new RowQuery(editSchema, `${ofAccount} AND advert IN (SELECT value FROM json_each(?))`)
  const any = new RowQuery(z.object({ advert: z.number() }), `${ofAccount} LIMIT 1`)
  return (accountId, autoIds) => {
    const found = new Map<number, UnsentEdit[]>()
    // Most files are checked while there is none, and no row needs its look.
    const edits = readable(
      () => (any.first(db, accountId) ? query.all(db, accountId, JSON.stringify(autoIds)) : []),
      [],
    )
    for (const { advert, ...edit } of edits) found.set(advert, [...(found.get(advert) ?? []), edit])
    return found
  }
}
