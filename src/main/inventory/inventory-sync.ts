import type { Addition, SyncState } from '#shared/inventory/inventory-calls.ts'
import { Throttle } from '../system/throttle.ts'
import { AdvertReader, type OnRead } from './advert-reader.ts'
import type { AdvertSource, InventorySyncPorts } from './inventory-sync-ports.ts'
import { RefreshPlan, type RefreshCost } from './refresh-plan.ts'
import { DelayedReads } from './read-buffer.ts'
import type { OwnList } from './own-lists.ts'
import type { StockChange } from './change-notes.ts'
import { SyncStates } from './sync-states.ts'
import type { Owner } from './owner.ts'

/** Time from one report of progress to the next, ms. */
const progressEvery = 250

type Work = (stop: AbortSignal) => Promise<void>

/** A sync or a fetching under way. */
interface Reading {
  readonly owner: Owner
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** The list of own adverts as the service gives it now. */
export interface ListedNow {
  /** The service's own list; null if it gives none that lacks no advert. */
  readonly list: OwnList | null
  readonly sees: boolean
  readonly unread: number
}

/** Brings the cached stock up to date: one reading of an account at a time, which others join. */
export class InventorySync {
  readonly #ports: InventorySyncPorts
  readonly #running = new Map<string, Reading>()
  readonly #states: SyncStates
  readonly #reader: AdvertReader
  readonly #refresh: RefreshPlan
  readonly #soon: DelayedReads
  readonly #progress: Throttle
  readonly #stop = new AbortController()

  constructor(ports: InventorySyncPorts) {
    this.#ports = ports
    this.#states = new SyncStates(ports)
    this.#refresh = new RefreshPlan(ports)
    this.#progress = new Throttle(ports.clock, progressEvery)
    this.#reader = new AdvertReader(ports, this.#states, (owner, change) => this.#saved(owner, change))
    this.#soon = new DelayedReads(ports, async (owner, ids, stop) =>
      this.#reader.read(owner, await ports.source(owner.accountId), ids, stop),
    )
  }

  /** True if any account is being read. */
  get busy(): boolean {
    return this.#running.size > 0
  }

  /** Freshness of the stock of the current account, and what is under way. */
  async state(): Promise<SyncState> {
    return this.#states.of(await this.#ports.owner())
  }

