import { setImmediate } from 'node:timers/promises'
import type { AdvertDetail } from '#shared/inventory/inventory-calls.ts'
import {
  advertColumns,
  type AdvertColumn,
  type AdvertQuery,
  type AdvertRow,
  type AdvertState,
} from '#shared/inventory/advert.ts'
import { serviceTime } from '../http/service-time.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import type { Clock } from '../system/clock.ts'
import { shownRow, type AdvertFacts, type AdvertsTable } from './adverts-table.ts'
import { photosOf } from './cached-advert.ts'
import { exportCsv } from './inventory-export.ts'
import { columnsOf } from './lists/stock-list.ts'
import { recordGroups } from './record-groups.ts'
import type { Owner } from './sync-states.ts'
import { hiddenValues } from '../writes/shown-values.ts'

export interface InventoryPorts {
  readonly table: AdvertsTable
  readonly clock: Clock
  /** The account that the window shows. */
  readonly owner: () => Promise<Owner>
  /** What the journal wrote last to an advert and the service doesn't show. */
  readonly written: (accountId: string, id: number) => Record<string, string | number>
}

/** What the list is made from that a window shows first: the newest changes first. */
const firstColumns = columnsOf({ text: '', states: [], sort: [{ column: 'updatedAt', descending: true }] })

/** Adverts that an export reads from the cache at once; in between, main answers other calls. */
const exportedAtOnce = 500

/** The stock as cached: always readable. `InventorySync` brings it up to date. */
export class InventoryService {
  readonly #ports: InventoryPorts
  /** The last loading of columns: two at once would read the same rows twice. */
  #loading: Promise<void> = Promise.resolve()

  constructor(ports: InventoryPorts) {
    this.#ports = ports
  }

  async ids(query: AdvertQuery): Promise<Float64Array<ArrayBuffer>> {
    const { accountId, userId } = await this.#ports.owner()
    await this.#load(accountId, userId, columnsOf(query))
    return this.#ports.table.ids(accountId, userId, query, this.#serviceNow())
  }

  /** Loads what any list may need, so that the first list of another order is as quick as the next one. */
  async prepareLists(): Promise<void> {
    const { accountId, userId } = await this.#ports.owner()
    for (const column of advertColumns) await this.#load(accountId, userId, [column])
  }

  /** Loads what the window's first list is made from, while the window itself is still loading. */
  async prepareFirstList(): Promise<void> {
    const { accountId, userId } = await this.#ports.owner()
    await this.#load(accountId, userId, firstColumns)
  }

  #load(accountId: string, userId: number, columns: readonly AdvertColumn[]): Promise<void> {
    const loaded = this.#loading.then(() => this.#loadColumns(accountId, userId, columns))
    this.#loading = loaded.catch(() => undefined)
    return loaded
  }

  /** Some ms at a time: in between, main answers other calls. */
  async #loadColumns(accountId: string, userId: number, columns: readonly AdvertColumn[]): Promise<void> {
    const { table } = this.#ports
    for (const loading = table.loading(accountId, userId, columns); table.isOpen && !loading.next().done;)
      await setImmediate()
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
      row: shownRow(row, this.#serviceNow()),
      description,
      photos: photosOf(record),
      groups: recordGroups(record),
      written: { ...hiddenValues(this.#ports.written(accountId, id)) },
      history: this.#ports.table.history(accountId, id),
    }
  }

  /** Addresses of the pictures that the cached advert names, none for an advert that is not cached. */
  async photoAddresses(id: number): Promise<string[]> {
    const { accountId } = await this.#ports.owner()
    const found = this.#ports.table.find(accountId, id)
    return found ? [found.photo, ...photosOf(JSON.parse(found.record) as AdvertRecord)] : []
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

  /** When a cached advert was first seen, ISO 8601; null if that is not known. */
  firstReadAt(accountId: string, id: number): string | null {
    return this.#ports.table.history(accountId, id)[0]?.at ?? null
  }

  /** Facts of the cached adverts among `ids`, in no particular order. */
  facts(accountId: string, ids: readonly number[]): AdvertFacts[] {
    return this.#ports.table.facts(accountId, ids)
  }

  /** How many adverts the owner has. */
  count(owner: Owner): number {
    return this.#ports.table.count(owner.accountId, owner.userId)
  }

  /** States of the cached adverts among `ids`. */
  states(accountId: string, ids: readonly number[]): Map<number, AdvertState> {
    return new Map(
      this.#ports.table.rows(accountId, ids, this.#serviceNow()).map(({ id, state }) => [id, state]),
    )
  }

  #serviceNow(): string {
    return serviceTime(this.#ports.clock.now())
  }
}
