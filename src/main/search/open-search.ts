import type { Context } from '../context/context.ts'
import type { AdvertsTable } from '../inventory/adverts-table.ts'
import { cachedAdvert } from '../inventory/cached-advert.ts'
import type { ChangeNotes } from '../inventory/change-notes.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { chain, dictionaries } from '../lookups/lookup-lists.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import { namesOfRecord } from '../names/learned-names.ts'
import type { NamesTable } from '../names/names-table.ts'
import { ConversionService } from './conversion-service.ts'
import { ConversionTable } from './conversion-table.ts'
import { MarketDesk } from './market-desk.ts'
import { MarketTable } from './market-table.ts'
import { SavedSearches } from './saved-searches.ts'
import { SavedSearchesTable } from './saved-searches-table.ts'
import type { MarketList } from '#shared/search/search-calls.ts'
import { timestamp } from '../system/clock.ts'
import { MarketService, type MarketPorts } from './market-service.ts'
import { PositionService } from './position-service.ts'
import type { PositionTable } from './position-table.ts'

/** Searches of the market: what the screen asks, and what the commands do. */
export type Search = ReturnType<typeof searchOf>

interface MarketParts {
  readonly inventory: InventoryService
  readonly lookups: LookupsService
  readonly table: AdvertsTable
  readonly positions: PositionTable
  readonly notes: ChangeNotes
  readonly names: NamesTable
}

export function searchOf(context: Context, parts: MarketParts) {
  const { lookups, table } = parts
  const market = new MarketService(marketPorts(context))
  const desk = marketDeskOf(context, { ...parts, market })
  return {
    market,
    desk,
    saved: savedSearchesOf(context, { market, desk, table }),
    conversion: new ConversionService({
      api: async () => (await context.current()).search,
      table: new ConversionTable(context.cache),
      clock: context.clock,
    }),
    position: new PositionService(context, { ...parts, market }),
    names: marketNamesOf(lookups),
  }
}

/** Ports of the market to the rest of the app. */
const marketPorts = (context: Context): MarketPorts => ({
  api: async () => (await context.current()).search,
  record: async (id, signal) => (await context.current()).inventory.advertInfo(id, signal, 'interactive'),
})

interface DeskParts {
  readonly market: MarketService
  readonly inventory: InventoryService
  readonly table: AdvertsTable
  readonly names: NamesTable
}

/**
 * Searches as the window makes them. Adverts of the market are stored with those of the account: its lists are of one
 * seller, so no other seller's advert enters the stock.
 */
const marketDeskOf = (context: Context, { market, inventory, table, names }: DeskParts): MarketDesk => {
  const { cache, clock, words } = context
  return new MarketDesk({
    market,
    table: new MarketTable(cache),
    accountId: async () => (await context.accounts.owner()).accountId,
    keep(accountId, adverts) {
      const records = adverts.flatMap((advert) => (advert.ok ? [advert.record] : []))
      const own = context.accounts.currentUserId()
      // A cached advert of the account itself is the inventory's, which knows what was written lately.
      const isKept = ({ autoId }: { autoId: number }): boolean => table.find(accountId, autoId) !== undefined
      const others = records.filter(
        ({ userId, autoData }) => userId !== null && (userId !== own || !isKept(autoData)),
      )
      table.save(
        accountId,
        others.map((record) => cachedAdvert(record, timestamp(clock))),
      )
      for (const record of records) names.learn(accountId, namesOfRecord(record))
    },
    rows: (ids) => inventory.rows(ids),
    words,
    clock,
  })
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
