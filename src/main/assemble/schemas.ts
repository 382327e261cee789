import { advertDaysSchema } from '../demand/days-table.ts'
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
import type { Schema } from '../storage/database.ts'
import { savedSchema } from '../storage/saved-table.ts'

/** Of cache.db, by features. The version before knew nothing of what buyers do. */
export const cacheSchema: Schema = {
  version: 20,
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
  ].join(''),
  step: advertDaysSchema,
}

/**
 * Of staged.db. The version before had a table for each kind of saved thing. What could not be read there as JSON stays, to
 * be reported where it is read.
 */
export const stagedSchema: Schema = {
  version: 9,
  sql: [ownOrdersSchema, savedSchema, quotaSchema].join(''),
  step: `
    ${savedSchema}
    INSERT INTO saved (account_id, kind, id, name, json, saved_at)
      SELECT account_id, 'view', id, name, view, saved_at FROM stock_views ORDER BY saved_at, rowid;
    INSERT INTO saved (account_id, kind, id, name, json, saved_at)
      SELECT account_id, 'search', id, name,
        '{"params":' || params || ',"stock":' || CASE stock WHEN 1 THEN 'true' ELSE 'false' END || '}', saved_at
      FROM saved_searches ORDER BY saved_at, id;
    INSERT INTO saved (account_id, kind, id, name, json, saved_at)
      SELECT account_id, 'realty-search', query, query, '{}', read_at FROM realty_searches;
    DROP TABLE stock_views;
    DROP TABLE saved_searches;
    DROP TABLE realty_searches;
  `,
}
