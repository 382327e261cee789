import { saysMissing, saysNotShown } from '../http/service-error.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { OwnListSource } from '#shared/inventory/inventory-calls.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import { forEachConcurrently } from '../http/concurrency.ts'
import type { AdvertsTable } from './adverts-table.ts'
import { cachedAdvert } from './cached-advert.ts'
import type { InventoryApi, OwnList } from './inventory-api.ts'
import type { FreshWrites } from './fresh-writes.ts'
import { ReadBuffer } from './read-buffer.ts'
import type { StockSources } from './sources/stock-sources.ts'
import type { StockListTable } from './stock-list-table.ts'
import type { StockChange } from './change-notes.ts'
import type { Owner } from './owner.ts'

/** Service as the inventory needs it. */
export type AdvertSource = Pick<InventoryApi, 'advertInfo' | 'ownAdverts'>

export interface AdvertReaderPorts {
  readonly table: AdvertsTable
  readonly list: StockListTable
  readonly clock: Clock
  readonly fresh: FreshWrites
  /** Ids of the adverts that the journal says were created and not deleted since. */
  readonly journalled: (accountId: string) => readonly number[]
  /** Gets what the service listed, and has what else is the owner's. */
  readonly sources?: Pick<StockSources, 'noteListed' | 'joined'>
  /** Gets how it was known which adverts are the owner's. */
  readonly onSource: (owner: Owner, source: OwnListSource) => void
  /** Gets each advert that could not be read; the id is null if the id itself could not be read. */
  readonly onUnread: (owner: Owner, id: number | null, fault: Fault) => void
  readonly onSaved: (owner: Owner, change: StockChange) => void
  /** So many cached adverts turned out to be gone. */
  readonly onGone: (owner: Owner, count: number) => void
  /** Gets each record that was read, for the names that it teaches. */
  readonly onRecord: (owner: Owner, record: AdvertRecord) => void
}

export type OnRead = (id: number, record: AdvertRecord | 'gone' | null) => void

/** Reads at once during a sync; the client has limits of its own. */
const readConcurrency = 8
/** Failures that concern one advert; any other would meet the next advert too. */
const ofOneAdvert = new Set(['rejected', 'unreadable', 'server'])

/** Brings adverts from the service into the cache. */
export class AdvertReader {
  readonly #ports: AdvertReaderPorts

  constructor(ports: AdvertReaderPorts) {
    this.#ports = ports
  }

  /** The ids of the whole stock: those that the service lists, or else the journal, and those already cached. */
  async stockIds(owner: Owner, source: AdvertSource, stop: AbortSignal): Promise<number[]> {
    const listed = await this.listedIds(owner, source, stop)
    const joined = this.#ports.sources?.joined(owner) ?? []
    return [...new Set([...(listed ?? this.#journalledIds(owner)), ...this.#knownIds(owner), ...joined])]
  }

  #journalledIds(owner: Owner): readonly number[] {
    this.#ports.onSource(owner, 'journal')
    return this.#ports.journalled(owner.accountId)
  }

  /** The ids that the service lists, which are kept; null if it gives no list. */
  async listedIds(owner: Owner, source: AdvertSource, stop?: AbortSignal): Promise<number[] | null> {
    const own = await this.list(owner, source, stop)
    return own && [...own.active, ...own.archive]
  }

  /** The service's list, which is kept; null if it gives none. */
  async list(owner: Owner, source: AdvertSource, stop?: AbortSignal): Promise<OwnList | null> {
    const own = await source.ownAdverts(stop)
    if (!own) return null
    this.#ports.onSource(owner, own.source)
    for (const value of own.odd)
      this.#ports.onUnread(owner, null, new Fault('unreadable', { reason: 'shape', path: 'auto_id', value }))
    const ids = [...own.active, ...own.archive]
    const { list, clock } = this.#ports
    list.save(owner, ids, new Set(this.#knownIds(owner)), timestamp(clock))
    await this.#ports.sources?.noteListed(owner, ids)
    return own
  }

  #knownIds({ accountId, userId }: Owner): Float64Array {
    return this.#ports.table.knownIds(accountId, userId)
  }

  /** `onRead` gets what the service answered for each advert: null if its record could not be read. */
  async read(
    owner: Owner,
    source: AdvertSource,
    ids: readonly number[],
    stop: AbortSignal,
    onRead?: OnRead,
  ): Promise<void> {
    const buffer = this.#bufferOf(owner)
    try {
      await forEachConcurrently(ids, readConcurrency, async (id) => {
        const record = await this.#recordOf(owner, source, id, stop)
        onRead?.(id, record)
        if (record === 'gone') buffer.gone(id)
        else if (record) {
          const advert = cachedAdvert(record, timestamp(this.#ports.clock))
          this.#ports.onRecord(owner, record)
          buffer.read(this.#ports.fresh.trusted(owner.accountId, advert))
        }
      })
    } finally {
      buffer.close()
    }
  }

  #bufferOf(owner: Owner): ReadBuffer {
    const { table, list, clock, onSaved, onGone } = this.#ports
    return new ReadBuffer({
      ...{ table, list, clock, owner },
      onSaved: (change) => onSaved(owner, change),
      onGone: (count) => onGone(owner, count),
    })
  }

  /** An unreadable advert never ends a sync; a failure that every read would meet (no key, no network) does. */
  async #recordOf(
    owner: Owner,
    source: AdvertSource,
    id: number,
    stop: AbortSignal,
  ): Promise<AdvertRecord | 'gone' | null> {
    try {
      return await source.advertInfo(id, stop)
    } catch (error) {
      if (saysMissing(error)) return 'gone'
      if (!(error instanceof Fault && (ofOneAdvert.has(error.code) || saysNotShown(error)))) throw error
      this.#ports.onUnread(owner, id, error)
      return null
    }
  }
}
