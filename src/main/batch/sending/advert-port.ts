import type { CurrencyId } from '#shared/batch/currency.ts'
import type { ShownAdvert } from '#shared/batch/write-fields.ts'
import type { AdvertWrite, WriteResult } from '../../writes/advert-write.ts'
import type { Values } from '../../writes/values.ts'

/** What of a live advert the engine compares; null where the service did not say. */
export interface LiveAdvert extends ShownAdvert {
  readonly userId: number | null
  /** `YYYY-MM-DD HH:MM:SS` as the service writes it. */
  readonly addDate: string | null
  readonly title: string | null
}

/** What the cache knows of an advert: who owns it, what it is, and its values by contract names. */
export interface CachedAdvert {
  readonly userId: number | null
  readonly markaId: number | null
  readonly modelId: number | null
  readonly addDate: string | null
  readonly values: Values
  /** It is no longer at the service. */
  readonly gone?: boolean
}

/** Where an advert that may have been created is looked for. */
export interface SearchCriteria {
  readonly markaId: number
  readonly modelId: number
  /** Null where the create named no price. */
  readonly price: { readonly from: number; readonly to: number; readonly currency: CurrencyId } | null
}

/** The slice of the service that the engine needs, for one account. Errors are the http client's. */
export interface AdvertPort {
  readonly userId: number
  /** Sends once, never again by itself. */
  write(row: AdvertWrite, signal: AbortSignal): Promise<WriteResult>
  /** @throws Fault `not-found` */
  readAdvert(autoId: number, signal: AbortSignal): Promise<LiveAdvert>
  /** Ids of all own adverts, or null where the service has no such list. */
  findOwn?(signal: AbortSignal): Promise<readonly number[] | null>
  /** One page of ids; a page without a new id is the end. */
  search?(criteria: SearchCriteria, page: number, signal: AbortSignal): Promise<readonly number[]>
}

/** Calls still free under the dealer's own limits. */
export interface Quota {
  /** Null where so many further calls may go now, else the moment (ms since 1970) when they may. Takes nothing. */
  freeFor(accountId: string, calls: number): number | null
}

export const noQuota: Quota = { freeFor: () => null }
