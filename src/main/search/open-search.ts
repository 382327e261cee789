import type { MarketList } from '#shared/search/search-calls.ts'
import type { Context } from '../context/context.ts'
import type { AdvertsTable } from '../inventory/adverts-table.ts'
import { chain, dictionaries } from '../lookups/lookup-lists.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import { ConversionService } from './conversion-service.ts'
import { MarketDesk } from './market-desk.ts'
import type { MarketParts } from './market-parts.ts'
import { MarketService } from './market-service.ts'
import { PositionService } from './position-service.ts'
import { SavedSearches } from './saved-searches.ts'
import { SavedSearchesTable } from './saved-searches-table.ts'

/** Searches of the market: what the screen asks, and what the commands do. */
export type Search = ReturnType<typeof searchOf>

export function searchOf(context: Context, parts: MarketParts) {
  const market = new MarketService(context)
  const desk = new MarketDesk(context, parts, market)
  return {
    market,
    desk,
    saved: savedSearchesOf(context, { market, desk, table: parts.inventory.table }),
    conversion: new ConversionService(context),
    position: new PositionService(context, parts, market),
    names: marketNamesOf(parts.lookups),
  }
}

const savedSearchesOf = (
  context: Context,
  { market, desk, table }: { market: MarketService; desk: MarketDesk; table: AdvertsTable },
): SavedSearches => {
  const { publish, cache, staged, clock } = context
  return new SavedSearches({
    table: new SavedSearchesTable(cache, staged),
    market,
    accountId: async () => (await context.accounts.owner()).accountId,
    async read(ids, signal) {
      for (let from = 0; from < ids.length; from += 100) await desk.read(ids.slice(from, from + 100), signal)
    },
    sellerOf: (accountId, id) => table.find(accountId, id)?.userId ?? null,
    cheaper: (accountId, ids) =>
      ids.filter((id) => {
        const prices = table.priceHistory.of(accountId, id).flatMap(({ usd }) => (usd === null ? [] : [usd]))
        return (prices.at(-1) ?? 0) < (prices[0] ?? 0)
      }),
    onStock: () =>
      void context.accounts
        .owner()
        .then(({ accountId, userId }) =>
          publish('inventory:changed', { adverts: table.known.count(accountId, userId) }),
        ),
    clock,
  })
}

/** The names that the form of a search offers, each list by one call a month. */
const marketNamesOf = (lookups: LookupsService) => ({
  /** Names with ids; null if the service gives no such list. */
  async read(list: MarketList, of: number | null, signal?: AbortSignal) {
    if (list === 'models') {
      const models = await lookups.list(chain.models(of ?? 0), { signal })
      return models?.map(({ model_id: id, name }) => ({ id, name })) ?? null
    }
    const dictionary = list === 'cities' ? dictionaries.cities(of ?? 0) : dictionaries[list]()
    const entries = await lookups.dictionary(dictionary, { signal })
    return entries?.map(({ value: id, name }) => ({ id, name })) ?? null
  },
})
