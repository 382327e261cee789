import { type ChangedAdverts, type ListedColumn, listedColumns } from '#shared/inventory/advert.ts'
import type { CachedAdvert } from './advert-rows.ts'
import { type ApartColumn, isApart } from './lists/apart-columns.ts'
import type { Clock } from '../system/clock.ts'
import { Throttle } from '../system/throttle.ts'
import type { Owner } from './owner.ts'

/** Change of the stock by a save; null if lists may have other adverts than before. */
export type StockChange = ChangedAdverts | null

export const unchanged: ChangedAdverts = { ids: [], columns: [], words: false }

/** Ids that are named to the window; if more changed, it asks for its whole list. */
const mostIds = 500

const sameOwner = (one: CachedAdvert, other: CachedAdvert): boolean => one.userId === other.userId

const valueOf = (advert: CachedAdvert, column: Exclude<ListedColumn, ApartColumn>): unknown =>
  column === 'price' ? advert.usd : advert[column]

/** Fields of which one is compared with the median of similar cars. */
const prices = ['usd', 'eur', 'uah'] as const

/** Differences between an advert as it was cached and as it is now. */
export function changeOf(before: CachedAdvert | undefined, now: CachedAdvert): StockChange {
  if (!before || !sameOwner(before, now)) return null
  const isOther = (column: Exclude<ListedColumn, ApartColumn>): boolean =>
    valueOf(before, column) !== valueOf(now, column)
  const columns = listedColumns.filter((column) =>
    column === 'overMedian' || column === 'viewsFell'
      ? prices.some(isOther)
      : !isApart(column) && isOther(column),
  )
  return { ids: [now.id], columns, words: saysOther(before, now) }
}

/** Texts by which a search finds an advert. */
export const searched = ['title', 'make', 'model', 'version', 'city', 'description'] as const

/** True if a search for words may find it by other ones. */
export const saysOther = (one: CachedAdvert, other: CachedAdvert): boolean =>
  searched.some((name) => one[name] !== other[name])

/** Two changes as one. */
export function together(one: StockChange, other: StockChange): StockChange {
  if (!one || !other) return null
  const ids = [...new Set([...one.ids, ...other.ids])]
  if (ids.length > mostIds) return null
  const columns = [...new Set<ListedColumn>([...one.columns, ...other.columns])]
  return { ids, columns, words: one.words || other.words }
}

/** Time from one note to the next, ms: a batch saves many adverts a second, and each note may cost a list. */
const notedEvery = 400

/** Reports changes of the stock: the first at once, the following ones a few times a second. */
export class ChangeNotes {
  readonly #note: (owner: Owner, change: StockChange) => void
  readonly #throttle: Throttle
  readonly #changes = new Map<string, StockChange>()

  /** @param note gets what changed since the last note of the owner */
  constructor(clock: Clock, note: (owner: Owner, change: StockChange) => void) {
    this.#note = note
    this.#throttle = new Throttle(clock, notedEvery)
  }

  add(owner: Owner, change: StockChange): void {
    const key = `${owner.accountId} ${owner.userId}`
    const before = this.#changes.get(key)
    this.#changes.set(key, before === undefined ? change : together(before, change))
    this.#throttle.run(key, () => {
      const all = this.#changes.get(key) ?? null
      this.#changes.delete(key)
      this.#note(owner, all)
    })
  }

  close(): void {
    this.#throttle.close()
  }
}
