import { z } from 'zod'
import { advertId, idText, vehicleId } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { advertRowSchema } from '../inventory/advert.ts'
import { likesSchema, positionSchema } from './position.ts'
import { searchAnswerSchema, searchParams } from './search-answer.ts'

/** Parameters of a search by the contract's names, without those that turn pages. */
export const marketParams = searchParams.max(300)
export type MarketParams = z.output<typeof marketParams>

export const savedSearchSchema = z.object({
  id: idText,
  name: z.string(),
  params: marketParams,
  /** ISO 8601; null before the first check. */
  checkedAt: z.string().nullable(),
  /** Adverts that the last check found. */
  found: z.array(z.number()),
  /** Those that the check before it did not find; none after the first check. */
  fresh: z.array(z.number()),
  /** Adverts whose price, as read, is lower than when it was first read. */
  cheaper: z.array(z.number()),
  /** Adverts that were found before and no longer are. */
  vanished: z.array(z.number()),
  /** False if the last check did not read every page: nothing counts as vanished then. */
  complete: z.boolean(),
  /** It is of one seller's adverts, so that they may be the dealer's own. */
  bySeller: z.boolean(),
  /** Its adverts are the dealer's own and shown in the inventory. */
  stock: z.boolean(),
})
export type SavedSearch = z.infer<typeof savedSearchSchema>

const convertedSchema = z.object({
  params: z.array(z.tuple([z.string(), z.string()])),
  string: z.string(),
  unrecognized: z.array(z.tuple([z.string(), z.string()])),
  source: z.enum(['service', 'remembered', 'table']),
  /** ISO 8601; null for the table. */
  readAt: z.string().nullable(),
})
export type ConvertedParams = z.infer<typeof convertedSchema>

/** Lists of names with ids that the form offers. */
export const marketLists = [
  'makes',
  'models',
  'states',
  'cities',
  'bodyStyles',
  'fuels',
  'gearboxes',
  'countries',
  'options',
] as const
export type MarketList = (typeof marketLists)[number]

export const searchCalls = {
  /** One more page of a search, by one call; page 0 begins again. */
  'search:page': call(
    z.object({ params: marketParams, page: z.int().min(0).max(100_000) }),
    searchAnswerSchema,
  ),
  /** Saved answer of a search, without a call. */
  'search:answer': call(z.object({ params: marketParams }), searchAnswerSchema),
  /** Reads these adverts, a call for each, and keeps them; an advert that can't be read is named with the reason. */
  'search:read': call(
    z.object({ ids: z.array(advertId).max(100) }),
    z.object({
      rows: z.array(advertRowSchema),
      unread: z.array(z.object({ id: z.number(), words: z.string() })),
    }),
  ),
  'search:saved': call(z.null(), z.array(savedSearchSchema)),
  'search:save': call(
    z.object({ name: z.string().trim().min(1).max(80), params: marketParams }),
    z.array(savedSearchSchema),
  ),
  'search:remove': call(z.object({ id: idText }), z.array(savedSearchSchema)),
  /** The adverts of a search by a seller are the dealer's own, or no longer. */
  'search:mark-stock': call(z.object({ id: idText, stock: z.boolean() }), z.array(savedSearchSchema)),
  /** Reads every page of a saved search, up to 50, and with `prices` each advert that it found. */
  'search:check': call(z.object({ id: idText, prices: z.boolean() }), z.array(savedSearchSchema)),
  /** An address or a query as pasted → the search's names. */
  'search:from-site': call(z.object({ text: z.string().max(8_000) }), convertedSchema),
  'search:to-site': call(z.object({ params: marketParams }), convertedSchema),
  /** Names with ids; one call if they are not saved. Null if the service gives no such list. */
  'search:names': call(
    z.object({ list: z.enum(marketLists), of: advertId.nullable() }),
    z.array(z.object({ id: z.number(), name: z.string() })).nullable(),
  ),
  /** Position of the price of an advert, or of a planned one in US dollars. */
  'search:position': call(
    z.object({
      id: advertId,
      likes: likesSchema,
      median: z.boolean(),
      average: z.boolean(),
      planned: z.number().positive().max(1e9).nullable(),
    }),
    positionSchema,
  ),
  /** Position of the price of a new vehicle that isn't advertised yet. */
  'search:position-of-new': call(
    z.object({
      make: vehicleId,
      model: vehicleId,
      price: z.number().positive().max(1e12),
      /** 1 USD, 2 EUR, 3 UAH. */
      currency: z.int().min(1).max(3),
      median: z.boolean(),
      average: z.boolean(),
    }),
    positionSchema,
  ),
  /** True if any price of the account was compared. */
  'search:any-position': call(z.null(), z.boolean()),
  /** The last positions of these adverts, without a call. */
  'search:positions': call(
    z.object({ ids: z.array(advertId).max(500) }),
    z.array(z.object({ id: z.number(), position: positionSchema })),
  ),
}
