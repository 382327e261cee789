import type { FilterField } from './advert-filter.ts'
import type { ListedColumn } from './advert.ts'
import type { NameColumn, RangeColumn } from './column-lists.ts'

type OwnName = NameColumn | RangeColumn

/** Filters that aren't called like the column that they look at. */
const columns: Readonly<Record<Exclude<FilterField, OwnName>, readonly ListedColumn[]>> = {
  age: ['addedAt'],
  updatedAgo: ['updatedAt'],
  expiresIn: ['expiresAt', 'state'],
  position: ['position'],
  median: ['overMedian'],
  noPhoto: ['photo'],
  uncompared: ['compared'],
  pending: ['pending'],
  stockNumber: ['stockNumber'],
  views: ['views'],
  phones: ['phones'],
  noViews: ['noViews', 'addedAt', 'state'],
  viewsFell: ['viewsFell', 'state'],
}

const hasOther = (field: FilterField): field is keyof typeof columns => Object.hasOwn(columns, field)

/** The columns that a filter looks at. */
export const filterColumns = (field: FilterField): readonly ListedColumn[] =>
  hasOther(field) ? columns[field] : [field]
