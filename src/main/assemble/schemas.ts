import { advertDaysSchema } from '../demand/days-table.ts'
import { demandMissingSchema } from '../demand/missing-table.ts'
import { addressesSchema } from '../inventory/address-memory.ts'
import { advertsSchema } from '../inventory/adverts-schema.ts'
import { fillLater } from '../inventory/column-filling.ts'
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

/** Of cache.db, by features. The version before knew neither how many photos an advert has, nor its region or fuel. */
export const cacheSchema: Schema = {
  version: 21,
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
    demandMissingSchema,
  ].join(''),
  step: columnsSince(21) + fillLater,
}

/** Of staged.db. The version before had no colour rules among the saved things. */
export const stagedSchema: Schema = {
  version: 10,
  sql: [ownOrdersSchema, savedSchema, quotaSchema].join(''),
  step: `
    ALTER TABLE saved RENAME TO saved_before;
    DROP INDEX saved_view_names;
    ${savedSchema}
    INSERT INTO saved (account_id, kind, id, name, json, saved_at)
      SELECT account_id, kind, id, name, json, saved_at FROM saved_before ORDER BY rowid;
    DROP TABLE saved_before;
  `,
}
