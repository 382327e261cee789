import type { SyncState } from '#shared/inventory/inventory-calls.ts'
import { timestamp } from '../system/clock.ts'
import { AdvertReader, type AdvertReaderPorts, type AdvertSource } from './advert-reader.ts'
import type { AdvertsTable } from './adverts-table.ts'
import { SoonReads, type SoonReadsPorts } from './soon-reads.ts'
import { SyncStates, type Owner, type SyncStatesPorts } from './sync-states.ts'

export interface InventorySyncPorts
  extends
    Omit<SyncStatesPorts, 'table'>,
    Pick<AdvertReaderPorts, 'clock'>,
    Pick<SoonReadsPorts, 'mayReadSoon'> {
  readonly table: SyncStatesPorts['table'] & AdvertReaderPorts['table'] & Pick<AdvertsTable, 'noteSync'>
  /** The account that the window shows. */
  readonly owner: () => Promise<Owner>
  readonly source: (accountId: string) => Promise<AdvertSource>
  readonly onChanged: (adverts: number) => void
}

type Work = (stop: AbortSignal) => Promise<void>

/** A sync or a fetching under way. */
interface Reading {
  readonly owner: Owner
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** How the cached stock is brought up to date: one reading of an account at a time, which others join. */
export class InventorySync {
  readonly #ports: InventorySyncPorts
  readonly #running = new Map<string, Reading>()
  readonly #states: SyncStates
  readonly #reader: AdvertReader
  readonly #soon: SoonReads
  readonly #stop = new AbortController()

  constructor(ports: InventorySyncPorts, fresh: AdvertReaderPorts['fresh']) {
    const { table, clock, mayReadSoon } = ports
    this.#ports = ports
    this.#states = new SyncStates(ports)
    this.#reader = new AdvertReader({
      table,
      clock,
      fresh,
      onUnread: (owner, id, fault) => this.#states.noteUnread(owner, id, fault),
      onSaved: (owner) => this.#saved(owner),
    })
    this.#soon = new SoonReads({
      clock,
      mayReadSoon,
      read: async (owner, ids, stop) =>
        this.#reader.read(owner, await ports.source(owner.accountId), ids, stop),
    })
  }

  async state(): Promise<SyncState> {
    return this.#states.of(await this.#ports.owner())
  }

  /**
   * Reads the whole stock, or joins the sync under way. The state that it answers tells a failure; it doesn't throw. The
   * signal ends the sync also where it was only joined.
   */
  async sync(signal?: AbortSignal): Promise<SyncState> {
    const owner = await this.#ports.owner()
    await this.#joined(owner, signal, async (stop) => {
      const source = await this.#ports.source(owner.accountId)
      await this.#read(owner, source, await this.#reader.stockIds(owner, source, stop), stop)
      this.#ports.table.noteSync(owner.accountId, timestamp(this.#ports.clock))
    })
    return this.#states.of(owner)
  }

  /** Reads these adverts into the cache. */
  async add(ids: readonly number[], signal?: AbortSignal): Promise<SyncState> {
    const owner = await this.#ports.owner()
    await this.#running.get(owner.accountId)?.ended
    await this.#joined(owner, signal, async (stop) =>
      this.#read(owner, await this.#ports.source(owner.accountId), ids, stop),
    )
    return this.#states.of(owner)
  }

  /** Ends what is read now, whoever began it; the cache keeps what came. */
  async stop(): Promise<SyncState> {
    const owner = await this.#ports.owner()
    const running = this.#running.get(owner.accountId)
    running?.stop.abort()
    await running?.ended
    return this.#states.of(owner)
  }

  /** Reads of the account began to wait for its quota, or wait no more. */
  waitChanged(accountId: string): void {
    const running = this.#running.get(accountId)
    if (running) this.#states.tell(running.owner)
  }

  /** What was written is read again a little later, unless every call counts. */
  readSoon(owner: Owner, autoId: number): void {
    this.#soon.add(owner, autoId)
  }

  /** Ends what is under way; the cache keeps what was read so far. */
  async close(): Promise<void> {
    this.#stop.abort()
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
      if (!stop.aborted) this.#states.noteFailure(owner, error)
    } finally {
      this.#running.delete(owner.accountId)
      this.#states.end(owner)
    }
  }

  async #read(owner: Owner, source: AdvertSource, ids: readonly number[], stop: AbortSignal): Promise<void> {
    await this.#reader.read(owner, source, ids, stop, this.#states.counter(owner, ids.length))
  }

  #saved(owner: Owner): void {
    this.#states.tell(owner)
    this.#ports.onChanged(this.#ports.table.count(owner.accountId, owner.userId))
  }
}
