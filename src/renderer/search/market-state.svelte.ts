import { answerOfOne, type SearchAnswer } from '#shared/search/search-answer.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertRow } from '#shared/inventory/advert.ts'
import { unknownCells } from '#shared/inventory/column-lists.ts'
import type { MarketParams } from '#shared/search/search-calls.ts'
import { type Directions, seenDirection, withSeen } from '#shared/search/answer-order.ts'
import { readFilters } from '#shared/search/filter-value.ts'
import { filterProblemWords } from '#shared/search/filter-problem-words.ts'
import { FoundList, type FoundRows, hasMorePages, pageSizeOf } from '../ui/found-list.svelte.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { emptyForm, formOfParams, paramsOfForm, type FormValues } from './form-params.ts'
import { singleNames } from './market-fields.ts'
import { marketNames, type MarketNamesState } from './market-names.ts'
import { MarketPrices } from './market-prices.svelte.ts'
import { SavedSearchesState } from './saved-searches-state.svelte.ts'

/** The market as it is searched: the form, and what was found. */
export class MarketState extends FoundList<AdvertRow, SearchAnswer> {
  form = $state.raw<FormValues>(emptyForm)
  /** The form is next to the list; after a search its chips stand for it. */
  formOpen = $state(true)
  /** The search that `answer` is of. */
  asked = $state.raw<MarketParams | null>(null)
  /** Directions in which the orders sort, as the answers have shown. */
  directions = $state.raw<Directions>({})
  readonly names: MarketNamesState
  readonly saved: SavedSearchesState
  readonly prices: MarketPrices
  readonly #client: Client<Calls>
  #pages = 0

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
  override get ids(): readonly number[] {
    return this.saved.shownIds ?? super.ids
  }

  constructor(client: Client<Calls>) {
    super()
    this.#client = client
    this.names = marketNames(client)
    this.prices = new MarketPrices(client)
    this.saved = new SavedSearchesState(client)
  }

  fill(params: MarketParams): void {
    this.form = formOfParams(params, singleNames)
  }

  /** Counts, and reads the first page of ids, by one call. */
  async search(): Promise<void> {
    if (this.problem !== undefined) return
    this.begin()
    this.saved.showAll()
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
    this.begin()
    const answer = await this.request.replace((signal) =>
      this.#client('search:answer', { params }, { signal }),
    )
    if (answer) this.#put(params, answer, Math.ceil(answer.ids.length / sizeIn(params)))
  }

  /** Shows one advert of any seller, which is read if it isn't saved, with its details. */
  lookUp(id: number): void {
    this.saved.choose('')
    this.asked = null
    this.formOpen = false
    this.showOne(id, answerOfOne(id))
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
    this.#pages = pages
    this.put(answer, isMore)
  }

  protected async readRows(
    ids: readonly number[],
    isRead: boolean,
    signal: AbortSignal,
  ): Promise<FoundRows<AdvertRow> | undefined> {
    const cached = await this.#client('inventory:rows', { ids: [...ids] }, { signal })
    if (!cached.ok) return undefined
    const known = new Set(cached.value.map(({ id }) => id))
    const missing = ids.filter((id) => !known.has(id))
    const read =
      missing.length > 0 && isRead ? await this.#client('search:read', { ids: missing }, { signal }) : null
    if (signal.aborted) return undefined
    const value = read?.ok ? read.value : { rows: [], unread: [] }
    const byId = new Map([...cached.value, ...value.rows].map((row) => [row.id, row]))
    this.#seeOrder(ids.flatMap((id) => byId.get(id) ?? []))
    return {
      rows: [...byId.values()],
      unread: value.unread,
      calls: read?.ok ? missing.length : 0,
      ...(read && !read.ok && { failure: read.failure }),
    }
  }

  protected unreadRow(id: number, words: string): AdvertRow {
    return { ...unknownCells, id, title: words || m.word_not_read_yet() }
  }

  protected open(id: number): void {
    this.openId = id
  }

  /** Adverts of the answer in its order show which way it is sorted. */
  #seeOrder(rows: readonly AdvertRow[]): void {
    const direction = this.saved.part === null ? seenDirection(this.order, rows) : undefined
    if (direction) this.directions = withSeen(this.directions, this.order, direction)
  }
}

const sizeIn = (params: MarketParams | null): number =>
  pageSizeOf(params?.find(([name]) => name === 'countpage')?.[1])

/** The window's search of the market outlives the page. */
export const marketOf = perWindow((app) => new MarketState(app.client))
