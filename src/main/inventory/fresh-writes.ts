import type { CreatePayload, EditPayload } from '../writes/advert-write.ts'
import type { Clock } from '../system/clock.ts'
import type { CachedAdvert } from './advert-rows.ts'
import { showsWritten } from './written-advert.ts'

/** For how long a read that doesn't show our write counts as stale, in ms. */
const staleFor = 10 * 60_000

/** What we wrote lately: a read that still shows the old value doesn't overwrite ours in the cache. */
export class FreshWrites {
  readonly #clock: Clock
  readonly #writes = new Map<string, { payload: CreatePayload | EditPayload; until: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  record(
    accountId: string,
    autoId: number,
    payload: CreatePayload | EditPayload,
    at = this.#clock.now(),
  ): void {
    this.#writes.set(`${accountId} ${autoId}`, { payload, until: at + staleFor })
  }

  /** The advert as read, or nothing while the reading is older than our own write. */
  trusted(accountId: string, read: CachedAdvert): [CachedAdvert] | [] {
    const key = `${accountId} ${read.id}`
    const write = this.#writes.get(key)
    const left = write ? write.until - this.#clock.now() : 0
    // More than all of it is left if the clock was set back: how old the write is isn't known then.
    if (write && left > 0 && left <= staleFor && !showsWritten(read, write.payload)) return []
    this.#writes.delete(key)
    return [read]
  }
}
