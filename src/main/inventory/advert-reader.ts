import { saysMissing, saysNotShown } from '../http/service-error.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import { timestamp } from '../system/clock.ts'
import { forEachConcurrently } from '../http/concurrency.ts'
import { cachedAdvert } from './cached-advert.ts'
import type { OwnList } from './own-lists.ts'
import type { AdvertSource, InventorySyncPorts } from './inventory-sync-ports.ts'
import type { SyncStates } from './sync-states.ts'
import { ReadBuffer } from './read-buffer.ts'
import type { StockChange } from './change-notes.ts'
import type { Owner } from './owner.ts'

export type OnRead = (id: number, record: AdvertRecord | 'gone' | null) => void

/** Reads at once during a sync; the client has limits of its own. */
const readConcurrency = 8
/** Failures that concern one advert; any other would meet the next advert too. */
const ofOneAdvert = new Set(['rejected', 'unreadable', 'server'])

/** Brings adverts from the service into the cache. */
export class AdvertReader {
  readonly #ports: InventorySyncPorts
  readonly #states: SyncStates
  readonly #onSaved: (owner: Owner, change: StockChange) => void

  constructor(
    ports: InventorySyncPorts,
    states: SyncStates,
    onSaved: (owner: Owner, change: StockChange) => void,
  ) {
    this.#ports = ports
    this.#states = states
    this.#onSaved = onSaved
  }

  /** The ids of the whole stock: those that the service lists, or else the journal, and those already cached. */
  async stockIds(owner: Owner, source: AdvertSource, stop: AbortSignal): Promise<number[]> {
    const listed = await this.listedIds(owner, source, stop)
    const joined = this.#ports.sources?.joined(owner) ?? []
    return [...new Set([...(listed ?? this.#journalledIds(owner)), ...this.#knownIds(owner), ...joined])]
  }

  #journalledIds(owner: Owner): readonly number[] {
    this.#states.recordSource(owner, 'journal')
    return this.#ports.journalled?.(owner.accountId) ?? []
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
    this.#states.recordSource(owner, own.source)
    for (const value of own.odd)
      this.#states.recordUnread(
        owner,
        null,
        new Fault('unreadable', { reason: 'shape', path: 'auto_id', value }),
      )
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
    const buffer = new ReadBuffer(this.#ports, owner, {
      onSaved: (change) => this.#onSaved(owner, change),
      onGone: (count) => this.#states.recordGone(owner, count),
    })
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
      this.#states.recordUnread(owner, id, error)
      return null
    }
  }
}
