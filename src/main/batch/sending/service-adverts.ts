import { z } from 'zod'
import type { Operation } from '#shared/batch/operation.ts'
import type { AdvertWrite, WriteResult } from '../../writes/advert-write.ts'
import type { Param, Params } from '../../service/params.ts'
import { identifier, number, root } from '../../service/tolerant.ts'
import type { HttpClient } from '../../http/http-client.ts'
import type { InventoryApi } from '../../inventory/inventory-api.ts'
import { type CurrencyId, currencyOfCode } from '#shared/batch/currency.ts'
import { vehicleIdsOfRecord } from '../../names/learned-names.ts'
import type { AdvertRecord } from '../../service/advert-record.ts'
import type { LiveAdvert } from '../journal/live-advert.ts'
import type { Values } from '../../writes/values.ts'

const methods = { create: 'POST', edit: 'PUT', delete: 'DELETE' } as const satisfies Record<Operation, string>

/** `last_insert_id` is the id of a created advert and 0 otherwise; without it no advert is proven to be created. */
const writeResultSchema = root(
  z
    .looseObject({ num_rows: identifier, last_insert_id: number })
    .transform(({ num_rows, last_insert_id }) => ({ numRows: num_rows, lastInsertId: last_insert_id ?? 0 })),
)

/** The order of the contract's tables: the caller first, then the payload as it was frozen. */
const writeParams = ({ payload }: AdvertWrite, userId: number): Params => [
  ['user_id', userId],
  ...Object.entries(payload).filter((entry): entry is [...Param] => entry[1] !== undefined),
]

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

/**
 * The adverts of one account at the service. Every read is `interactive`: if the quota is used up, the batch waits
 * visibly and with its reason, not inside a read. Errors are the http client's.
 */
export class ServiceAdverts {
  readonly #http: HttpClient
  readonly #inventory: InventoryApi

  constructor(http: HttpClient, inventory: InventoryApi) {
    this.#http = http
    this.#inventory = inventory
  }

  get userId(): number {
    return this.#http.userId
  }

  /** The time at the service, ms since 1970; null before its first answer. */
  serviceNow(): number | null {
    return this.#http.serviceNow()
  }

  /**
   * Sends one row, once; never retries by itself.
   * @throws ServiceError: `sent` is `no` if it is proven that nothing was sent; `answered`, `status` and `serviceCode`
   * distinguish a rejection from a doubt. Any other error (Fault `quota`, `cancelled`) means that nothing was sent.
   */
  write(row: AdvertWrite, signal?: AbortSignal): Promise<WriteResult> {
    const params = writeParams(row, this.userId)
    return this.#http.write(methods[row.operation], '/auto/new/autos', params, writeResultSchema, { signal })
  }

  /** @throws Fault `not-found` */
  async readAdvert(autoId: number, signal: AbortSignal): Promise<LiveAdvert> {
    return liveAdvert(await this.#inventory.advertInfo(autoId, signal, 'interactive'))
  }

  /** Ids of all own adverts, or null if the service has no such list. */
  async findOwn(signal: AbortSignal): Promise<readonly number[] | null> {
    // What a search by seller finds is not all: without a list, what was created is looked for by what it is.
    const own = await this.#inventory.ownList(signal, 'interactive')
    return own && [...own.active, ...own.archive]
  }

  /** One page of ids; a page without a new id is the last. */
  async search(
    { markaId, modelId, price }: SearchCriteria,
    page: number,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const band = price && { price_ot: price.from, price_do: price.to, currency: price.currency }
    const search = { vehicles: [{ marka_id: markaId, model_id: modelId }], ...band }
    const inventory = this.#inventory
    const { ids } = await inventory.searchAdverts(search, page, signal, 'interactive')
    return [...ids, ...(await inventory.searchOwnNew({ markaId, modelId }, page, signal, 'interactive'))]
  }
}

/** The adverts of an account as batches reach them. */
export type AdvertPort = Pick<ServiceAdverts, keyof ServiceAdverts>

const liveAdvert = (record: AdvertRecord, ids = vehicleIdsOfRecord(record)): LiveAdvert => ({
  autoId: record.autoData.autoId,
  userId: record.userId,
  markaId: record.markId,
  modelId: record.modelId,
  usd: record.USD,
  eur: record.EUR,
  uah: record.UAH,
  currency: currencyOfCode(record.autoData.mainCurrency),
  description: record.autoData.description,
  version: record.autoData.version,
  addDate: record.addDate,
  updateDate: record.updateDate,
  title: record.title,
  baseId: ids.base_id,
  equipId: ids.equip_id,
})
