import {
  directionOf,
  type Directions,
  type Measure,
  measureOf,
  orderOf,
} from '#shared/search/answer-order.ts'
import type { SortKey } from '../ui/grid/columns.ts'

/** Columns of the market by which the service can sort. */
const measures: ReadonlyMap<string, Measure> = new Map([
  ['price', 'price'],
  ['year', 'year'],
  ['mileage', 'mileage'],
  ['addedAt', 'date'],
])

export const isSortable = (column: string): boolean => measures.has(column)

/** The sort that the header shows of an answer's order; none as long as no answer has shown which way it goes. */
export function sortOf(order: string, seen: Directions): readonly SortKey[] {
  const direction = directionOf(order, seen)
  const [column] = [...measures].find(([, measure]) => measure === measureOf(order)) ?? []
  return column === undefined || !direction ? [] : [{ column, descending: direction === 'falling' }]
}

/** Order that the service is asked for by a header's sort; '' for its own. */
export function orderOfSort([key]: readonly SortKey[], seen: Directions): string {
  const measure = key && measures.get(key.column)
  return measure ? orderOf(measure, key.descending ? 'falling' : 'rising', seen) : ''
}
