import type { RealtyPlaceList } from '#shared/realty/realty-calls.ts'
import type { Context } from '../context/context.ts'
import type { LookupsService } from '../lookups/lookups-service.ts'
import { RealtyService } from './realty-service.ts'
import { RealtyTable } from './realty-table.ts'
import { realtyPlaceLists } from '../lookups/lookup-lists.ts'
import type { RealtyLanguage } from './shown-catalog.ts'

/** The service has its names in Ukrainian and in Russian: whatever language the app speaks, the other names of its pages are Ukrainian. */
const language = () => 'uk' as const

export type Realty = ReturnType<typeof realtyOf>

/** Real estate with the service's Ukrainian names. */
export const realtyOf = (context: Context, lookups: LookupsService) => {
  const { cache, staged, clock, words } = context
  return {
    service: new RealtyService({
      api: async () => (await context.current()).realty,
      table: new RealtyTable(cache, staged),
      accountId: async () => (await context.accounts.owner()).accountId,
      language,
      words,
      clock,
    }),
    /** Names of places. */
    places: realtyPlacesOf(lookups, language),
  }
}

/** Names of regions, of the cities of a region and of the districts of a city, with their ids, in the language. */
export const realtyPlacesOf = (lookups: Pick<LookupsService, 'list'>, language: () => RealtyLanguage) => ({
  /** Null if the service gives no such list. One call if the list is not saved. */
  async read(list: RealtyPlaceList, of: number | null, signal?: AbortSignal) {
    const langId = language() === 'uk' ? 4 : undefined
    const places = await lookups.list(realtyPlaceLists[list](of ?? 0, langId), { signal })
    return places?.map(({ id, name }) => ({ id, name })) ?? null
  },
})
