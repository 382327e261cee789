import { z } from 'zod'
import type { AdvertQuery } from '#shared/inventory/advert.ts'
import { RowQuery, storedNumbers } from '../../storage/row-query.ts'
import { Table } from '../../storage/table.ts'

export const firstListSql = `SELECT json_group_array(id) AS ids FROM (
    SELECT id FROM adverts INDEXED BY adverts_newest WHERE account_id = ? AND user_id = ? AND state <> 'gone'
    ORDER BY updated_at DESC, id DESC)`

const idsSchema = z.object({ ids: storedNumbers })

const idsQuery = new RowQuery(idsSchema, firstListSql)

/**
 * List that a window shows first, read from its index at once: loading the columns for other lists takes ten times as
 * long.
 */
export class FirstList extends Table {
  /** Ids of the user's adverts that are not gone, the newest changes first. */
  ids(accountId: string, userId: number): Float64Array<ArrayBuffer> {
    return Float64Array.from(idsQuery.one(this.db, accountId, userId).ids)
  }
}

/** True if an own list by this query is the one that a window shows first. */
export function isFirstList({ text, states, sort, filters = [], group }: AdvertQuery): boolean {
  const [first, ...others] = sort
  return (
    text.trim() === '' &&
    group === undefined &&
    states.length + filters.length + others.length === 0 &&
    first?.column === 'updatedAt' &&
    first.descending
  )
}
