import { currencyOfCode } from '#shared/batch/currency.ts'
import { vehicleIdsOfRecord } from '../../names/learned-names.ts'
import type { AdvertRecord } from '../../service/advert-record.ts'
import type { SearchParams } from '../../service/search-params.ts'
import type { AdvertWrite, WriteResult } from '../../writes/advert-write.ts'
import type { AdvertPort, LiveAdvert, SearchCriteria } from './advert-port.ts'
import type { BatchApi } from './batch-api.ts'

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
