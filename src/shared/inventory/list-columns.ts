import type { AdvertQuery, ListedColumn } from './advert.ts'
import type { AdvertFilter } from './advert-filter.ts'
import { filterColumns } from './filter-columns.ts'

/** Columns that the answer to a query is made from. Only a choice of states asks which adverts are expired. */
export const columnsOf = ({ text, states, sort, filters = [], group }: AdvertQuery): ListedColumn[] => [
  ...new Set<ListedColumn>([
    'id',
    'state',
    ...(text.trim() === '' ? [] : (['stockNumber'] as const)),
    ...(states.length > 0 ? (['expiresAt'] as const) : []),
    ...filters.flatMap(({ field }) => filterColumns(field)),
    ...sort.map(({ column }) => column),
    ...(group ? [group, ...summedColumns] : []),
  ]),
]

/** Columns that the counts of states and filters are made from. */
export const countedColumns = (filters: readonly AdvertFilter[]): ListedColumn[] => [
  ...new Set<ListedColumn>([
    'id',
    'state',
    'expiresAt',
    ...filters.flatMap(({ field }) => filterColumns(field)),
  ]),
]

/** Columns that the worth of the stock is summed up from. */
export const totalledColumns = ['id', 'state', 'expiresAt', 'mainCurrency', 'usd', 'eur', 'uah'] as const

/** Columns that the head of a group, and the line below all rows, sum up. */
export const summedColumns = [...totalledColumns, 'overMedian', 'views'] as const
