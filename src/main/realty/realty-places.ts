import type { RealtyPlaceList } from '#shared/realty/realty-calls.ts'

/** Names of regions, of the cities of a region and of the districts of a city, with their ids. */
export interface RealtyPlaces {
  /** Null if the service gives no such list. One call if the list is not saved. */
  read(
    list: RealtyPlaceList,
    of: number | null,
    signal?: AbortSignal,
  ): Promise<{ id: number; name: string }[] | null>
}
