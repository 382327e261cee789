import { z } from 'zod'
import { stagedCellSchema } from '../staged/staged-edit.ts'
import { extraFields, stagedFields } from '../staged/staged-fields.ts'
import { advertFilterSchema, mostFilters } from './advert-filter.ts'
import { byColumn, sortedColumns } from './column-lists.ts'

/**
 * States of an advert, by the record's flags; sold outranks archived, archived outranks expired. Our own words: the
 * service has none.
 */
export const advertStates = ['live', 'moderation', 'sold', 'archive', 'expired', 'gone'] as const
export type AdvertState = (typeof advertStates)[number]

/** Position of a price among its likes, as a row shows it. */
const shownPositionSchema = z.object({
  /** The price that was asked about, and its currency: 1 USD, 2 EUR, 3 UAH. */
  price: z.number(),
  currency: z.number(),
  /** 1 is the cheapest; null if nothing is like it. */
  rank: z.number().nullable(),
  of: z.number(),
  /** Median of their prices, in the currency; null if it was not read. */
  median: z.number().nullable(),
  /** ISO 8601. */
  readAt: z.string(),
})
export type ShownPosition = z.infer<typeof shownPositionSchema>

/** Cells of the columns, as the window gets it. */
const shownCells = byColumn({
  id: z.number(),
  whole: z.number().nullable(),
  number: z.number().nullable(),
  text: z.string(),
  state: z.enum(advertStates),
  flag: z.boolean(),
})

/** Views of an advert, as a row shows it: sums are of the seven days up to the last reading. Null is not known. */
const shownViewsSchema = z.object({
  /** ISO 8601. */
  readAt: z.string(),
  views: z.int().nullable(),
  /** Openings of the phone. */
  phones: z.int().nullable(),
  /** Openings of the phone for each hundred views of 30 days. */
  rate: z.number().nullable(),
  /** The last seven whole days against the seven before, in percent. */
  trend: z.int().nullable(),
  /** Views of the last 14 days, the oldest first. */
  spark: z.array(z.int()).max(31),
  /** Known to have no view for seven whole days and since. */
  none: z.boolean(),
  /** Known to be viewed half as often by day since its price was changed. */
  fell: z.boolean(),
})
export type ShownViews = z.infer<typeof shownViewsSchema>

/** An advert as the grid shows it: the columns of the cache but its seller, not the whole record. */
export const advertRowSchema = z
  .object(shownCells)
  .omit({ userId: true })
  .extend({
    /** Position of its price among its likes when that was last read; absent if it never was. */
    position: shownPositionSchema.optional(),
    /** Views of the advert; absent if its last week was never read. */
    viewed: shownViewsSchema.optional(),
    /** The dealer's own number of the car; absent if no link says one. */
    stockNumber: z.string().optional(),
    /** Requested fields in addition to the columns; an absent one is unknown. */
    extra: z.partialRecord(z.enum(extraFields), z.union([z.string(), z.number()])).optional(),
    /** Cells that were edited and are not sent yet; absent if there are none. */
    edits: z.array(stagedCellSchema).optional(),
    /** Fields that a batch wrote and the service does not show yet; absent if there are none. */
    done: z.array(z.enum(stagedFields)).optional(),
    /** Ids of the colour rules that it fits; absent if there are none. */
    rules: z.array(z.string()).optional(),
  })
export type AdvertRow = z.infer<typeof advertRowSchema>

/** Columns about the views of adverts; lists can be sorted by them. */
const viewColumns = ['views', 'viewsTrend', 'phones', 'phoneRate'] as const

/**
 * Columns by which the cache can sort. `price` is in the advert's own currency, sorted by its worth in dollars.
 * `position` is the share of similar cars that are cheaper, in percent, `overMedian` the distance from their median.
 * `stockNumber` is the dealer's own, sorted as people count; views are those of `ShownViews`.
 */
export const advertColumns = [
  ...([...sortedColumns, 'price', 'position', 'overMedian', 'stockNumber'] as const),
  ...viewColumns,
] as const
export type AdvertColumn = (typeof advertColumns)[number]

/**
 * Columns that make the lists: those that sort, whether the price was compared, whether there is a photo, what is
 * pending, and the price's currency.
 */
export const listedColumns = [
  ...advertColumns,
  ...(['compared', 'photo', 'pending', 'mainCurrency', 'noViews', 'viewsFell'] as const),
] as const
export type ListedColumn = (typeof listedColumns)[number]

export const advertSortSchema = z
  .array(z.object({ column: z.enum(advertColumns), descending: z.boolean() }))
  .max(4)
export type AdvertSort = z.infer<typeof advertSortSchema>

/**
 * Marks of an advert's edits that are not done: a batch holds them, the advert has another value since or is gone, or
 * their batch asks the person.
 */
export const editMarks = ['batch', 'conflict', 'person'] as const
export type EditMark = (typeof editMarks)[number]

/** Columns of choices, by which a list can be grouped. */
export const groupColumns = ['make', 'model', 'version', 'year', 'fuel', 'state', 'region', 'city'] as const
export type GroupColumn = (typeof groupColumns)[number]

/** A selection of the stock; every given part must match. */
export const advertQuerySchema = z.object({
  /** Words that the title, the text, make, model, version or city begin with; digits find ids, and the whole stock numbers. */
  text: z.string().max(200),
  states: z.array(z.enum(advertStates)).max(advertStates.length),
  sort: advertSortSchema,
  /** Only adverts with edits that are not sent yet. */
  edited: z.boolean().optional(),
  /** Only adverts whose edits are so. */
  marked: z.enum(editMarks).optional(),
  /** Adverts of other sellers, which were added by their ids, in place of the account's own. */
  watched: z.boolean().optional(),
  filters: z.array(advertFilterSchema).max(mostFilters).optional(),
  /** Adverts with the same value of this column stand together. */
  group: z.enum(groupColumns).optional(),
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
