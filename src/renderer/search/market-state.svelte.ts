import type { SearchAnswer } from '#shared/search/search-answer.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import type { MarketParams } from '#shared/search/search-calls.ts'
import { type Directions, seenDirection, withSeen } from '#shared/search/answer-order.ts'
import { readFilters } from '#shared/search/filter-value.ts'
import { filterProblemWords } from '#shared/search/filter-problem-words.ts'
import { movesOfIds } from '../ui/grid/row-moves.ts'
import { RowWindow } from '../ui/grid/row-window.svelte.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { hasMorePages, pageSizeOf } from '../ui/more-pages.ts'
import { RequestState } from '../ui/request.svelte.ts'
import { emptyForm, formOfParams, paramsOfForm, type FormValues } from './form-params.ts'
import { singleNames } from './market-fields.ts'
import { marketNames, type MarketNamesState } from './market-names.ts'
import { MarketPrices } from './market-prices.svelte.ts'
import { SavedSearchesState } from './saved-searches-state.svelte.ts'

/** Rows on the screen are read in so small parts that each part is shown soon. */
const readAtOnce = 25

/** The market as it is searched: the form, the ids of the pages that were read, and the adverts on the screen. */
export class MarketState {
  form = $state.raw<FormValues>(emptyForm)
  /** The form is next to the list; after a search its chips stand for it. */
  formOpen = $state(true)
  answer = $state.raw<SearchAnswer | null>(null)
  /** The search that `answer` is of. */
  asked = $state.raw<MarketParams | null>(null)
  openId = $state<number | null>(null)
  /** True if adverts are read as they come into sight, a call for each. */
  reading = $state(true)
  /** Adverts that were read since the search began. */
  readCount = $state(0)
  /** Why adverts could not be read. */
  readFailure = $state.raw<Failure | null>(null)
  /** Directions in which the orders sort, as the answers have shown. */
  directions = $state.raw<Directions>({})
  readonly request = new RequestState()
  readonly names: MarketNamesState
  readonly saved: SavedSearchesState
  readonly rows: RowWindow<AdvertRow>
  readonly prices: MarketPrices
  readonly #client: Client<Calls>
  #pages = 0
  /** The advert that was looked up, until its details are open. */
  #wanted: number | null = null

  readonly #read = $derived(readFilters(paramsOfForm(this.form)))
  /** Parameters of the search, numbers as the service reads them. */
  readonly params: MarketParams = $derived(this.#read.params)
  /** Problem of the first filter that can't be sent, named if it has no field; undefined if all can. */
  readonly problem: string | undefined = $derived.by(() => {
    const [first] = this.#read.refused
    if (!first) return undefined
    const words = filterProblemWords(first.problem, first.value)
    return this.form.other.some(([name]) => name === first.name) ? `${first.name}: ${words}` : words
  })
  /** The filters are others than those that `answer` is of. */
  readonly changed: boolean = $derived(
    this.asked !== null && JSON.stringify(this.asked) !== JSON.stringify(this.params),
  )
  /** The ids in the grid: those of the search, or those that a chip of the saved search names. */
  get ids(): readonly number[] {
    return this.saved.shownIds ?? this.answer?.ids ?? []
  }

  /** The ids as the grid has them. */
  #shown: readonly number[] = []

  constructor(client: Client<Calls>) {
    this.#client = client
    this.names = marketNames(client)
    this.prices = new MarketPrices(client)
    this.saved = new SavedSearchesState(client)
    this.rows = new RowWindow<AdvertRow>({
      fetch: (first, end, signal) => this.#fetch(first, end, signal),
      key: (index) => this.ids[index] ?? index,
      chunk: readAtOnce,
    })
  }

  get failure(): Failure | null {
    return this.answer?.failure ?? this.request.failure ?? this.readFailure
  }

  /** The ids changed: the grid shows these rows now. */
  show(): void {
    const before = this.#shown
    this.#shown = this.ids
    this.rows.reset(this.ids.length, null, movesOfIds(before, this.ids))
  }

  fill(params: MarketParams): void {
    this.form = formOfParams(params, singleNames)
  }

  /** Counts, and reads the first page of ids, by one call. */
  async search(): Promise<void> {
    if (this.problem !== undefined) return
    this.#wanted = null
    this.saved.showAll()
    this.readCount = 0
    this.readFailure = null
    const answer = await this.#readPage(this.params, 0)
    if (answer?.failure === null && answer.ids.length > 0) this.formOpen = false
  }

  /** Order of the answer, as `order_by` has it; '' for the service's own. */
  readonly order: string = $derived(this.asked?.find(([name]) => name === 'order_by')?.[1] ?? '')

  /** Searches by the form in another order, by one call: the service sorts all that fit, not only what was read. */
  async sortBy(order: string): Promise<void> {
    if (this.problem !== undefined) {
      this.formOpen = true
      return
    }
    const others = this.params.filter(([name]) => name !== 'order_by')
    this.fill(order === '' ? others : [...others, ['order_by', order]])
    await this.search()
  }

  /** The filters are again those that the answer is of. */
  undo(): void {
    if (this.asked) this.fill(this.asked)
  }

  /** True if there is a next page of ids. */
  get hasMore(): boolean {
    return this.answer !== null && this.saved.part === null && hasMorePages(this.answer, sizeIn(this.asked))
  }

  /** Reads the next page of ids. */
  async more(): Promise<void> {
    if (this.asked) await this.#readPage(this.asked, this.#pages)
  }

  /** Recalls what was found at the last time, without a call. */
  async recall(params: MarketParams): Promise<void> {
    this.#wanted = null
    const answer = await this.request.replace((signal) =>
      this.#client('search:answer', { params }, { signal }),
    )
    if (answer) this.#put(params, answer, Math.ceil(answer.ids.length / sizeIn(params)))
  }

  /** Shows one advert of any seller, which is read if it isn't saved, with its details. */
  lookUp(id: number): void {
    this.saved.choose('')
    this.request.clear()
    this.asked = null
    this.answer = theOne(id)
    this.formOpen = false
    this.openId = null
    this.#wanted = id
    this.readCount = 0
    this.readFailure = null
    this.show()
  }

  readOn(): void {
    this.reading = true
    this.readAgain()
  }

  /** Tries again what could not be read. */
  readAgain(): void {
    this.readFailure = null
    void this.rows.refresh()
  }

  /** @returns undefined if there is no answer, not even a saved one */
  async #readPage(params: MarketParams, page: number): Promise<SearchAnswer | undefined> {
    const answer = await this.request.replace((signal) =>
      this.#client('search:page', { params, page }, { signal }),
    )
    if (answer) this.#put(params, answer, answer.failure ? this.#pages : page + 1)
    return answer
  }

