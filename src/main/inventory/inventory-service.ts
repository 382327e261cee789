import { setImmediate } from 'node:timers/promises'
import type { AdvertWrite } from '#shared/batch/advert-write.ts'
import type { AdvertDetail, SyncState } from '#shared/inventory/inventory-calls.ts'
import type { AdvertQuery, AdvertRow, AdvertState } from '#shared/inventory/advert.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import { timestamp } from '../system/clock.ts'
import { shown, type AdvertFacts, type AdvertsTable, type CachedAdvert } from './adverts-table.ts'
import { photosOf } from './cached-advert.ts'
import { FreshWrites } from './fresh-writes.ts'
import { exportCsv } from './inventory-export.ts'
import { InventorySync, type InventorySyncPorts } from './inventory-sync.ts'
import { recordGroups } from './record-groups.ts'
import { serviceTime } from '../http/service-time.ts'
import type { Owner } from './sync-states.ts'
import { createdAdvert, editedAdvert } from './written-advert.ts'

export interface InventoryPorts extends InventorySyncPorts {
  readonly table: AdvertsTable
  /** What the journal wrote last to an advert and the service doesn't show. */
  readonly written: (accountId: string, id: number) => Record<string, string | number>
}

/** Adverts read from the cache in one go of an export, so that main answers in between. */
const exportedAtOnce = 500

/** Fields of a write that the service never shows again (field-notes, "write reach"). */
const hiddenFields = ['base_id', 'equip_id', 'in_stock', 'test_drive']

const hiddenOf = (written: Readonly<Record<string, string | number>>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(written).filter(([name]) => hiddenFields.includes(name)))

/** The stock: what is cached, always readable; how it is brought up to date is the sync's. */
export class InventoryService {
  readonly #ports: InventoryPorts
  readonly #fresh: FreshWrites
  readonly #sync: InventorySync

  constructor(ports: InventoryPorts) {
    this.#ports = ports
    this.#fresh = new FreshWrites(ports.clock)
    this.#sync = new InventorySync(ports, this.#fresh)
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

  /** Addresses of the pictures that the cached advert names, none for an advert that is not cached. */
  async photoAddresses(id: number): Promise<string[]> {
    const { accountId } = await this.#ports.owner()
    const found = this.#ports.table.find(accountId, id)
    return found ? [found.photo, ...photosOf(JSON.parse(found.record) as AdvertRecord)] : []
  }

  syncState(): Promise<SyncState> {
    return this.#sync.state()
  }

  /**
   * Reads the whole stock, or joins the sync under way. The state that it answers tells a failure; it doesn't throw. The
   * signal ends the sync also where it was only joined.
   */
  sync(signal?: AbortSignal): Promise<SyncState> {
    return this.#sync.sync(signal)
  }

  /** Reads these adverts into the cache. */
  add(ids: readonly number[], signal?: AbortSignal): Promise<SyncState> {
    return this.#sync.add(ids, signal)
  }

  /** Ends what is read now, whoever began it; the cache keeps what came. */
  stop(): Promise<SyncState> {
    return this.#sync.stop()
  }

  /** Reads of the account began to wait for its quota, or wait no more. */
  waitChanged(accountId: string): void {
    this.#sync.waitChanged(accountId)
  }

  /** Ends what is under way; the cache keeps what was read so far. */
  close(): Promise<void> {
    return this.#sync.close()
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
      this.#sync.readSoon(owner, autoId)
    }
    this.#ports.onChanged(this.count(owner))
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

  #serviceNow(): string {
    return serviceTime(this.#ports.clock.now())
  }
}
