import type { MarketPorts } from '../search/market-service.ts'
import type { Service } from './service.ts'

/** What the market needs of the rest of the app. */
export const marketPorts = (service: Service): MarketPorts => ({
  api: async () => (await service.current()).search,
  records: async function* (ids, signal) {
    yield* (await service.current()).inventory.advertInfos(ids, signal)
  },
})
