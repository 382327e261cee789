import { z } from 'zod'
import { currencyCodes } from '#shared/batch/currency.ts'
import { advertId, manyIds } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { tableFormats } from '../files/table-format.ts'
import { extraFields } from '../staged/staged-fields.ts'
import { stockSourceSchema } from './stock-sources.ts'
import { failureSchema } from '../bridge/failure.ts'
import { unreadSchema } from '../bridge/unread.ts'
import { advertFilterSchema, mostFilters } from './advert-filter.ts'
import { nameColumns } from './column-lists.ts'
import { mostViews } from './most-views.ts'
import {
  advertQuerySchema,
  advertRowSchema,
  advertStates,
  changedAdvertsSchema,
  editMarks,
} from './advert.ts'

/**
 * Source of a list of own adverts: the service's own list, its search for new vehicles or by seller, or this app's
 * journal and cache alone.
 */
export const ownListSources = ['own-list', 'new-search', 'user-search', 'journal'] as const
export type OwnListSource = (typeof ownListSources)[number]

/** Freshness of the stock on the screen, and what is under way. */
export const syncStateSchema = z.object({
  /** Time when the last whole sync ended, ISO 8601; null before the first. */
  syncedAt: z.string().nullable(),
  running: z
    .object({
      done: z.int(),
      total: z.int(),
      /** The quota is used up: when the next call may begin, ISO 8601. */
      waitsUntil: z.string().nullable(),
    })
    .nullable(),
  /** Why the last sync ended early; null when it didn't. */
  failure: failureSchema.nullable(),
  /** Adverts that the last sync could not read; what was cached of them stays. */
  unread: unreadSchema,
  /** Number of cached adverts that the last sync found to be gone from the service. */
  gone: z.int(),
  adverts: z.int(),
  /** The service's last list of own adverts, and how many of them were never read; null if there is none. */
  list: z.object({ listed: z.int(), unread: z.int() }).nullable(),
  /** Source of the account's adverts for the last sync since the start; null before one. */
  source: z.enum(ownListSources).nullable(),
})
export type SyncState = z.infer<typeof syncStateSchema>

/** Result of fetching adverts by id. */
export const additionSchema = syncStateSchema.extend({
  /** Ids of adverts of other sellers, which are no part of the account's list. */
  foreign: z.array(z.number()),
  /** Ids that the service doesn't have. */
  missing: z.array(z.number()),
})
export type Addition = z.infer<typeof additionSchema>

