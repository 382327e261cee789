import { z } from 'zod'
import { stagedCellSchema } from '../staged/staged-edit.ts'
import { extraFields } from '../staged/staged-fields.ts'
import { advertFilterSchema, mostFilters } from './advert-filter.ts'

/** What the record's flags come to; sold outranks archived, archived outranks expired. Our own words: the service has none. */
export const advertStates = ['live', 'moderation', 'sold', 'archive', 'expired', 'gone'] as const
export type AdvertState = (typeof advertStates)[number]

/** Where a price stands among its likes, as a row shows it. */
const shownPositionSchema = z.object({
  /** The price that was asked about, and its currency: 1 USD, 2 EUR, 3 UAH. */
  price: z.number(),
  currency: z.number(),
  /** 1 is the cheapest; null if nothing is like it. */
  rank: z.number().nullable(),
  of: z.number(),
  /** ISO 8601. */
  readAt: z.string(),
})
export type ShownPosition = z.infer<typeof shownPositionSchema>

/** An advert as the grid shows it: the columns of the cache, not the whole record. */
export const advertRowSchema = z.object({
  id: z.number(),
  title: z.string(),
  makeId: z.number().nullable(),
  make: z.string(),
  modelId: z.number().nullable(),
  model: z.string(),
  version: z.string(),
  year: z.number().nullable(),
  /** Mileage in thousands of km, as the service counts (raceInt). */
  mileage: z.number().nullable(),
  usd: z.number().nullable(),
  eur: z.number().nullable(),
  uah: z.number().nullable(),
  mainCurrency: z.string(),
  city: z.string(),
  state: z.enum(advertStates),
  /** The service's own form, `YYYY-MM-DD HH:MM:SS`, which sorts as text. */
  addedAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
  /** Absolute address of a small picture, '' without one. */
  photo: z.string(),
  /** When this app read the record, ISO 8601. */
  readAt: z.string(),
  /** True while the cached value is what we wrote ourselves and the service has not shown it yet. */
  pending: z.boolean(),
  /** Where its price stood among its likes when that was last read; absent if it never was. */
  position: shownPositionSchema.optional(),
  /** The fields that were asked for beside the columns; one that is absent here is not known. */
  extra: z.partialRecord(z.enum(extraFields), z.union([z.string(), z.number()])).optional(),
  /** Cells that were edited and are not sent yet; absent if there are none. */
  edits: z.array(stagedCellSchema).optional(),
})
export type AdvertRow = z.infer<typeof advertRowSchema>

/** Columns by which the cache can sort, in the grid's order. */
export const advertColumns = [
  'id',
  'title',
  'make',
  'model',
  'version',
  'year',
  'mileage',
  /** In the advert's own currency; sorted by its worth in dollars. */
  'price',
  'usd',
  'eur',
  'uah',
  'city',
  'state',
  'addedAt',
  'updatedAt',
  'expiresAt',
  'readAt',
  /** Which share of its likes is cheaper, in percent. */
  'position',
] as const
export type AdvertColumn = (typeof advertColumns)[number]

/** Columns by which lists are made: those that sort, and whether there is a photo. */
export const listedColumns = [...advertColumns, 'photo'] as const
export type ListedColumn = (typeof listedColumns)[number]

export const advertSortSchema = z
  .array(z.object({ column: z.enum(advertColumns), descending: z.boolean() }))
  .max(4)
export type AdvertSort = z.infer<typeof advertSortSchema>

/** A selection of the stock; every given part must match. */
export const advertQuerySchema = z.object({
  /** Words that the title, the text, make, model, version or city begin with; digits find ids. */
  text: z.string().max(200),
  states: z.array(z.enum(advertStates)).max(advertStates.length),
  sort: advertSortSchema,
  /** Only adverts with edits that are not sent yet. */
  edited: z.boolean().optional(),
  /** Adverts of other sellers, which were added by their ids, in place of the account's own. */
  watched: z.boolean().optional(),
  filters: z.array(advertFilterSchema).max(mostFilters).optional(),
})
export type AdvertQuery = z.infer<typeof advertQuerySchema>

/** Adverts that changed in the cache, none of which came to a list or left the account. */
export const changedAdvertsSchema = z.object({
  ids: z.array(z.number()),
  /** In which columns, all of them together: a list that neither sorts nor filters by them stays as it is. */
  columns: z.array(z.enum(listedColumns)),
  /** True if a search for words may find others than before. */
  words: z.boolean(),
})
export type ChangedAdverts = z.infer<typeof changedAdvertsSchema>