  #put(params: MarketParams, answer: SearchAnswer, pages: number): void {
    const isMore = this.asked === params && answer.ids.length >= this.rows.count
    this.asked = params
    this.answer = answer
    this.#pages = pages
    if (!isMore) this.show()
    else {
      this.#shown = this.ids
      this.rows.count = this.ids.length
    }
  }

  /** Cached adverts at once; the others are read if that is wanted and the quota allows it. */
  async #fetch(
    first: number,
    end: number,
    signal: AbortSignal,
  ): Promise<(AdvertRow | undefined)[] | undefined> {
    const ids = this.ids.slice(first, end)
    const wanted = this.#wanted
    const cached = await this.#client('inventory:rows', { ids: [...ids] }, { signal })
    if (!cached.ok) return undefined
    const byId = new Map(cached.value.map((row) => [row.id, row]))
    const unread = new Map<number, string>()
    const missing = ids.filter((id) => !byId.has(id))
    if (missing.length > 0 && (this.reading || wanted !== null) && !this.readFailure) {
      const read = await this.#client('search:read', { ids: missing }, { signal })
      if (signal.aborted) return undefined
      if (!read.ok) this.readFailure = read.failure
      else {
        this.readCount += missing.length
        for (const row of read.value.rows) byId.set(row.id, row)
        for (const { id, words } of read.value.unread) unread.set(id, words)
      }
    }
    if (signal.aborted) return undefined
    if (wanted !== null && wanted === this.#wanted && byId.has(wanted)) this.openId = wanted
    // What the service could not be asked for is still wanted by who tries again.
    if (!this.readFailure) this.#wanted = null
    this.#seeOrder(ids.flatMap((id) => byId.get(id) ?? []))
    return ids.map((id) => byId.get(id) ?? unreadRow(id, unread.get(id) ?? ''))
  }

  /** Adverts of the answer in its order show which way it is sorted. */
  #seeOrder(rows: readonly AdvertRow[]): void {
    const direction = this.saved.part === null ? seenDirection(this.order, rows) : undefined
    if (direction) this.directions = withSeen(this.directions, this.order, direction)
  }
}

/** An answer that is one advert. */
const theOne = (id: number): SearchAnswer => ({
  ids: [id],
  count: 1,
  complete: true,
  readAt: new Date().toISOString(),
  warnings: [],
  failure: null,
})

const sizeIn = (params: MarketParams | null): number =>
  pageSizeOf(params?.find(([name]) => name === 'countpage')?.[1])

/** The window's search of the market outlives the page. */
export const marketOf = perWindow((app) => new MarketState(app.client))

/** Stands in the grid for an advert whose record is not there, with the reason if there is one. */
const unreadRow = (id: number, words: string): AdvertRow => ({
  ...unknownCells,
  id,
  title: words || m.word_not_read_yet(),
})
