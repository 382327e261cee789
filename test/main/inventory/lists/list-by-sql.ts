import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { AdvertQuery } from '#shared/inventory/advert.ts'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import { sortKey } from '../../../../src/main/inventory/sort-key.ts'
import { matchOf } from '../../../../src/main/inventory/lists/text-search.ts'
import { type ApartColumn, isApart } from '../../../../src/main/inventory/lists/apart-columns.ts'
import { listedNumber } from '../../../../src/main/inventory/lists/number-column.ts'
import { sortColumn } from '../../../../src/main/inventory/lists/stock-lists.ts'

/** Which share of its likes is cheaper, in percent, over a row of `adverts`. */
const positionSql = `(SELECT CASE WHEN answer ->> '$.rank' IS NOT NULL THEN
    min(100, CAST(100 * (answer ->> '$.cheaper') / max(1, (answer ->> '$.of') - 1) AS INTEGER)) END
  FROM price_positions WHERE price_positions.account_id = adverts.account_id AND advert_id = adverts.id)`

/** By how many percent the price is over the median of its likes, over a row of `adverts`. */
export const overSql = `(SELECT CASE WHEN answer ->> '$.of' > 1 THEN CAST(100 * (
    CASE answer ->> '$.currency' WHEN 1 THEN usd WHEN 2 THEN eur ELSE uah END / (answer ->> '$.median') - 1) AS INTEGER) END
  FROM price_positions WHERE price_positions.account_id = adverts.account_id AND advert_id = adverts.id)`

/** 1 if the price was ever compared, over a row of `adverts`. */
const comparedSql = `(SELECT 1 FROM price_positions
  WHERE price_positions.account_id = adverts.account_id AND advert_id = adverts.id)`

/** What a stock number is sorted by, over a row of `adverts`; the tests have links in a table of their own. */
const numberSql = `(SELECT listed FROM stock_numbers
  WHERE stock_numbers.account_id = adverts.account_id AND stock_numbers.id = adverts.id)`

const keySql = numberSql.replace('listed', 'key')

/** The links of an account, by the adverts' ids, for the statements here. */
export function putNumbers(db: DatabaseSync, accountId: string, numbers: ReadonlyMap<number, string>): void {
  db.exec('CREATE TABLE IF NOT EXISTS stock_numbers (account_id TEXT, id INTEGER, key TEXT, listed TEXT)')
  db.prepare('DELETE FROM stock_numbers WHERE account_id = ?').run(accountId)
  for (const [id, key] of numbers)
    db.prepare('INSERT INTO stock_numbers VALUES (?, ?, ?, ?)').run(accountId, id, key, listedNumber(key))
}

const isExpired = `(state = 'live' AND expires_at <> '' AND expires_at < ?)`

