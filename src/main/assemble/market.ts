import type { AdvertsTable } from '../inventory/adverts-table.ts'
import { dictionaries } from '../lookups/lookup-lists.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import type { MarketPorts, MarketService } from '../search/market-service.ts'
import type { PositionPorts } from '../search/position-service.ts'
import { PositionTable } from '../search/position-table.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

/** What the market needs of the rest of the app. */
export const marketPorts = (service: Service): MarketPorts => ({
  api: async () => (await service.current()).search,
  records: async function* (ids, signal) {
    yield* (await service.current()).inventory.advertInfos(ids, signal)
  },
})

interface PositionParts {
  readonly market: MarketService
  readonly lookups: LookupsService
  readonly table: AdvertsTable
}

/** What positions of prices need: the cached record counts, so that only counts are called for. */
export const positionPorts = (
  { cache, clock }: Storage,
  service: Service,
  { market, lookups, table }: PositionParts,
): PositionPorts => ({
  market,
  api: async () => (await service.current()).search,
  accountId: async () => (await service.accounts.owner()).accountId,
  async record(id, signal) {
    const found = table.find((await service.accounts.owner()).accountId, id)
    if (found) return JSON.parse(found.record) as AdvertRecord
    return (await service.current()).inventory.advertInfo(id, signal, 'interactive')
  },
  regions: (signal) => lookups.dictionary(dictionaries.states(), { signal }),
  gearboxes: (signal) => lookups.dictionary(dictionaries.gearboxes(), { signal }),
  table: new PositionTable(cache),
  clock,
})