/** A part of a record under the contract's name of it, its values by their contract names. */
const recordGroupSchema = z.object({
  name: z.string(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type RecordGroup = z.infer<typeof recordGroupSchema>

export const advertDetailSchema = z.object({
  row: advertRowSchema,
  /** It is another seller's: the account can neither edit nor delete it. */
  foreign: z.boolean(),
  /** Decoded text of the advert; never HTML. */
  description: z.string(),
  photos: z.array(z.string()),
  /** Every field of the record as it came, in the contract's groups. */
  groups: z.array(recordGroupSchema),
  /** Values that we wrote ourselves and no read shows, by contract names. */
  written: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Price as it was over time, oldest first. */
  history: z.array(
    z.object({
      at: z.string(),
      usd: z.number().nullable(),
      /** Null also if it was not kept then. */
      eur: z.number().nullable(),
      uah: z.number().nullable(),
      state: z.enum(advertStates),
    }),
  ),
})
export type AdvertDetail = z.infer<typeof advertDetailSchema>

/** CSV with commas, CSV with the list separator of the system (which Excel opens), or an Excel workbook. */
const exportFormats = ['csv', 'excel-csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

const countSchema = z.int().min(0)

/** Number of own adverts that the filters of the inventory keep, each by itself. */
export const listCountsSchema = z.object({
  states: z.record(z.enum(advertStates), countSchema),
  /** In the order of the filters that were asked about; adverts that are gone don't count. */
  filters: z.array(countSchema),
  edited: countSchema,
  /** Adverts of other sellers that were added by their ids. */
  watched: countSchema,
})
export type ListCounts = z.infer<typeof listCountsSchema>

/** Adverts of one list: own ones, or watched ones of other sellers. */
const givenSchema = z.object({ ids: manyIds, watched: z.boolean() })
export type GivenAdverts = z.infer<typeof givenSchema>

/** Worth of adverts with prices in one currency. */
const totalSchema = z.object({
  currency: z.enum(currencyCodes),
  adverts: countSchema,
  sum: z.number(),
})
export type StockTotal = z.infer<typeof totalSchema>

/** Sum of a column over adverts of which its value is known, and their number; null if it is known of none. */
const knownSumSchema = z.object({ sum: z.number(), adverts: countSchema }).nullable()
export type KnownSum = z.infer<typeof knownSumSchema>

/** Sums of adverts, in whatever state they are: their worth by currency, and what is known of them besides. */
const sumsSchema = z.object({
  totals: z.array(totalSchema),
  /** Percent by which prices are over the median of similar cars. */
  overMedian: knownSumSchema,
  /** Views of seven days. */
  views: knownSumSchema,
})
export type StockSums = z.infer<typeof sumsSchema>

/** Adverts of a list that have the same value, in the order of the list. */
const groupSchema = sumsSchema.extend({
  /** As the column has it; '' if it is not known. */
  value: z.string(),
  count: countSchema,
})
export type StockGroup = z.infer<typeof groupSchema>

/** Rows of one answer, at most. */
export const mostRows = 500

/** Fields to be read in addition to the columns of each row; none by default. */
const extra = z.array(z.enum(extraFields)).max(extraFields.length).optional()

const place = z.int().min(0).max(2_147_483_647)

/** The rows from one place of a list to another (without `end`). */
const placesSchema = z
  .object({ first: place, end: place, extra })
  .refine(({ first, end }) => end - first <= mostRows)

const stockTableSchema = z.object({
  fileName: z.string(),
  text: z.instanceof(Uint8Array),
  adverts: z.int(),
  /** Texts that are longer than a cell of Excel, whose cells are empty. */
  leftEmpty: z.int(),
})

const countedSchema = z.object({ filters: z.array(advertFilterSchema).max(mostFilters + 10) })
const valueCountSchema = z.object({ value: z.string(), count: z.int() })

/** A list of which Today shows a line: its adverts, what they are worth, and the first of them. */
const listedSchema = z.object({
  count: countSchema,
  totals: z.array(totalSchema),
  first: advertRowSchema.nullable(),
})
export type ListedAdverts = z.infer<typeof listedSchema>

const overviewSchema = z.object({
  counts: listCountsSchema,
  /** In the order of the lists that were asked about. */
  lists: z.array(listedSchema),
  /** Number of adverts that each make has, the most first. */
  makes: z.array(valueCountSchema),
  /** Worth of the live adverts: a sum for each currency of their prices. */
  totals: z.array(totalSchema),
})
export type StockOverview = z.infer<typeof overviewSchema>

/** As many rows as a sheet of Excel has. */
const mostEdited = 1_048_575

export const inventoryCalls = {
  /**
   * The ids of all adverts that fit, in order: once per sort or filter. With them come the rows of the places that are on the
   * screen; further ones are requested by `inventory:rows`.
   */
  'inventory:ids': call(
    advertQuerySchema.extend({ shown: placesSchema.optional() }),
    z.object({
      ids: z.instanceof(Float64Array),
      rows: z.array(advertRowSchema),
      /** Groups of adverts that stand one after the other in `ids`; absent if the list is not grouped. */
      groups: z.array(groupSchema).optional(),
    }),
  ),
  'inventory:counts': call(countedSchema, listCountsSchema),
  /** Overview of the own stock for Today, all of one moment. */
  'inventory:overview': call(
    countedSchema.extend({ lists: z.array(advertQuerySchema).max(mostFilters) }),
    overviewSchema,
  ),
  /** Number of adverts that have edits that are in a batch, in conflict, or wait for the person. */
  'inventory:marks': call(z.null(), z.record(z.enum(editMarks), countSchema)),
  /** Number of adverts that each of these lists has. */
  'inventory:sizes': call(
    z.object({ lists: z.array(advertQuerySchema).max(mostViews + 1) }),
    z.object({ sizes: z.array(countSchema) }),
  ),
  'inventory:sums': call(givenSchema, sumsSchema),
  /** The names of a column and how many own adverts have each, the most first. */
  'inventory:values': call(z.object({ column: z.enum(nameColumns) }), z.array(valueCountSchema)),
  /** Rows by id for what is on the screen, in the order of `ids`; an id that is gone is left out. */
  'inventory:rows': call(z.object({ ids: z.array(advertId).max(mostRows), extra }), z.array(advertRowSchema)),
  'inventory:detail': call(z.object({ id: advertId }), advertDetailSchema.nullable()),
  'inventory:sync-state': call(z.null(), syncStateSchema),
  /**
   * Begins a sync, or joins the one under way; answers when it ended. Progress comes as `inventory:sync`. Cancelled, it
   * ends the sync; what was read stays.
   */
  'inventory:sync': call(z.null(), syncStateSchema),
  /**
   * Number of adverts that `inventory:sync` would read, a call for each; `isRest`: it goes on with one that ended
   * early.
   */
  'inventory:sync-cost': call(z.null(), z.object({ adverts: z.int(), isRest: z.boolean() })),
  /** Number of adverts that the account has at the service, by one call; null if the service gives no list of them. */
  'inventory:own-count': call(z.null(), z.object({ count: z.int().nullable() })),
  /** Reads adverts of the last list that were not read yet, one call for each; null reads all. Answers as `inventory:sync`. */
  'inventory:read-listed': call(z.object({ most: z.int().min(1).max(10_000).nullable() }), syncStateSchema),
  /** Ends the sync or the fetching under way, no matter what began it; answers when it ended. */
  'inventory:stop': call(z.null(), syncStateSchema),
  /** Fetches these adverts into the cache: the beginning for an account whose own list the service doesn't give. */
  'inventory:add': call(z.object({ ids: z.array(advertId.positive()).max(10_000) }), additionSchema),
  /** Sources of the inventory's adverts, and which sources are switched off. */
  'inventory:sources': call(z.null(), z.array(stockSourceSchema)),
  /** Switches a source on or off for the account, over restarts too. */
  'inventory:show-source': call(
    z.object({ source: z.string().max(100), shown: z.boolean() }),
    z.array(stockSourceSchema),
  ),
  /** Adverts of other sellers are watched, or no longer; what was read of them stays. */
  'inventory:watch': call(
    z.object({ ids: z.array(advertId.positive()).min(1).max(10_000), watched: z.boolean() }),
    z.null(),
  ),
  /** These adverts as a table to be changed and imported; one that is not cached is left out. */
  'inventory:edit-table': call(
    z.object({ ids: z.array(advertId.positive()).max(mostEdited), format: z.enum(tableFormats) }),
    stockTableSchema,
  ),
  /** These adverts with the columns of the grid that are named: a table that imports again unchanged. */
  'inventory:export': call(
    z.object({
      ids: z.array(advertId.positive()).max(mostEdited),
      columns: z.array(z.string().max(40)).max(40),
      format: z.enum(exportFormats),
    }),
    stockTableSchema,
  ),
}

export const inventoryEvents = {
  /**
   * The cache has other rows than before, a few times a second at most. Without `changed` lists may have other adverts:
   * request the ids again.
   */
  'inventory:changed': z.object({ adverts: z.int(), changed: changedAdvertsSchema.optional() }),
  'inventory:sync': syncStateSchema,
}
