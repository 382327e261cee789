import { saysMissing } from '../../http/service-error.ts'
import type { AdvertPort, KnownAdvert, LiveAdvert, SearchCriteria } from '../sending/advert-port.ts'
import { fits, type DoubtfulCreate } from './match-creates.ts'

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

interface LookParts {
  readonly port: AdvertPort
  /** Ids of the service's own list of the account's adverts; null if it has none. */
  readonly own: readonly number[] | null
  /** Reads an advert, or takes what an earlier search read; null if it is gone, `later` if this search may read no more. */
  readonly read: (autoId: number) => Promise<LiveAdvert | 'later' | null>
  readonly isBound: (autoId: number) => boolean
  /** True if a row of the journal is about it: what a row was planned for existed before. */
  readonly isNamed: (autoId: number) => boolean
  readonly cached: (autoId: number) => KnownAdvert | null
  readonly signal: AbortSignal
}

/**
 * Own adverts that the creates may have made: from the list of own adverts if the service has it, else from all pages
 * of a search for make, model and price. Adverts that are known to be others are not read.
 * @throws the errors of reading; an advert that is gone is no error
 */
export async function lookForCreates(rows: readonly DoubtfulCreate[], parts: LookParts): Promise<Found> {
  const { port, own, signal } = parts
  const searched = own ? { ids: own, pages: 0, truncated: 0 } : await searchAll(rows, port, signal)
  const { pages, truncated } = searched
  const earliest = rows.reduce((first, { sentAt }) => (sentAt < first ? sentAt : first), '9999')
  // The newest first: what was created last has the highest ids.
  const unknown = [...new Set(searched.ids)]
    .filter((id) => !isKnown(id, earliest, parts))
    .sort((a, b) => b - a)
  const adverts: LiveAdvert[] = []
  let read = 0
  for (const id of unknown) {
    const look = await parts.read(id)
    if (look === 'later') break
    read += 1
    // When it was added is not said: an advert that was edited since must not be taken for a new one.
    if (look?.addDate === null && parts.isNamed(id)) continue
    if (look?.userId === port.userId && rows.some((row) => fits(row, look))) adverts.push(look)
  }
  return {
    adverts,
    tried: {
      ownList: own?.length ?? null,
      searchPages: pages,
      read,
      left: unknown.length - read + truncated,
    },
  }
}

/** Reads an advert; null if the service itself says that it no longer has it. */
export async function readOrNull(
  port: AdvertPort,
  autoId: number,
  signal: AbortSignal,
): Promise<LiveAdvert | null> {
  try {
    return await port.readAdvert(autoId, signal)
  } catch (error) {
    if (saysMissing(error)) return null
    throw error
  }
}

function isKnown(autoId: number, earliest: string, { isBound, cached }: LookParts): boolean {
  if (isBound(autoId)) return true
  const addDate = cached(autoId)?.addDate
  return typeof addDate === 'string' && addDate !== '' && addDate < earliest
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
  port: AdvertPort,
  signal: AbortSignal,
): Promise<Searched> {
  const seen = new Set<number>()
  let [pages, truncated] = [0, 0]
  if (!port.search) return { ids: [], pages, truncated }
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
