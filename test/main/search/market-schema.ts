import { conversionsSchema } from '../../../src/main/search/conversion-table.ts'
import { marketAnswersSchema } from '../../../src/main/search/market-table.ts'
import { positionsSchema } from '../../../src/main/search/position-table.ts'
import { searchChecksSchema } from '../../../src/main/search/saved-searches-table.ts'

/** All tables of the market in cache.db. */
export const marketSchema = marketAnswersSchema + searchChecksSchema + conversionsSchema + positionsSchema
