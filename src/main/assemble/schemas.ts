import { advertDaysSchema, readTimesIndex } from '../demand/days-table.ts'
import { answeredCallsSchema, buyerCallsSchema, ownCallsSchema } from '../demand/calls/buyer-calls-schema.ts'
import { demandMissingSchema } from '../demand/missing-table.ts'
import { stockDaysSchema, stockDaysStep } from '../demand/stock-days-table.ts'
import { advertTotalsSchema } from '../demand/totals-table.ts'
import { addressesSchema } from '../inventory/address-memory.ts'
import { advertsSchema } from '../inventory/adverts-schema.ts'
import { refreshesSchema } from '../inventory/refresh-table.ts'
import { sourcesSchema } from '../inventory/sources/advert-sources-table.ts'
import { stockListSchema } from '../inventory/stock-list-table.ts'
import { columnsSince } from '../inventory/stored-columns.ts'
import { lookupsSchema } from '../lookups/lookup-answers-table.ts'
import { vehicleNamesSchema } from '../names/names-schema.ts'
import { ordersSchema, ownOrdersSchema } from '../orders/orders-schema.ts'
import { quotaSchema } from '../quota/quota-table.ts'
import { realtySchema } from '../realty/realty-table.ts'
import { conversionsSchema } from '../search/conversion-table.ts'
import { marketAnswersSchema } from '../search/market-table.ts'
import { positionsSchema } from '../search/position-table.ts'
import { searchChecksSchema } from '../search/saved-searches-table.ts'
import type { Schema } from '../storage/database.ts'
import { savedSchema } from '../storage/saved-table.ts'

/** Of cache.db, by features. The version before had neither sums of the days of adverts nor totals. */
export const cacheSchema: Schema = {
  version: 23,
  sql: [
    advertsSchema,
    stockListSchema,
    addressesSchema,
    sourcesSchema,
    refreshesSchema,
    vehicleNamesSchema,
    lookupsSchema,
    ordersSchema,
    marketAnswersSchema,
    searchChecksSchema,
    conversionsSchema,
    positionsSchema,
    realtySchema,
    advertDaysSchema,
    stockDaysSchema,
    advertTotalsSchema,
    demandMissingSchema,
    buyerCallsSchema,
  ].join(''),
  step: columnsSince(23) + stockDaysStep + advertTotalsSchema + readTimesIndex,
}

/** Of staged.db. The version before kept neither which calls were answered later nor how old the order of a mark is. */
export const stagedSchema: Schema = {
  version: 12,
  sql: [ownOrdersSchema, ownCallsSchema, savedSchema, quotaSchema].join(''),
  step: `${answeredCallsSchema} ALTER TABLE order_marks ADD COLUMN created_at TEXT;`,
}
