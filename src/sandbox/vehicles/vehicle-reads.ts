import { advertRecord } from './advert-record.ts'
import { notEnoughData, notFound, ok, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { FoundLists } from './found-lists.ts'
import { readPairs, wholeNumber } from '../http/query.ts'
import type { Quirks } from '../control/quirks.ts'
import type { Modes } from '../control/modes.ts'
import { searchPage, type SearchPage } from './search-page.ts'
import { liveRecord } from './live-record.ts'
import { liveSearch } from './live-search.ts'
import type { VehicleStore } from './vehicle-store.ts'
import { isListed, isNewId, type VehicleFacts } from './vehicle.ts'

type Fields = Record<string, unknown>

/** The record of an advert with what the quirks change in it. */
function advertWithQuirks(quirks: Quirks, record: Fields, facts: VehicleFacts): Fields {
  let { autoData, ...rest } = record as Fields & { autoData: Fields }
  if (quirks.has('string-numbers')) {
    autoData = { ...autoData, year: String(autoData.year), categoryId: String(autoData.categoryId) }
  }
  if (quirks.has('entities')) {
    autoData = { ...autoData, description: withTags(String(autoData.description), facts.note !== null) }
    rest = { ...rest, badges: ['Перевірений VIN &amp; історія'] }
  }
  if (quirks.has('nulls')) {
    if (facts.id % 3 === 0) rest = { ...rest, ...withoutCity(record) }
    if (facts.id % 4 === 0) autoData = without(autoData, 'raceInt')
  }
  return { ...rest, autoData }
}

/** The answer of a search with what the quirks change in it; `promoted` is the advert that a promotion would show. */
function searchWithQuirks(
  quirks: Quirks,
  { answer, applied }: SearchPage,
  promoted: string | undefined,
): unknown {
  const found = answer.result.search_result
  const { lang_id, page } = answer.additional_params
  const ids = quirks.has('promotion') && promoted !== undefined ? [promoted, ...found.ids] : found.ids
  const count = quirks.has('wrong-count') ? found.count + 3 : found.count
  const isEchoed = answer.result.additional !== undefined
  const echo =
    quirks.has('filter-echo') && !isEchoed ? { additional: { search_params: { cleaned: applied } } } : {}
  const strings = quirks.has('string-numbers') ? { lang_id: String(lang_id), page: String(page) } : {}
  return {
    additional_params: { ...answer.additional_params, ...strings },
    result: { ...answer.result, search_result: { ...found, ids, count }, ...echo },
  }
}

function withTags(text: string, written: boolean): string {
  if (!written) return `<p>${text.replace('. ', '.<br />')}</p>`
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const withoutCity = (record: Fields): Fields => ({
  locationCityName: null,
  stateData: { ...(record.stateData as Fields), name: null },
})

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

/** The reading endpoints of vehicle adverts. */
export class VehicleReads {
  readonly #store: VehicleStore
  readonly #found: FoundLists
  readonly #quirks: Quirks
  readonly #modes: Modes
  readonly #now: () => number
  /** Facts that the first read after a write still shows, in quirk `stale-read`; undefined for a created advert. */
  readonly #stale = new Map<number, VehicleFacts | undefined>()

  /** @param now seconds since the epoch */
  constructor(store: VehicleStore, quirks: Quirks, modes: Modes, now: () => number) {
    this.#store = store
    this.#found = new FoundLists(store)
    this.#quirks = quirks
    this.#modes = modes
    this.#now = now
  }

  /** GET /auto/info; `lang_id=2` gives Russian names. */
  info({ query, origin }: Call): Answer {
    const id = wholeNumber(query.get('auto_id'))
    if (id === undefined) return notEnoughData
    const facts = this.#isElsewhere(id) ? undefined : this.read(id)
    if (facts === undefined || facts.deleted) return notFound('Advert')
    const lang = query.get('lang_id') === '2' ? 2 : 4
    const plain = advertRecord(facts, origin, lang)
    const record = this.#modes.live ? liveRecord(plain, facts, origin, lang) : plain
    return ok(this.#root(advertWithQuirks(this.#quirks, record, facts)))
  }

  /** GET /auto/search */
  search({ query }: Call): Answer {
    const { live, newElsewhere } = this.#modes
    const found = searchPage(this.#found, readPairs(query), {
      live,
      withoutNew: newElsewhere,
      now: this.#now(),
    })
    const page = live ? { ...found, answer: liveSearch(found, query) } : found
    const isPromoted = (facts: VehicleFacts) => facts.level > 0 && isListed(facts)
    const promoted = this.#quirks.has('promotion') ? this.#store.all().find(isPromoted) : undefined
    return ok(this.#root(searchWithQuirks(this.#quirks, page, promoted && String(promoted.id))))
  }

  /** GET /auto/new/autos: not in the contract (docs/service/practice.md, "list of own adverts"). */
  own({ query }: Call, userId: number): Answer {
    if (wholeNumber(query.get('user_id')) !== userId) return notEnoughData
    const own = this.#store.ownedBy(userId)
    const gone = (facts: VehicleFacts) => facts.archived || facts.sold
    return ok({
      active: own.filter((facts) => !gone(facts)).map(({ id }) => id),
      archive: own.filter(gone).map(({ id }) => id),
    })
  }

  /** Reports a written advert; `before` is its earlier state. */
  recordWrite(id: number, before: VehicleFacts | undefined): void {
    if (this.#quirks.has('stale-read')) this.#stale.set(id, before)
  }

  forget(): void {
    this.#stale.clear()
  }

  /** The advert as a read shows it, which quirk `stale-read` delays; undefined if there is none. */
  read(id: number): VehicleFacts | undefined {
    if (!this.#stale.has(id)) return this.#store.find(id)
    const before = this.#stale.get(id)
    this.#stale.delete(id)
    return before
  }

  /** The array of the contract, or the object of the live service. */
  #root(value: unknown): unknown {
    return this.#modes.live || this.#quirks.has('object-root') ? value : [value]
  }

  #isElsewhere(id: number): boolean {
    return this.#modes.newElsewhere && isNewId(id)
  }
}
