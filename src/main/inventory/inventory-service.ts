import { setImmediate } from 'node:timers/promises'
import type { AdvertWrite } from '#shared/batch/advert-write.ts'
import { Fault, type Failure } from '#shared/bridge/failure.ts'
import type { AdvertDetail, SyncState } from '#shared/inventory/inventory-calls.ts'
import type { Unread } from '#shared/service/unread.ts'
import type { AdvertQuery, AdvertRow, AdvertState } from '#shared/inventory/advert.ts'
import type { AdvertRecord, OwnAdverts } from '#shared/inventory/advert-record.ts'
import { timestamp, type Clock } from '../core/clock.ts'
import { inLanes } from '../core/lanes.ts'
import { ReadBuffer } from './read-buffer.ts'
import { shown, type AdvertFacts, type AdvertsTable, type CachedAdvert } from './adverts-table.ts'
import { cachedAdvert, photosOf } from './cached-advert.ts'
import { FreshWrites } from './fresh-writes.ts'
import { exportCsv } from './inventory-export.ts'
import { recordGroups } from './record-groups.ts'
import { serviceTime } from '../core/service-time.ts'
import { createdAdvert, editedAdvert } from './written-advert.ts'

/** What the inventory needs of the service. */
export interface AdvertSource {
  /** @throws Fault `not-found` for an advert that is gone. */
  advertInfo(id: number, signal?: AbortSignal): Promise<AdvertRecord>
  /** The account's own ids, or null where the service doesn't give this list (field-notes, "list of own adverts"). */
  ownAdverts(signal?: AbortSignal): Promise<OwnAdverts | null>
}

export interface Owner {
  readonly accountId: string
  readonly userId: number
}

export interface InventoryPorts {
  readonly table: AdvertsTable
  readonly clock: Clock
  /** The account that the window shows. */
  readonly owner: () => Promise<Owner>
  readonly source: (accountId: string) => Promise<AdvertSource>
  /** What the journal wrote last to an advert and the service doesn't show. */
  readonly written: (accountId: string, id: number) => Record<string, string | number>
  /** When the next read may begin, ISO 8601, where reads of the account wait for its quota. */
  readonly waitsUntil: (accountId: string) => string | null
  /** False where calls are counted against a quota: then what was written is read at the next sync. */
  readonly mayReadSoon: (accountId: string) => boolean
  readonly words: (fault: unknown) => Failure
  /** Told of each advert that could not be read; its id is null where that is what could not be read. */
  readonly onUnread: (id: number | null, fault: Fault) => void
  readonly onChanged: (adverts: number) => void
  readonly onSync: (state: SyncState) => void
}

/** Reads at once during a sync; the client's own limits hold beside it. */
const readLanes = 8
/** Failures that speak of one advert; every other one would meet the next advert too. */
const ofOneAdvert = new Set(['rejected', 'unreadable', 'server'])
/** Adverts read from the cache in one go of an export, so that main answers in between. */
const exportedAtOnce = 500
/** How long after a write the advert is read again, in ms. */
const readSoonAfter = 1_500

/** Fields of a write that the service never shows again (field-notes, "write reach"). */
const hiddenFields = ['base_id', 'equip_id', 'in_stock', 'test_drive']

const hiddenOf = (written: Readonly<Record<string, string | number>>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(written).filter(([name]) => hiddenFields.includes(name)))

/** A sync or a fetching under way. */
interface Reading {
  readonly owner: Owner
  readonly stop: AbortController
  readonly ended: Promise<void>
}

/** The stock: what is cached, always readable, and how it is brought up to date. */
export class InventoryService {
  readonly #ports: InventoryPorts
  readonly #running = new Map<string, Reading>()
  readonly #progress = new Map<string, { done: number; total: number }>()
  readonly #failures = new Map<string, Failure>()
  readonly #unread = new Map<string, NonNullable<Unread>>()
  readonly #soon = new Map<string, Set<number>>()
  readonly #background = new Set<Promise<void>>()
  readonly #fresh: FreshWrites
  readonly #stop = new AbortController()

  constructor(ports: InventoryPorts) {
    this.#ports = ports
    this.#fresh = new FreshWrites(ports.clock)
  }

  async ids(query: AdvertQuery): Promise<Float64Array<ArrayBuffer>> {
    const { accountId, userId } = await this.#ports.owner()
    return this.#ports.table.ids(accountId, userId, query, this.#serviceNow())
  }

  async rows(ids: readonly number[]): Promise<AdvertRow[]> {
    const { accountId } = await this.#ports.owner()
    return this.#ports.table.rows(accountId, ids, this.#serviceNow())
  }

