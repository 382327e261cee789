import type { AdvertWrite } from '../writes/advert-write.ts'
import { namesOfCreate } from '../names/learned-names.ts'
import type { NamesTable } from '../names/names-table.ts'
import { timestamp, type Clock } from '../system/clock.ts'
import type { CachedAdvert } from './advert-rows.ts'
import type { AdvertsTable } from './adverts-table.ts'
import { type FreshWrites, createdAdvert, editedAdvert } from './fresh-writes.ts'
import type { InventorySync } from './inventory-sync.ts'
import { unchanged, type StockChange } from './change-notes.ts'
import type { Owner } from './owner.ts'

/** Ms that the clocks of two computers may be apart, and a write may take. */
const apartFor = 60_000

export interface WriteRecorderParts {
  readonly table: AdvertsTable
  readonly names: NamesTable
  readonly clock: Clock
  readonly fresh: FreshWrites
  readonly sync: Pick<InventorySync, 'readSoon'>
  /** Gets what each write changed. */
  readonly onChanged: (owner: Owner, change: StockChange) => void
}

/**
 * Puts a batch's writes into the cache at once, pending until the service shows them: a read right after a write may
 * show the old value (docs/service/practice.md, "freshness").
 */
export class WriteRecorder {
  readonly #parts: WriteRecorderParts

  constructor(parts: WriteRecorderParts) {
    this.#parts = parts
  }

  /**
   * @param at when another desk of the team wrote it, ms since 1970; a later read by this desk counts more. Now, if it
   * isn't given
   */
  record(owner: Owner, write: AdvertWrite, autoId: number, at?: number): void {
    const { table, clock, fresh, sync, onChanged } = this.#parts
    const now = timestamp(clock)
    if (at !== undefined && Date.parse(table.find(owner.accountId, autoId)?.readAt ?? '') > at + apartFor)
      return
    if (write.operation === 'delete') {
      onChanged(owner, table.markGone(owner.accountId, [autoId], now))
      fresh.record(owner.accountId, autoId, 'deleted', at)
      return
    }
    const cached = this.#withWritten(owner, write, autoId, now)
    onChanged(owner, cached ? table.save(owner.accountId, [cached]) : unchanged)
    fresh.record(owner.accountId, autoId, write.payload, at)
    // The desk that wrote it reads it; all others would only use up the quota.
    if (at === undefined) sync.readSoon(owner, autoId)
  }

  #withWritten(
    owner: Owner,
    write: Exclude<AdvertWrite, { operation: 'delete' }>,
    autoId: number,
    now: string,
  ): CachedAdvert | null {
    const { table, names } = this.#parts
    const cached = table.find(owner.accountId, autoId)
    if (write.operation === 'edit') return cached ? editedAdvert(cached, write.payload, now) : null
    // A create that was settled later may have been read since: a read counts more than the sent values.
    if (cached) return null
    names.learn(owner.accountId, namesOfCreate(write.payload))
    const { marka_id: make = '', model_id: model = '' } = names.namesOf(owner.accountId, write.payload)
    return createdAdvert(autoId, write.payload, owner, { make, model }, now)
  }
}
