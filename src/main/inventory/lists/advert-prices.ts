import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { RowQuery } from '../../storage/row-query.ts'
import type { Apart } from './apart-columns.ts'

const price = z.number().nullable()
const pricesSchema = z.object({ id: z.number(), usd: price, eur: price, uah: price })

/** Reads what cached adverts cost now. */
export function pricesIn(db: DatabaseSync): Apart['prices'] {
  const prices = new RowQuery(
    pricesSchema,
    'SELECT id, usd, eur, uah FROM adverts WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))',
  )
  return (accountId, ids) =>
    new Map(prices.all(db, accountId, JSON.stringify(ids)).map(({ id, ...cost }) => [id, cost]))
}
