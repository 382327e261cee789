import type { SQLInputValue } from 'node:sqlite'
import type { AdvertColumn, AdvertQuery, AdvertSort } from '#shared/inventory/advert.ts'

/** How each column sorts: texts by their dictionary key, numbers and times as they are. */
const sortColumns: Record<AdvertColumn, string> = {
  id: 'id',
  title: 'title_key',
  make: 'make_key',
  model: 'model_key',
  version: 'version_key',
  year: 'year',
  mileage: 'mileage',
  usd: 'usd',
  eur: 'eur',
  uah: 'uah',
  city: 'city_key',
  state: 'state',
  addedAt: 'added_at',
  updatedAt: 'updated_at',
  expiresAt: 'expires_at',
  readAt: 'read_at',
}

/** A live advert past its time is shown as expired; kept in step with `shown` of the table. */
const isExpired = `(state = 'live' AND expires_at <> '' AND expires_at < ?)`

/** The statement that answers the ids of a query, and its values. Without chosen states all but the gone ones fit. */
export function advertIdsQuery(
  accountId: string,
  userId: number,
  query: AdvertQuery,
  serviceNow: string,
): { sql: string; values: SQLInputValue[] } {
  const conditions = ['account_id = ?', 'user_id = ?']
  const values: SQLInputValue[] = [accountId, userId]
  const match = textMatch(query.text)
  if (match.words) {
    conditions.push(
      match.id === null
        ? 'rowid IN (SELECT rowid FROM advert_text WHERE advert_text MATCH ?)'
        : '(id = ? OR rowid IN (SELECT rowid FROM advert_text WHERE advert_text MATCH ?))',
    )
    values.push(...(match.id === null ? [match.words] : [match.id, match.words]))
  }
  if (query.states.length === 0) conditions.push(`state <> 'gone'`)
  else {
    const kept = query.states.filter((state) => state !== 'expired')
    const alternatives = [`(state IN (SELECT value FROM json_each(?)) AND NOT ${isExpired})`]
    values.push(JSON.stringify(kept), serviceNow)
    if (query.states.includes('expired')) {
      alternatives.push(isExpired)
      values.push(serviceNow)
    }
    conditions.push(`(${alternatives.join(' OR ')})`)
  }
  return {
    sql: `SELECT id FROM adverts WHERE ${conditions.join(' AND ')} ORDER BY ${orderBy(query.sort)}`,
    values,
  }
}

/** Empty values come last whichever way a column is sorted; the id decides between equals, so that an order is stable. */
function orderBy(sort: AdvertSort): string {
  const terms = sort.map(
    ({ column, descending }) => `${sortColumns[column]} ${descending ? 'DESC' : 'ASC'} NULLS LAST`,
  )
  return [...terms, ...(sort.some(({ column }) => column === 'id') ? [] : ['id DESC'])].join(', ')
}

/** Every word must begin a word of the advert; what FTS5 would read as an operator is quoted. */
function textMatch(text: string): { words: string; id: number | null } {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const digits = /^\s*\d{1,15}\s*$/.test(text)
  return { words: words.map((word) => `"${word}"*`).join(' '), id: digits ? Number(text) : null }
}