  /**
   * Reads the whole stock, or joins the sync under way. A failure is in the state that it answers; it doesn't throw.
   * The signal ends the sync even if it was only joined.
   */
  async sync(signal?: AbortSignal): Promise<SyncState> {
    const owner = await this.#ports.owner()
    await this.#joined(owner, signal, async (stop) => {
      const source = await this.#ports.source(owner.accountId)
      await this.#refresh.load(owner)
      const ids = await this.#reader.stockIds(owner, source, stop)
      await this.#read(owner, source, this.#refresh.begin(owner, ids), stop)
      this.#refresh.end(owner)
    })
    return this.#states.of(owner)
  }

  /**
   * Number of adverts that the owner has at the service, by one call, whose list is kept; null if the service gives
   * no list.
   * @throws Faults of reading
   */
  async ownCount(signal?: AbortSignal): Promise<number | null> {
    const owner = await this.#ports.owner()
    const source = await this.#ports.source(owner.accountId)
    const listed = await this.#reader.listedIds(owner, source, signal)
    this.#states.send(owner)
    return listed?.length ?? null
  }

  /**
   * The service's own list of the owner's adverts now, by one call; null if it gives none that lacks no advert. `unread` are
   * those of the list that were not read yet, `sees` whether it lists own adverts in one way or another.
   * @throws Faults of reading
   */
  async listedNow(signal?: AbortSignal): Promise<ListedNow> {
    const owner = await this.#ports.owner()
    const source = await this.#ports.source(owner.accountId)
    const own = await this.#reader.list(owner, source, signal)
    this.#states.send(owner)
    return {
      list: own?.source === 'own-list' ? own : null,
      // A search that finds nothing may not know this kind of adverts.
      sees: own !== null && (own.source === 'own-list' || own.active.length > 0),
      unread: this.#ports.list.of(owner)?.unread ?? 0,
    }
  }

  /**
   * Reads the first adverts of the kept list that were not read yet, a call for each. Once all of them were, the stock
   * counts as read when the list was.
   * @param most how many; null reads all that are left
   */
  async readListed(most: number | null, signal?: AbortSignal): Promise<SyncState> {
    const { table, list } = this.#ports
    const owner = await this.#ports.owner()
    await this.#joined(owner, signal, async (stop) => {
      const source = await this.#ports.source(owner.accountId)
      await this.#read(owner, source, list.unread(owner).slice(0, most ?? undefined), stop)
      const left = list.of(owner)
      if (left?.unread === 0 && table.syncs.last(owner.accountId) === null)
        table.syncs.record(owner.accountId, left.listedAt)
    })
    return this.#states.of(owner)
  }

  /** Reads these adverts into the cache; answers too which of them are not in the owner's list after that. */
  async add(ids: readonly number[], signal?: AbortSignal): Promise<Addition> {
    const owner = await this.#ports.owner()
    const foreign: number[] = []
    const missing: number[] = []
    const sort: OnRead = (id, record) => {
      if (record === 'gone') missing.push(id)
      else if (record && record.userId !== owner.userId) foreign.push(id)
    }
    await this.#running.get(owner.accountId)?.ended
    await this.#joined(owner, signal, async (stop) =>
      this.#read(owner, await this.#ports.source(owner.accountId), ids, stop, sort),
    )
    return { ...this.#states.of(owner), foreign, missing }
  }

  /** Ends the reading under way, no matter what began it; the cache keeps what was read. */
  async stop(): Promise<SyncState> {
    const owner = await this.#ports.owner()
    const running = this.#running.get(owner.accountId)
    running?.stop.abort()
    await running?.ended
    return this.#states.of(owner)
  }

  /** To be called when reads of the account begin to wait for its quota, and when they no longer wait. */
  quotaWaitChanged(accountId: string): void {
    const running = this.#running.get(accountId)
    if (running) this.#states.send(running.owner)
  }

  /** Reads a written advert again a little later, unless calls are limited by a quota. */
  readSoon(owner: Owner, autoId: number): void {
    this.#soon.add(owner, autoId)
  }

  /** Ends everything under way; the cache keeps what was read. */
  async close(): Promise<void> {
    this.#stop.abort()
    this.#progress.close()
    await Promise.allSettled([...[...this.#running.values()].map(({ ended }) => ended), this.#soon.close()])
  }

  async #joined(owner: Owner, signal: AbortSignal | undefined, work: Work): Promise<void> {
    const running = this.#running.get(owner.accountId) ?? this.#begin(owner, work)
    const stop = (): void => running.stop.abort()
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    await running.ended
    signal?.removeEventListener('abort', stop)
  }

  #begin(owner: Owner, work: Work): Reading {
    const stop = new AbortController()
    const either = AbortSignal.any([this.#stop.signal, stop.signal])
    const running = { owner, stop, ended: this.#guarded(owner, either, work) }
    this.#running.set(owner.accountId, running)
    return running
  }

  async #guarded(owner: Owner, stop: AbortSignal, work: Work): Promise<void> {
    this.#states.begin(owner)
    try {
      await work(stop)
    } catch (error) {
      if (!stop.aborted) this.#states.recordFailure(owner, error)
    } finally {
      this.#running.delete(owner.accountId)
      this.#states.end(owner)
    }
  }

  /** Cost of a refresh now. */
  async cost(): Promise<RefreshCost> {
    return this.#refresh.cost(await this.#ports.owner())
  }

  async #read(
    owner: Owner,
    source: AdvertSource,
    ids: readonly number[],
    stop: AbortSignal,
    onRead?: OnRead,
  ): Promise<void> {
    const count = this.#states.counter(owner, ids.length)
    await this.#reader.read(owner, source, ids, stop, (id, record) => {
      count()
      onRead?.(id, record)
    })
  }

  #saved(owner: Owner, change: StockChange): void {
    this.#progress.run(owner.accountId, () => this.#states.send(owner))
    this.#ports.onChanged(owner, change)
  }
}
