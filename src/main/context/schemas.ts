import { advertDaysSchema } from '../demand/days-table.ts'
import { buyerCallsSchema, ownCallsSchema } from '../demand/calls/buyer-calls-schema.ts'
import { demandMissingSchema } from '../service/missing-table.ts'
import { stockDaysSchema } from '../demand/stock-days-table.ts'
import { advertTotalsSchema } from '../demand/totals-table.ts'
import { addressesSchema } from '../inventory/address-memory.ts'
import { advertsSchema } from '../inventory/adverts-schema.ts'
import { refreshesSchema } from '../inventory/refresh-table.ts'
import { sourcesSchema } from '../inventory/sources/advert-sources-table.ts'
import { stockListSchema } from '../inventory/stock-list-table.ts'
import { lookupsSchema } from '../lookups/lookup-answers-table.ts'
import { vehicleNamesSchema } from '../names/names-schema.ts'
import { ordersSchema, ownOrdersSchema } from '../orders/orders-schema.ts'
import { quotaSchema } from '../quota/quota-table.ts'
import { realtySchema } from '../realty/realty-table.ts'
import { conversionsSchema } from '../search/conversion-table.ts'
import { marketAnswersSchema } from '../search/market-table.ts'
import { positionsSchema } from '../search/position-table.ts'
import { searchChecksSchema } from '../search/saved-searches-table.ts'
import { savedSchema } from '../storage/saved-table.ts'

/** Schemas of cache.db, by features. */
export const cacheSchema = [
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
].join('')

/** Schemas of staged.db. */
export const stagedSchema = [ownOrdersSchema, ownCallsSchema, savedSchema, quotaSchema].join('')
