/**
 * Kind of a column's values. `id` is always known; `whole` and `number` are null if the service doesn't say, `text`
 * is empty then. The service's moments are texts that sort by themselves, `YYYY-MM-DD HH:MM:SS`.
 */
export type ColumnKind = 'id' | 'whole' | 'number' | 'text' | 'state' | 'flag'

export interface CachedColumnRow {
  readonly kind: ColumnKind
  /** Way in which lists are sorted by it: by its value, or as a dictionary has it. Absent if they aren't. */
  readonly sort?: 'value' | 'dictionary'
  /** Way of filtering lists by it under its own name: by a lower and an upper bound, or by any of some names. */
  readonly filter?: 'range' | 'names'
}

/**
 * The columns of a cached advert: what is kept apart from its record, so that lists read little. The table of the database,
 * its statements, the row of the grid and what it is sorted and filtered by follow from it. What a column is in a record of the
 * service is in `src/main/inventory/cached-advert.ts`.
 */
export const cachedColumns = {
  id: { kind: 'id', sort: 'value' },
  userId: { kind: 'whole' },
  title: { kind: 'text', sort: 'dictionary' },
  makeId: { kind: 'whole' },
  make: { kind: 'text', sort: 'dictionary', filter: 'names' },
  modelId: { kind: 'whole' },
  model: { kind: 'text', sort: 'dictionary', filter: 'names' },
  version: { kind: 'text', sort: 'dictionary', filter: 'names' },
  year: { kind: 'whole', sort: 'value', filter: 'range' },
  /** In thousands of km, as the service counts (raceInt). */
  mileage: { kind: 'number', sort: 'value', filter: 'range' },
  usd: { kind: 'number', sort: 'value', filter: 'range' },
  eur: { kind: 'number', sort: 'value', filter: 'range' },
  uah: { kind: 'number', sort: 'value', filter: 'range' },
  mainCurrency: { kind: 'text' },
  city: { kind: 'text', sort: 'dictionary', filter: 'names' },
  state: { kind: 'state', sort: 'value' },
  addedAt: { kind: 'text', sort: 'value' },
  updatedAt: { kind: 'text', sort: 'value' },
  expiresAt: { kind: 'text', sort: 'value' },
  /** Absolute address of a small picture, '' without one. */
  photo: { kind: 'text' },
  /** Time when this app read the record, ISO 8601. */
  readAt: { kind: 'text', sort: 'value' },
  /** True while the cached value is what we wrote ourselves and the service has not shown it yet. */
  pending: { kind: 'flag' },
  /** Number of photos that it has. */
  photos: { kind: 'whole', sort: 'value', filter: 'range' },
  region: { kind: 'text', sort: 'dictionary', filter: 'names' },
  /** Without the volume of the engine, which the service says behind it. */
  fuel: { kind: 'text', sort: 'dictionary', filter: 'names' },
} as const satisfies Readonly<Record<string, CachedColumnRow>>
