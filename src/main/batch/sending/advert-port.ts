import type { CurrencyId } from '#shared/batch/currency.ts'
import type { AdvertWrite, WriteResult } from '../../writes/advert-write.ts'
import type { Values } from '../../writes/values.ts'
import type { LiveAdvert } from '../journal/live-advert.ts'

export type { LiveAdvert }

/** Facts of an advert in the cache: who owns it, what it is, and its values by contract names. */
export interface KnownAdvert {
  readonly userId: number | null
  readonly markaId: number | null
  readonly modelId: number | null
  readonly addDate: string | null
  readonly values: Values
  /** Title in the cache; absent if it has no name. */
  readonly title?: string
  /** It is no longer at the service. */
  readonly gone?: boolean
}

/** Criteria of a search for an advert that may have been created. */
export interface SearchCriteria {
  readonly markaId: number
  readonly modelId: number
  /** Null if the create named no price. */
  readonly price: { readonly from: number; readonly to: number; readonly currency: CurrencyId } | null
}

/** The part of the service that the engine needs, for one account. Errors are the http client's. */
export interface AdvertPort {
  readonly userId: number
  /** Sends once; never retries by itself. */
  write(row: AdvertWrite, signal: AbortSignal): Promise<WriteResult>
  /** The time at the service, ms since 1970; null if it is not known yet. */
  serviceNow(): number | null
  /** @throws Fault `not-found` */
  readAdvert(autoId: number, signal: AbortSignal): Promise<LiveAdvert>
  /** Ids of all own adverts, or null if the service has no such list. */
  findOwn(signal: AbortSignal): Promise<readonly number[] | null>
  /** One page of ids; a page without a new id is the last. */
  search(criteria: SearchCriteria, page: number, signal: AbortSignal): Promise<readonly number[]>
}
