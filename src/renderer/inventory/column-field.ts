import type { AdvertRow } from '#shared/inventory/advert.ts'
import type { FilterField } from '#shared/inventory/advert-filter.ts'

/** What a column of the grid is filtered by; the price column stands for the price in dollars, by which it is sorted. */
const fields: Readonly<Partial<Record<keyof AdvertRow | 'price', FilterField>>> = {
  photo: 'noPhoto',
  make: 'make',
  model: 'model',
  version: 'version',
  city: 'city',
  price: 'usd',
  usd: 'usd',
  eur: 'eur',
  uah: 'uah',
  year: 'year',
  mileage: 'mileage',
  expiresAt: 'expiresIn',
  updatedAt: 'updatedAgo',
  addedAt: 'age',
}

/** The filter field of a column; undefined if it has none. */
export const columnField = (column: string): FilterField | undefined =>
  Object.hasOwn(fields, column) ? fields[column as keyof typeof fields] : undefined
