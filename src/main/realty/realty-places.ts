import type { RealtyPlaceList } from '#shared/realty/realty-calls.ts'
import { realtyPlaceLists } from '../lookups/lookup-lists.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import type { RealtyLanguage } from './shown-catalog.ts'

/** Names of regions, of the cities of a region and of the districts of a city, with their ids. */
export interface RealtyPlaces {
  /** Null if the service gives no such list. One call if the list is not saved. */
  read(
    list: RealtyPlaceList,
    of: number | null,
    signal?: AbortSignal,
  ): Promise<{ id: number; name: string }[] | null>
}

export const realtyPlacesOf = (
  lookups: Pick<LookupsService, 'list'>,
  language: () => RealtyLanguage,
): RealtyPlaces => ({
  async read(list, of, signal) {
    const langId = language() === 'uk' ? 4 : undefined
    const places = await lookups.list(realtyPlaceLists[list](of ?? 0, langId), { signal })
    return places?.map(({ id, name }) => ({ id, name })) ?? null
  },
})
