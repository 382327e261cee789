import { addressesSchema } from '../inventory/address-memory.ts'
import { advertsSchema } from '../inventory/adverts-schema.ts'
import { refreshesSchema } from '../inventory/refresh-table.ts'
import { sourcesSchema } from '../inventory/sources/advert-sources-table.ts'
import { stockListSchema } from '../inventory/stock-list-table.ts'
import { viewsSchema } from '../inventory/views-table.ts'
import { lookupsSchema } from '../lookups/lookup-answers-table.ts'
import { vehicleNamesSchema } from '../names/names-schema.ts'
import { ordersSchema, ownOrdersSchema } from '../orders/orders-schema.ts'
import { quotaSchema } from '../quota/quota-table.ts'
import { ownRealtySchema, realtySchema } from '../realty/realty-table.ts'
import { conversionsSchema } from '../search/conversion-table.ts'
import { marketAnswersSchema } from '../search/market-table.ts'
import { ownSearchesSchema } from '../search/own-searches.ts'
import { positionsSchema } from '../search/position-table.ts'
import { searchChecksSchema } from '../search/saved-searches-table.ts'
import type { Schema } from '../storage/database.ts'

/** Of cache.db, by features. The version before had place for what had moved to staged.db. */
export const cacheSchema: Schema = {
  version: 18,
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
  ].join(''),
  step: `
    DROP TABLE order_marks;
    ALTER TABLE market_searches DROP COLUMN name;
    ALTER TABLE market_searches DROP COLUMN params;
    ALTER TABLE market_searches DROP COLUMN saved_at;
    ALTER TABLE market_searches DROP COLUMN stock;
    ALTER TABLE market_searches RENAME TO market_checks;
  `,
  lost: `
    SELECT 1 FROM order_marks
    UNION ALL SELECT 1 FROM market_searches WHERE saved_at <> ''
    UNION ALL SELECT 1 FROM sqlite_schema WHERE name = 'quota_calls'
  `,
}

/** Of staged.db. */
export const stagedSchema: Schema = {
  version: 8,
  sql: [ownOrdersSchema, viewsSchema, ownSearchesSchema, ownRealtySchema, quotaSchema].join(''),
}
