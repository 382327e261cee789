import type { AdvertFilter, DaysFilter, MedianFilter, NumberFilter } from '#shared/inventory/advert-filter.ts'
import { filterColumns } from '#shared/inventory/filter-columns.ts'
import type { ListedColumn } from '#shared/inventory/advert.ts'
import { sortKey } from '../sort-key.ts'
import { contains } from './number-column.ts'
import type { ColumnValue, RankedColumn } from './ranked-column.ts'

type Fits = (value: ColumnValue) => boolean

/** Test of a row by its number: true if it fits. */
export type RowTest = (row: number) => boolean

/**
 * A filter as a test of rows. Each value of a column is looked at once, however many rows have it.
 * @param serviceNow the moment in the service's own form
 */
export function rowTest(
  filter: AdvertFilter,
  serviceNow: string,
  columnOf: (name: ListedColumn) => RankedColumn,
): RowTest {
  const tests = filterColumns(filter.field).map((name) => {
    const column = columnOf(name)
    const { codes } = column
    const marks = column.marks(
      name === 'state'
        ? (state) => emptyOf(filter) !== undefined || state === 'live'
        : fitsOf(filter, serviceNow, name),
    )
    return (row: number): boolean => marks[codes[row] ?? 0] === 1
  })
  const [first = () => true, ...others] = tests
  return others.length > 0 ? (row) => first(row) && others.every((test) => test(row)) : first
}

function fitsOf(filter: AdvertFilter, serviceNow: string, name: ListedColumn): Fits {
  if ('values' in filter) {
    const keys = new Set<ColumnValue>(filter.values.map(sortKey))
    const { not = false } = filter
    return (value) => keys.has(value) !== not
  }
  const empty = emptyOf(filter)
  if (empty !== undefined) return (value) => (value === null || value === '') === empty
  switch (filter.field) {
    case 'noPhoto':
    case 'uncompared':
      return (value) => value !== 1
    case 'noViews':
      // An advert that is newer can't have been viewed for a week.
      if (name === 'addedAt') return addedBefore(dayAway(serviceNow, -7).slice(0, 10))
      return (value) => value === 1
    case 'viewsFell':
    case 'pending':
      return (value) => value === 1
    case 'stockNumber':
      return numberFits(filter)
    case 'median':
      return medianFits(filter)
    case 'position':
      return (value) => value !== null && within(filter.from, filter.to)(value)
    case 'age':
    case 'updatedAgo':
    case 'expiresIn':
      return withinDays(filter, serviceNow)
    default:
      return within(filter.from, filter.to)
  }
}

/** True if the filter is about an unknown value, false if about a known one; undefined if it is about the value. */
const emptyOf = (filter: AdvertFilter): boolean | undefined => ('empty' in filter ? filter.empty : undefined)

function numberFits({ is, text }: NumberFilter): Fits {
  if (is === 'like') return contains(text)
  return is === 'any' ? (value) => value !== null : (value) => value === null
}

const medianFits =
  ({ is, by }: MedianFilter): Fits =>
  (value) =>
    typeof value === 'number' && (is === 'over' ? value >= by : value <= -by)

/** A value that isn't known fits only if neither end is given. */
function within(from: number | null, to: number | null): Fits {
  if (from === null && to === null) return () => true
  return (value) =>
    typeof value === 'number' && (from === null || value >= from) && (to === null || value <= to)
}

/** Dates of the service sort as text; one that isn't known fits nothing. */
function withinDays({ field, from, to }: DaysFilter, serviceNow: string): Fits {
  const ahead = field === 'expiresIn'
  const [oldest, newest] = ahead
    ? [dayAway(serviceNow, from ?? 0), to === null ? null : dayAway(serviceNow, to)]
    : [
        to === null ? null : dayAway(serviceNow, -to - 1),
        (from ?? 0) === 0 ? null : dayAway(serviceNow, -Number(from)),
      ]
  return (value) =>
    typeof value === 'string' &&
    value !== '' &&
    (oldest === null || (ahead ? value >= oldest : value > oldest)) &&
    (newest === null || value <= newest)
}

const addedBefore =
  (day: string): Fits =>
  (value) =>
    typeof value === 'string' && value !== '' && value < day

/** The moment so many days later, in the service's own form. */
function dayAway(serviceNow: string, days: number): string {
  const at = Date.parse(`${serviceNow.replace(' ', 'T')}Z`)
  if (Number.isNaN(at)) return serviceNow
  return new Date(at + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
}
