import type { FilterField } from './advert-filter.ts'
import type { ListedColumn } from './advert.ts'

const columns: Readonly<Record<FilterField, readonly ListedColumn[]>> = {
  usd: ['usd'],
  eur: ['eur'],
  uah: ['uah'],
  year: ['year'],
  mileage: ['mileage'],
  age: ['addedAt'],
  updatedAgo: ['updatedAt'],
  expiresIn: ['expiresAt', 'state'],
  make: ['make'],
  model: ['model'],
  version: ['version'],
  city: ['city'],
  position: ['position'],
  noPhoto: ['photo'],
}

/** The columns that a filter looks at. */
export const filterColumns = (field: FilterField): readonly ListedColumn[] => columns[field]
