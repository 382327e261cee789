import { realtyPlaceLists } from '../lookups/lookup-lists.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import type { RealtyPlaces } from '../realty/realty-places.ts'
import type { RealtyLanguage } from '../realty/shown-catalog.ts'

/** Names of places in the language, each list by one call a month. */
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