  async detail(id: number): Promise<AdvertDetail | null> {
    const { accountId } = await this.#ports.owner()
    const found = this.#ports.table.find(accountId, id)
    if (!found) return null
    const { record: json, description, userId, ...row } = found
    const record = JSON.parse(json) as AdvertRecord
    return {
      row: shown(row, this.#serviceNow()),
      description,
      photos: photosOf(record),
      groups: recordGroups(record),
      written: hiddenOf(this.#ports.written(accountId, id)),
      history: this.#ports.table.history(accountId, id),
    }
  }

  async syncState(): Promise<SyncState> {
    return this.#stateOf(await this.#ports.owner())
  }

  /**
   * Reads the whole stock, or joins the sync under way. The state that it answers tells a failure; it doesn't throw. The
   * signal ends the sync also where it was only joined.
   */
  async sync(signal?: AbortSignal): Promise<SyncState> {
    const owner = await this.#ports.owner()
    await this.#joined(owner, signal, async (stop) => {
      const source = await this.#ports.source(owner.accountId)
      await this.#read(owner, source, await this.#idsToRead(owner, source, stop), stop)
      this.#ports.table.noteSync(owner.accountId, timestamp(this.#ports.clock))
    })
    return this.#stateOf(owner)
  }

  /** Reads these adverts into the cache. */
  async add(ids: readonly number[], signal?: AbortSignal): Promise<SyncState> {
    const owner = await this.#ports.owner()
    await this.#running.get(owner.accountId)?.ended
    await this.#joined(owner, signal, async (stop) =>
      this.#read(owner, await this.#ports.source(owner.accountId), ids, stop),
    )
    return this.#stateOf(owner)
  }

  /** Ends what is read now, whoever began it; the cache keeps what came. */
  async stop(): Promise<SyncState> {
    const owner = await this.#ports.owner()
    const running = this.#running.get(owner.accountId)
    running?.stop.abort()
    await running?.ended
    return this.#stateOf(owner)
  }

  /** Reads of the account began to wait for its quota, or wait no more. */
  waitChanged(accountId: string): void {
    const running = this.#running.get(accountId)
    if (running) this.#ports.onSync(this.#stateOf(running.owner))
  }

  /** The adverts that fit, as CSV that imports again unchanged. */
  async export(query: AdvertQuery): Promise<{ text: Uint8Array<ArrayBuffer>; adverts: number }> {
    const { accountId } = await this.#ports.owner()
    const facts: AdvertFacts[] = []
    const ids = [...(await this.ids(query))]
    for (let start = 0; start < ids.length; start += exportedAtOnce) {
      const slice = ids.slice(start, start + exportedAtOnce)
      const byId = new Map(this.facts(accountId, slice).map((each) => [each.id, each]))
      facts.push(...slice.flatMap((id) => byId.get(id) ?? []))
      await setImmediate()
    }
    return { text: exportCsv(facts, (id) => this.#ports.written(accountId, id)), adverts: facts.length }
  }

  /** Facts of cached adverts, for the checks of a file and the guards of a batch. */
  facts(accountId: string, ids: readonly number[]): AdvertFacts[] {
    return this.#ports.table.facts(accountId, ids)
  }

  /** How many adverts the owner has; what a share of the stock is counted against. */
  count(owner: Owner): number {
    return this.#ports.table.count(owner.accountId, owner.userId)
  }

  states(accountId: string, ids: readonly number[]): Map<number, AdvertState> {
    return new Map(
      this.#ports.table.rows(accountId, ids, this.#serviceNow()).map(({ id, state }) => [id, state]),
    )
  }

  /**
   * Puts what a batch wrote into the cache at once, pending until the service shows it: a read just after a write may
   * still show the old value (field-notes, "freshness").
   */
  noteWritten(owner: Owner, write: AdvertWrite, autoId: number): void {
    const { table } = this.#ports
    const now = timestamp(this.#ports.clock)
    if (write.operation === 'delete') table.markGone(owner.accountId, [autoId], now)
    else {
      const cached = this.#withWritten(owner, write, autoId, now)
      if (cached) table.save(owner.accountId, [cached])
      this.#fresh.note(owner.accountId, autoId, write.payload)
      this.#readSoon(owner, autoId)
    }
    this.#changed(owner)
  }

  #withWritten(
    owner: Owner,
    write: Exclude<AdvertWrite, { operation: 'delete' }>,
    autoId: number,
    now: string,
  ): CachedAdvert | null {
    const { table } = this.#ports
    const cached = table.find(owner.accountId, autoId)
    if (write.operation === 'edit') return cached ? editedAdvert(cached, write.payload, now) : null
    const make = table.learnedName('make', write.payload.marka_id) ?? ''
    const model = table.learnedName('model', write.payload.model_id) ?? ''
    return createdAdvert(autoId, write.payload, owner, { make, model }, now)
  }

  /** What was written is read again a little later, unless every call counts. */
  #readSoon(owner: Owner, autoId: number): void {
    if (!this.#ports.mayReadSoon(owner.accountId)) return
    const waiting = this.#soon.get(owner.accountId) ?? new Set()
    this.#soon.set(owner.accountId, waiting.add(autoId))
    if (waiting.size > 1) return
    this.#later(async () => {
      await this.#ports.clock.sleep(readSoonAfter, this.#stop.signal)
      this.#soon.delete(owner.accountId)
      await this.#read(
        owner,
        await this.#ports.source(owner.accountId),
        [...waiting],
        this.#stop.signal,
        false,
      )
    })
  }

  /** Work in the background whose failure the next sync shows. */
  #later(work: () => Promise<void>): void {
    const running = work()
      .catch(() => undefined)
      .finally(() => this.#background.delete(running))
    this.#background.add(running)
  }

  /** Ends what is under way; the cache keeps what was read so far. */
  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.allSettled([...[...this.#running.values()].map(({ ended }) => ended), ...this.#background])
  }

  async #joined(
    owner: Owner,
    signal: AbortSignal | undefined,
    work: (stop: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const running = this.#running.get(owner.accountId) ?? this.#begin(owner, work)
    const stop = (): void => running.stop.abort()
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    await running.ended
    signal?.removeEventListener('abort', stop)
  }

  #begin(owner: Owner, work: (stop: AbortSignal) => Promise<void>): Reading {
    const stop = new AbortController()
    const either = AbortSignal.any([this.#stop.signal, stop.signal])
    const running = { owner, stop, ended: this.#guarded(owner, either, work) }
    this.#running.set(owner.accountId, running)
    return running
  }

  async #guarded(owner: Owner, stop: AbortSignal, work: (stop: AbortSignal) => Promise<void>): Promise<void> {
    this.#failures.delete(owner.accountId)
    this.#unread.delete(owner.accountId)
    this.#progress.set(owner.accountId, { done: 0, total: 0 })
    this.#ports.onSync(this.#stateOf(owner))
    try {
      await work(stop)
    } catch (error) {
      if (!stop.aborted) this.#failures.set(owner.accountId, this.#ports.words(error))
    } finally {
      this.#progress.delete(owner.accountId)
      this.#running.delete(owner.accountId)
      this.#ports.onSync(this.#stateOf(owner))
    }
  }

  async #idsToRead(owner: Owner, source: AdvertSource, stop: AbortSignal): Promise<number[]> {
    const own = await source.ownAdverts(stop)
    for (const value of own?.odd ?? [])
      this.#noteUnread(owner, null, new Fault('unreadable', { reason: 'shape', path: 'auto_id', value }))
    const known = this.#ports.table.knownIds(owner.accountId, owner.userId)
    return [...new Set([...(own ? [...own.active, ...own.archive] : []), ...known])]
  }

  async #read(
    owner: Owner,
    source: AdvertSource,
    ids: readonly number[],
    stop: AbortSignal,
    shownAsSync = true,
  ): Promise<void> {
    const buffer = this.#bufferOf(owner)
    const progress = { done: 0, total: ids.length }
    if (shownAsSync) this.#progress.set(owner.accountId, progress)
    try {
      await inLanes(ids, readLanes, async (id) => {
        const record = await this.#recordOf(owner, source, id, stop)
        progress.done += 1
        if (record === 'gone') buffer.gone(id)
        else if (record) {
          const advert = cachedAdvert(record, timestamp(this.#ports.clock))
          buffer.read(this.#fresh.trusted(owner.accountId, advert))
        }
      })
    } finally {
      buffer.close()
    }
  }

  #bufferOf(owner: Owner): ReadBuffer {
    const { table, clock, onSync } = this.#ports
    const onSaved = (): void => {
      onSync(this.#stateOf(owner))
      this.#changed(owner)
    }
    return new ReadBuffer({ table, clock, accountId: owner.accountId, onSaved })
  }

  /** One unreadable advert never ends a sync; what the whole sync would meet too (no key, no network) does. */
  async #recordOf(
    owner: Owner,
    source: AdvertSource,
    id: number,
    stop: AbortSignal,
  ): Promise<AdvertRecord | 'gone' | null> {
    try {
      return await source.advertInfo(id, stop)
    } catch (error) {
      if (error instanceof Fault && error.code === 'not-found') return 'gone'
      if (!(error instanceof Fault && ofOneAdvert.has(error.code))) throw error
      this.#noteUnread(owner, id, error)
      return null
    }
  }

  #noteUnread({ accountId }: Owner, id: number | null, fault: Fault): void {
    this.#ports.onUnread(id, fault)
    const { count, first } = this.#unread.get(accountId) ?? { count: 0, first: this.#ports.words(fault) }
    this.#unread.set(accountId, { count: count + 1, first })
  }

  #stateOf(owner: Owner): SyncState {
    const progress = this.#progress.get(owner.accountId)
    return {
      syncedAt: this.#ports.table.syncedAt(owner.accountId),
      running: progress ? { ...progress, waitsUntil: this.#ports.waitsUntil(owner.accountId) } : null,
      failure: this.#failures.get(owner.accountId) ?? null,
      unread: this.#unread.get(owner.accountId) ?? null,
      adverts: this.count(owner),
    }
  }

  #changed(owner: Owner): void {
    this.#ports.onChanged(this.count(owner))
  }

  #serviceNow(): string {
    return serviceTime(this.#ports.clock.now())
  }
}
