import type { AdvertRow, ListedColumn } from '#shared/inventory/advert.ts'
import { columnRow } from '#shared/inventory/column-lists.ts'
import { filterColumns } from '#shared/inventory/filter-columns.ts'
import type { SavedRule } from '#shared/inventory/rule-calls.ts'
import { fewLikes, overMedian } from '#shared/search/position.ts'
import { rowTest } from './lists/filter-rows.ts'
import { viewValues } from './lists/apart-columns.ts'
import { listedNumber } from './lists/number-column.ts'
import { type ColumnValue, RankedColumn } from './lists/ranked-column.ts'
import { sortKey } from './sort-key.ts'

/**
 * The rows of a page with the ids of the rules that each fits: by the tests that filter lists, on these rows alone.
 * @param serviceNow the moment in the service's own form
 */
export function withRules(
  rows: readonly AdvertRow[],
  rules: readonly SavedRule[],
  serviceNow: string,
): AdvertRow[] {
  const columns = new Map<ListedColumn, RankedColumn>()
  for (const name of new Set(rules.flatMap(({ filter }) => filterColumns(filter.field))))
    columns.set(name, columnOf(name, rows))
  const tests = rules.map(({ id, filter }) => ({
    id,
    fits: rowTest(filter, serviceNow, (name) => columns.get(name) ?? new RankedColumn()),
  }))
  return rows.map((row, at) => {
    const fitting = tests.filter(({ fits }) => fits(at)).map(({ id }) => id)
    return fitting.length === 0 ? row : { ...row, rules: fitting }
  })
}

function columnOf(name: ListedColumn, rows: readonly AdvertRow[]): RankedColumn {
  const column = new RankedColumn()
  for (const [at, row] of rows.entries()) column.set(at, listedValue(row, name))
  return column
}

/** Value of a row in lists. */
function listedValue(row: AdvertRow, name: ListedColumn): ColumnValue {
  switch (name) {
    case 'photo':
      return Number(row.photo !== '')
    case 'pending':
      return Number(row.pending)
    case 'price':
      return row.usd
    case 'position':
      return shareOf(row.position)
    case 'overMedian':
      return row.position ? overMedian(row, row.position) : null
    case 'compared':
      return row.position ? 1 : null
    case 'stockNumber':
      return row.stockNumber === undefined ? null : listedNumber(row.stockNumber)
    case 'views':
    case 'viewsTrend':
    case 'phones':
    case 'phoneRate':
    case 'noViews':
    case 'viewsFell':
      return row.viewed ? viewValues[name](row.viewed) : null
    case 'state':
      // Lists know that time is over by the date alone.
      return row.state === 'expired' ? 'live' : row.state
    default: {
      const value = row[name]
      return typeof value === 'string' && columnRow(name).sort === 'dictionary' ? sortKey(value) : value
    }
  }
}

/** Share of its likes that is cheaper, in whole percent; null if they are too few to say anything. */
function shareOf(position: AdvertRow['position']): number | null {
  if (!position || position.rank === null || position.of < fewLikes) return null
  return Math.min(100, Math.floor((100 * (position.rank - 1)) / Math.max(1, position.of - 1)))
}
