import { z } from 'zod'
import { nameColumns, rangeColumns } from './column-lists.ts'

const mostNumber = 1_000_000_000_000
const bound = z.number().min(0).max(mostNumber).nullable()

/** True if the value is to be unknown, false if known, whatever it is; absent, the ends of the filter count. */
const empty = z.boolean().optional()

/** A number of a column, such as the price in one currency, both ends included; null leaves an end open. */
const numberFilterSchema = z.object({
  field: z.enum([...rangeColumns, 'views', 'phones']),
  from: bound,
  to: bound,
  empty,
})

const most = 36_500
const dayBound = z.int().min(0).max(most).nullable()

/**
 * Whole days: since an advert was added, since the service last changed it, and until a live one expires. Both ends are
 * included, null leaves an end open.
 */
const daysFilterSchema = z.object({
  field: z.enum(['age', 'updatedAgo', 'expiresIn']),
  from: dayBound,
  to: dayBound,
  empty,
})
export type DaysFilter = z.infer<typeof daysFilterSchema>

/** One of these names, or none of them; letter case doesn't count, and '' is the name of what has none. */
const nameFilterSchema = z.object({
  field: z.enum(nameColumns),
  values: z.array(z.string().max(500)).min(1).max(200),
  not: z.literal(true).optional(),
})
export type NameFilter = z.infer<typeof nameFilterSchema>

/** Percent of an advert's likes that are cheaper: 0 is the cheapest of them, 100 the dearest. */
const percent = z.int().min(0).max(100).nullable()
const positionFilterSchema = z.object({ field: z.literal('position'), from: percent, to: percent, empty })

/** The price is over the median of similar cars, or under it, by at least so many percent; without a median nothing fits. */
const medianFilterSchema = z.object({
  field: z.literal('median'),
  is: z.enum(['over', 'under']),
  by: z.int().min(1).max(1_000),
})
export type MedianFilter = z.infer<typeof medianFilterSchema>

/**
 * Filters that are on or off: no photo, a price that was never compared, a write that the service doesn't show yet.
 * Also live adverts without a view for seven days, or viewed half as often since their price was changed.
 */
const bareFields = ['noPhoto', 'uncompared', 'pending', 'noViews', 'viewsFell'] as const
const bareFilterSchema = z.object({ field: z.enum(bareFields) })
export type BareField = (typeof bareFields)[number]

export const isBareField = (field: string): field is BareField => bareFields.some((bare) => bare === field)

/** Filter by the dealer's own number: any, none, or one like the text (otherwise '' stands here). */
const stockNumberFilterSchema = z.object({
  field: z.literal('stockNumber'),
  is: z.enum(['any', 'none', 'like']),
  text: z.string().max(200),
})
export type NumberFilter = z.infer<typeof stockNumberFilterSchema>

/** A condition on the adverts of a list. */
export const advertFilterSchema = z.discriminatedUnion('field', [
  numberFilterSchema,
  daysFilterSchema,
  nameFilterSchema,
  positionFilterSchema,
  medianFilterSchema,
  bareFilterSchema,
  stockNumberFilterSchema,
])
export type AdvertFilter = z.infer<typeof advertFilterSchema>
/** A filter that is on or off. */
export const isBareFilter = (
  filter: AdvertFilter,
): filter is Extract<AdvertFilter, { readonly field: BareField }> => isBareField(filter.field)

export type FilterField = AdvertFilter['field']

/** Filters that a list takes at most. */
export const mostFilters = 20