/** An index of words with their places, filled again from the table: the slow and plain way. */
function indexWords(db: DatabaseSync): void {
  db.exec(`
    DROP TABLE IF EXISTS temp.plain_text;
    CREATE VIRTUAL TABLE temp.plain_text USING fts5 (
      title, make, model, version, city, description, tokenize = 'unicode61'
    );
    INSERT INTO plain_text (rowid, title, make, model, version, city, description)
      SELECT adverts.rowid, title, make, model, version, city, description
      FROM adverts JOIN advert_records ON advert = adverts.rowid;
  `)
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const datesSql: Readonly<Record<string, string>> = {
  age: 'added_at',
  updatedAgo: 'updated_at',
  expiresIn: 'expires_at',
  position: positionSql,
  views: 'NULL',
  phones: 'NULL',
}
const valueSql = (field: string): string => datesSql[field] ?? field

/** A filter as SQLite checks it, row by row. */
function conditionOf(filter: AdvertFilter, serviceNow: string): string {
  const away = (days: number): string => `datetime(${quoted(serviceNow)}, '${days} days')`
  if ('values' in filter)
    return `${sortColumn(filter.field)} ${filter.not ? 'NOT IN' : 'IN'} (${filter.values
      .map((value) => quoted(sortKey(value)))
      .join(', ')})`
  if ('empty' in filter && filter.empty !== undefined)
    return `coalesce(${valueSql(filter.field)}, '') ${filter.empty ? '=' : '<>'} ''`
  switch (filter.field) {
    case 'noPhoto':
      return `photo = ''`
    case 'uncompared':
      return `${comparedSql} IS NULL`
    case 'stockNumber': {
      if (filter.is === 'any') return `${numberSql} IS NOT NULL`
      if (filter.is === 'none') return `${numberSql} IS NULL`
      return `(${quoted(filter.text)} <> '' AND instr(lower(${keySql}), lower(${quoted(filter.text)})) > 0)`
    }
    case 'median':
      return `${overSql} ${filter.is === 'over' ? `>= ${filter.by}` : `<= -${filter.by}`}`
    case 'noViews':
    case 'viewsFell':
      return '0'
    case 'pending':
      return 'pending = 1'
    case 'expiresIn':
      return `(state = 'live' AND expires_at <> '' AND expires_at >= ${away(filter.from ?? 0)}
        ${filter.to === null ? '' : `AND expires_at <= ${away(filter.to)}`})`
    case 'age':
    case 'updatedAgo': {
      const column = filter.field === 'age' ? 'added_at' : 'updated_at'
      return `(${column} <> ''
        ${filter.from === null || filter.from === 0 ? '' : `AND ${column} <= ${away(-filter.from)}`}
        ${filter.to === null ? '' : `AND ${column} > ${away(-filter.to - 1)}`})`
    }
    default: {
      const column = valueSql(filter.field)
      if (filter.from === null && filter.to === null)
        return filter.field === 'position' ? `${positionSql} IS NOT NULL` : '1'
      const ends = [
        ...(filter.from === null ? [] : [`${column} >= ${filter.from}`]),
        ...(filter.to === null ? [] : [`${column} <= ${filter.to}`]),
      ]
      return `(${ends.join(' AND ')})`
    }
  }
}

/** Nothing was read of views. */
const unread = 'NULL'
const apartSql: Readonly<Record<ApartColumn, string>> = {
  position: positionSql,
  overMedian: overSql,
  compared: comparedSql,
  stockNumber: numberSql,
  views: unread,
  viewsTrend: unread,
  phones: unread,
  phoneRate: unread,
  noViews: unread,
  viewsFell: unread,
}

/** The ids that SQLite finds and sorts without any help: what lists are compared with. */
export function listBySql(
  db: DatabaseSync,
  [accountId, userId]: readonly [string, number],
  { text, states, sort, watched = false, filters = [] }: AdvertQuery,
  serviceNow: string,
): number[] {
  indexWords(db)
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const typed = /^\s*[1-9]\d{0,14}\s*$/.test(text) ? Number(text) : null
  const kept = states.filter((state) => state !== 'expired')
  const conditions: [string, ...SQLInputValue[]][] = [
    [`account_id = ? AND user_id ${watched ? 'IS NOT' : '='} ?`, accountId, userId],
    ...filters.map((filter): [string] => [conditionOf(filter, serviceNow)]),
  ]
  if (words.length > 0)
    conditions.push([
      `(id IS ? OR (? AND CAST(id AS TEXT) LIKE ?)
        OR rowid IN (SELECT rowid FROM temp.plain_text WHERE plain_text MATCH ?)
        OR instr(lower(${keySql}), lower(?)) = 1)`,
      typed,
      String(typed ?? '').length >= 4 ? 1 : 0,
      `${typed}%`,
      matchOf(words),
      text,
    ])
  if (states.length === 0) conditions.push([`state <> 'gone'`])
  else
    conditions.push([
      `((state IN (SELECT value FROM json_each(?)) AND NOT ${isExpired}) OR (? AND ${isExpired}))`,
      JSON.stringify(kept),
      serviceNow,
      states.includes('expired') ? 1 : 0,
      serviceNow,
    ])
  const terms = sort.map(
    ({ column, descending }) =>
      `${isApart(column) ? apartSql[column] : sortColumn(column)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`,
  )
  const sql = `SELECT id FROM adverts WHERE ${conditions.map(([condition]) => condition).join(' AND ')}
    ORDER BY ${[...terms, 'id DESC'].join(', ')}`
  return db
    .prepare(sql)
    .all(...conditions.flatMap(([, ...values]) => values))
    .map((row) => Number(row.id))
}
