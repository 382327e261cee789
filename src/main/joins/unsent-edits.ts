import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { fieldNames } from '#shared/batch/field-lists.ts'
import { RowQuery } from '../storage/row-query.ts'
import type { UnsentEdit, UnsentEdits } from '../writes/sent-before.ts'

const editSchema = z.object({
  advert: z.number(),
  field: z.enum(fieldNames),
  value: z.union([z.string(), z.number()]),
  currency: z.literal([1, 2, 3]).nullable(),
})

/** Edits of which no batch holds the present value. @returns a reader for adverts of an account, over any connection */
export function unsentEditsOf(
  db: DatabaseSync,
): (accountId: string, autoIds: readonly number[]) => UnsentEdits {
  const query = new RowQuery(
    db,
    editSchema,
    `SELECT advert, field, value, currency FROM edits
     WHERE account_id = ? AND batch IS NULL AND advert IN (SELECT value FROM json_each(?))`,
  )
  return (accountId, autoIds) => {
    const found = new Map<number, UnsentEdit[]>()
    for (const { advert, ...edit } of query.all(accountId, JSON.stringify(autoIds)))
      found.set(advert, [...(found.get(advert) ?? []), edit])
    return found
  }
}
