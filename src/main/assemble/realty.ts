import type { LookupsService } from '../lookups/lookups-service.ts'
import type { RealtyPlaces } from '../realty/realty-places.ts'
import { RealtyService } from '../realty/realty-service.ts'
import { RealtyTable } from '../realty/realty-table.ts'
import { realtyPlacesOf } from './realty-places.ts'
import type { Service } from './service.ts'
import type { Storage } from './storage.ts'

/** The service has its names in Ukrainian and in Russian: whatever language the app speaks, the other names of its pages are Ukrainian. */
const language = () => 'uk' as const

export interface Realty {
  readonly service: RealtyService
  /** Names of places. */
  readonly places: RealtyPlaces
}

/** Real estate with the service's Ukrainian names. */
export const realtyOf = (
  { cache, staged, clock, words }: Storage,
  service: Service,
  lookups: LookupsService,
): Realty => ({
  service: new RealtyService({
    api: async () => (await service.current()).realty,
    table: new RealtyTable(cache, staged),
    accountId: async () => (await service.accounts.owner()).accountId,
    language,
    words,
    clock,
  }),
  places: realtyPlacesOf(lookups, language),
})
