import type { AdvertFilter, DaysFilter } from '#shared/inventory/advert-filter.ts'
import type { AdvertSort } from '#shared/inventory/advert.ts'
import type { InventoryService } from '../inventory/inventory-service.ts'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../system/clock.ts'
import type { DaysTable } from './days-table.ts'
import { type LiveAdverts, readAgainAfter, readingOrder } from './reading-order.ts'

/** Adverts that are put in order at once. */
const ordered = 200
/** Time after which the order is made again, in ms: adverts come, expire and are edited. */
const orderedFor = 3_600_000

/** Queue of the adverts of an account whose views are read next. */
export class ViewsQueue {
  readonly #table: DaysTable
  readonly #inventory: InventoryService
  readonly #clock: Clock
  #account = ''
  #ids: number[] = []
  #orderedAt = -Infinity
  /** Time when each was asked about: one that the service doesn't know is not asked about again and again. */
  readonly #asked = new Map<number, number>()

  constructor(table: DaysTable, inventory: InventoryService, clock: Clock) {
    this.#table = table
    this.#inventory = inventory
    this.#clock = clock
  }

  /** The next advert, which leaves the queue; null if none is due. */
  async next(accountId: string): Promise<number | null> {
    const now = this.#clock.now()
    if (accountId !== this.#account) {
      this.#asked.clear()
      this.#account = accountId
      this.#orderedAt = -Infinity
    }
    const age = now - this.#orderedAt
    if (age < 0 || age >= orderedFor || (this.#ids.length === 0 && age > 0)) {
      this.#orderedAt = now
      this.#ids = await this.#inOrder(accountId, now)
    }
    const next = this.#ids.shift() ?? null
    if (next !== null) this.#asked.set(next, now)
    return next
  }

  async #inOrder(accountId: string, now: number): Promise<number[]> {
    const table = this.#table
    const adverts = await liveAdverts(this.#inventory)
    const times = new Map<number, number>()
    for (let some = table.readTimes(accountId, 0); some.length > 0;) {
      for (const { id, at } of some) times.set(id, at)
      await setImmediate()
      some = table.readTimes(accountId, some.at(-1)?.id ?? 0)
    }
    for (const [id, at] of this.#asked) {
      if (now - at >= readAgainAfter) this.#asked.delete(id)
      else times.set(id, at)
    }
    return readingOrder(adverts, (id) => times.get(id), now, ordered)
  }
}

/** Days within which an advert is new, will expire, or was edited lately. */
const newFor = 14
const soon = 7

/** The live adverts of the current account. */
export async function liveAdverts({ lists }: InventoryService): Promise<LiveAdverts> {
  const live = (filters: AdvertFilter[], sort: AdvertSort = []): Promise<Float64Array> =>
    lists.ids({ text: '', states: ['live'], sort, filters })
  const within = async (field: DaysFilter['field'], days: number): Promise<Set<number>> =>
    new Set(await live([{ field, from: 0, to: days }]))
  return {
    byPrice: await live([], [{ column: 'usd', descending: true }]),
    fresh: await within('age', newFor),
    expiring: await within('expiresIn', soon),
    edited: await within('updatedAgo', soon),
  }
}
