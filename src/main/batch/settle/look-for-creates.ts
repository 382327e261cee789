import type { LiveAdvert } from '../journal/live-advert.ts'
import type { SearchCriteria } from '../sending/service-adverts.ts'
import { fits, latestAddDate, type DoubtfulCreate } from './match-creates.ts'
import { readOrNull, type SettleContext } from './settle-change.ts'

/** Searches that were tried, kept with the rows that stay in doubt. */
export interface Tried {
  /** Ids of the service's own list of the account's adverts; null if it has none. */
  readonly ownList: number | null
  readonly searchPages: number
  readonly read: number
  /** Adverts and pages that were left for the next search: one search has its limit. */
  readonly left: number
}

export interface Found {
  readonly adverts: readonly LiveAdvert[]
  readonly tried: Tried
}

/** Adverts that one settling reads at most; the next one goes on from there. */
const maxReads = 500

/** One search for adverts that creates in doubt may have made. Each advert is read once. */
export class CreateSearch {
  readonly #creates: readonly DoubtfulCreate[]
  /** Ids of the service's own list of the account's adverts; null if it has none. */
  readonly #own: readonly number[] | null
  readonly #context: SettleContext
  readonly #read = new Map<number, LiveAdvert | null>()

  constructor(creates: readonly DoubtfulCreate[], own: readonly number[] | null, context: SettleContext) {
    this.#creates = creates
    this.#own = own
    this.#context = context
  }

  /**
   * Own adverts that these creates may have made: from the list of own adverts if the service has it, else from all pages
   * of a search for make, model and price. Adverts that are known to be others are not read.
   * @param isBound whether an advert is another row's
   * @throws the errors of reading; an advert that is gone is no error
   */
  async find(rows: readonly DoubtfulCreate[], isBound: (autoId: number) => boolean): Promise<Found> {
    const { accountId, journal, port } = this.#context
    const own = this.#own
    const { ids, pages, truncated } = own
      ? { ids: own, pages: 0, truncated: 0 }
      : await searchAll(rows, this.#context)
    const earliest = rows.reduce((first, { sentAt }) => (sentAt < first ? sentAt : first), '9999')
    // The newest first: what was created last has the highest ids.
    const unknown = [...new Set(ids)]
      .filter((id) => !isBound(id) && !this.#isOlder(id, earliest))
      .sort((a, b) => b - a)
    const adverts: LiveAdvert[] = []
    let read = 0
    for (const id of unknown) {
      const look = await this.#lookAt(id)
      if (look === 'later') break
      read += 1
      // What a row was planned for existed before. If it isn't said when it was added, an edited one must not be taken for a new one.
      if (look?.addDate === null && journal.tables.writes.names(accountId, id, 0)) continue
      if (look?.userId === port.userId && rows.some((row) => fits(row, look))) adverts.push(look)
    }
    const left = unknown.length - read + truncated
    return { adverts, tried: { ownList: own?.length ?? null, searchPages: pages, read, left } }
  }

  #isOlder(autoId: number, earliest: string): boolean {
    const addDate = this.#context.cached(autoId)?.addDate
    return typeof addDate === 'string' && addDate !== '' && addDate < earliest
  }

  /**
   * Reads an advert, or takes what an earlier search read. Null if the service no longer has it, `later` if this search
   * has read as many as it may.
   */
  async #lookAt(autoId: number): Promise<LiveAdvert | 'later' | null> {
    const { journal, accountId, port, signal } = this.#context
    const known = this.#read.get(autoId) ?? journal.tables.looks.load(accountId, autoId)
    if (this.#read.has(autoId) || (known && this.#isFinal(known))) return known
    if (this.#read.size >= maxReads) return 'later'
    const answer = await readOrNull(port, autoId, signal)
    // An answer about another advert says nothing about this one.
    const live = answer?.autoId === autoId ? answer : null
    this.#read.set(autoId, live)
    if (live) journal.tables.looks.save(accountId, live)
    return live
  }

  /**
   * True if another read could not change what the advert says about the rows: it is another dealer's, older than every
   * row, or already equal to one. Any other advert may not have shown its new values yet.
   */
  #isFinal(live: LiveAdvert): boolean {
    const { userId } = live
    const addDate = latestAddDate(live)
    return (
      (userId !== null && userId !== this.#context.port.userId) ||
      (addDate !== null && this.#creates.every(({ sentAt }) => addDate < sentAt)) ||
      this.#creates.some((create) => fits(create, live))
    )
  }
}

interface Searched {
  readonly ids: readonly number[]
  readonly pages: number
  /** Searches that had more pages than one search reads. */
  readonly truncated: number
}

/** Pages of one search at most: a dealer's own adverts of one make, model and price fit on fewer. */
const maxPages = 20

async function searchAll(
  rows: readonly DoubtfulCreate[],
  { port, signal }: SettleContext,
): Promise<Searched> {
  const seen = new Set<number>()
  let pages = 0
  let truncated = 0
  for (const criteria of criteriaOf(rows)) {
    // `count` is not reliable: a page without a new id is the last (docs/service/practice.md, "count").
    for (let page = 0; ; page += 1) {
      const fresh = (await port.search(criteria, page, signal)).filter((id) => !seen.has(id))
      pages += 1
      if (fresh.length === 0) break
      for (const id of fresh) seen.add(id)
      if (page + 1 === maxPages) {
        truncated += 1
        break
      }
    }
  }
  return { ids: [...seen], pages, truncated }
}

/** One search for each make, model and currency, with a price band wide enough for what the service rounds. */
function criteriaOf(rows: readonly DoubtfulCreate[]): SearchCriteria[] {
  const groups = Map.groupBy(rows, ({ payload }) =>
    [payload.marka_id, payload.model_id, payload.price === undefined ? 0 : payload.currency_id].join(),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { marka_id: markaId, model_id: modelId, currency_id: currency } = first.payload
    const prices = group.flatMap(({ payload }) => payload.price ?? [])
    const price = prices.length === 0 ? null : bandOf(prices, currency)
    return [{ markaId, modelId, price }]
  })
}

const bandOf = (prices: readonly number[], currency: 1 | 2 | 3): NonNullable<SearchCriteria['price']> => ({
  from: Math.max(0, Math.floor(Math.min(...prices)) - 1),
  to: Math.ceil(Math.max(...prices)) + 1,
  currency,
})
