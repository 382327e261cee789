import { z } from 'zod'
import { RowQuery, storedNumbers } from '../storage/row-query.ts'
import { advertFactsSchema, cachedAdvertSchema, selectedBy } from './advert-rows.ts'
import type { ListOwner } from './lists/stock-lists.ts'
import { Table } from '../storage/table.ts'

type Seller = Pick<ListOwner, 'accountId' | 'userId'>

const idSchema = z.object({ id: z.number() })
const vehicleSchema = advertFactsSchema.pick({
  id: true,
  title: true,
  makeId: true,
  modelId: true,
  version: true,
})
const modelPriceSchema = cachedAdvertSchema.pick({
  makeId: true,
  modelId: true,
  year: true,
  usd: true,
  eur: true,
  uah: true,
})
const idsSchema = z.object({ ids: storedNumbers })
const countSchema = z.object({ adverts: z.number() })

/** Cached adverts: their number, those of some that are not cached, and those that were read lately, in cache.db. */
export class KnownAdverts extends Table {
  /** Number of adverts of the owner that are not gone. */
  count(accountId: string, userId: number): number {
    return countQuery.first(this.db, accountId, userId)?.adverts ?? 0
  }

  /** Number of those that were last read before `since`, ISO 8601. */
  countReadBefore({ accountId, userId }: Seller, since: string): number {
    return countReadBeforeQuery.one(this.db, accountId, userId, since).adverts
  }

  /** Those of these ids, each once, that are not the owner's or are gone. */
  missing({ accountId, userId }: Seller, ids: readonly number[]): number[] {
    if (ids.length === 0) return []
    return missingQuery.all(this.db, JSON.stringify(ids), accountId, userId).map(({ id }) => id)
  }

  /** Those of these ids that are not cached, of whatever owner and state. */
  neverCached(accountId: string, ids: readonly number[]): number[] {
    return ids.length === 0
      ? []
      : neverCachedQuery.all(this.db, JSON.stringify(ids), accountId).map(({ id }) => id)
  }

  /** Ids of the owner's adverts that are not gone, the lowest first. */
  ids({ accountId, userId }: Seller): Float64Array {
    return Float64Array.from(idsQuery.one(this.db, accountId, userId).ids).toSorted()
  }

  /** Vehicles of the owner's adverts that are not gone: all of them, some thousand at a time. */
  *vehicles({ accountId, userId }: Seller): Generator<z.infer<typeof vehicleSchema>[]> {
    for (let after: number | undefined = 0; after !== undefined;) {
      const some: z.infer<typeof vehicleSchema>[] = vehiclesQuery.all(this.db, accountId, userId, after)
      yield some
      after = some.at(-1)?.id
    }
  }

  /** Prices of the owner's adverts of these models that are not gone; a model's id may be another one of another make. */
  modelPrices(
    { accountId, userId }: Seller,
    modelIds: readonly number[],
  ): z.infer<typeof modelPriceSchema>[] {
    return modelIds.length === 0
      ? []
      : modelPricesQuery.all(this.db, accountId, userId, JSON.stringify(modelIds))
  }

  /** Those of these adverts that were read since then, ISO 8601. */
  readSince(accountId: string, ids: readonly number[], since: string): number[] {
    return readSinceQuery.all(this.db, accountId, JSON.stringify(ids), since).map(({ id }) => id)
  }
}

export const countSql = 'SELECT adverts FROM advert_counts WHERE account_id = ? AND user_id = ?'

const countReadBeforeSql = `SELECT count(*) AS adverts FROM adverts
  WHERE account_id = ? AND user_id = ? AND state <> 'gone' AND read_at < ?`

const missingSql = `SELECT DISTINCT value AS id FROM json_each(?1) AS asked WHERE NOT EXISTS (
  SELECT 1 FROM adverts WHERE account_id = ?2 AND id = asked.value AND user_id = ?3 AND state <> 'gone')`

const neverCachedSql = `SELECT value AS id FROM json_each(?1) AS asked
  WHERE NOT EXISTS (SELECT 1 FROM adverts WHERE account_id = ?2 AND id = asked.value)`

const vehiclesAtOnce = 2_000

const vehiclesSql = `SELECT ${selectedBy(vehicleSchema)} FROM adverts
  WHERE account_id = ? AND user_id = ? AND state <> 'gone' AND id > ? ORDER BY id LIMIT ${vehiclesAtOnce}`

const modelPricesSql = `SELECT ${selectedBy(modelPriceSchema)} FROM adverts
  WHERE account_id = ? AND user_id = ? AND state <> 'gone' AND model_id IN (SELECT value FROM json_each(?))`

const idsSql = `SELECT json_group_array(id) AS ids FROM adverts
  WHERE account_id = ? AND user_id = ? AND state <> 'gone'`

const readSinceSql =
  'SELECT id FROM adverts WHERE account_id = ? AND id IN (SELECT value FROM json_each(?)) AND read_at >= ?'

const countQuery = new RowQuery(countSchema, countSql)
const countReadBeforeQuery = new RowQuery(countSchema, countReadBeforeSql)
const missingQuery = new RowQuery(idSchema, missingSql)
const neverCachedQuery = new RowQuery(idSchema, neverCachedSql)
const readSinceQuery = new RowQuery(idSchema, readSinceSql)
const vehiclesQuery = new RowQuery(vehicleSchema, vehiclesSql)
const modelPricesQuery = new RowQuery(modelPriceSchema, modelPricesSql)
const idsQuery = new RowQuery(idsSchema, idsSql)
