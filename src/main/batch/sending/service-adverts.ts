import { z } from 'zod'
import type { Operation } from '#shared/batch/operation.ts'
import type { AdvertWrite, WriteResult } from '../../writes/advert-write.ts'
import type { Param, Params } from '../../service/params.ts'
import { identifier, number, root } from '../../service/tolerant.ts'
import type { HttpClient } from '../../http/http-client.ts'
import { currencyOfCode } from '#shared/batch/currency.ts'
import { vehicleIdsOfRecord } from '../../names/learned-names.ts'
import type { AdvertRecord } from '../../service/advert-record.ts'
import type { SearchParams } from '../../service/search-params.ts'
import type { AdvertPort, LiveAdvert, SearchCriteria } from './advert-port.ts'

export interface BatchApi {
  /**
   * Sends one row, once.
   * @throws ServiceError: `sent` is `no` if it is proven that nothing was sent; `answered`, `status` and `serviceCode`
   * distinguish a rejection from a doubt. Any other error (Fault `quota`, `cancelled`) means that nothing was sent.
   */
  write(row: AdvertWrite, signal?: AbortSignal): Promise<WriteResult>
  /** The time at the service, ms since 1970; null before its first answer. */
  serviceNow(): number | null
}

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

export const createBatchApi = (client: HttpClient): BatchApi => ({
  serviceNow: () => client.serviceNow(),
  write: (row, signal) =>
    client.write(
      methods[row.operation],
      '/auto/new/autos',
      writeParams(row, client.userId),
      writeResultSchema,
      {
        signal,
      },
    ),
})

/** The reads of the service that the engine needs. */
export interface AdvertReads {
  advertInfo(id: number, signal: AbortSignal, priority: 'interactive'): Promise<AdvertRecord>
  searchAdverts(
    search: SearchParams,
    page: number,
    signal: AbortSignal,
    priority: 'interactive',
  ): Promise<{ readonly ids: readonly number[] }>
  ownList(signal: AbortSignal, priority: 'interactive'): Promise<OwnIds | null>
  searchOwnNew(
    vehicle: Pick<SearchCriteria, 'markaId' | 'modelId'>,
    page: number,
    signal: AbortSignal,
    priority: 'interactive',
  ): Promise<readonly number[]>
}

/** The service's own list of the account's adverts. */
interface OwnIds {
  readonly active: readonly number[]
  readonly archive: readonly number[]
}

interface ServiceAdvertsParts {
  readonly userId: number
  readonly writes: BatchApi
  readonly reads: AdvertReads
}

/**
 * The adverts of one account at the service. Every read is `interactive`: if the quota is used up, the batch waits
 * visibly and with its reason, not inside a read.
 */
export class ServiceAdverts implements AdvertPort {
  readonly #parts: ServiceAdvertsParts

  constructor(parts: ServiceAdvertsParts) {
    this.#parts = parts
  }

  get userId(): number {
    return this.#parts.userId
  }

  serviceNow(): number | null {
    return this.#parts.writes.serviceNow()
  }

  write(write: AdvertWrite, signal: AbortSignal): Promise<WriteResult> {
    return this.#parts.writes.write(write, signal)
  }

  async readAdvert(autoId: number, signal: AbortSignal): Promise<LiveAdvert> {
    return liveAdvert(await this.#parts.reads.advertInfo(autoId, signal, 'interactive'))
  }

  async findOwn(signal: AbortSignal): Promise<readonly number[] | null> {
    // What a search by seller finds is not all: without a list, what was created is looked for by what it is.
    const own = await this.#parts.reads.ownList(signal, 'interactive')
    return own && [...own.active, ...own.archive]
  }

  async search(
    { markaId, modelId, price }: SearchCriteria,
    page: number,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const band = price && { price_ot: price.from, price_do: price.to, currency: price.currency }
    const search = { vehicles: [{ marka_id: markaId, model_id: modelId }], ...band }
    const { reads } = this.#parts
    const { ids } = await reads.searchAdverts(search, page, signal, 'interactive')
    return [...ids, ...(await reads.searchOwnNew({ markaId, modelId }, page, signal, 'interactive'))]
  }
}

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
