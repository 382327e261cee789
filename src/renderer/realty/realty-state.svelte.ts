import { answerOfOne, type SearchAnswer } from '#shared/search/search-answer.ts'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import type {
  CatalogAnswer,
  Combination,
  RealtyDetail,
  RealtyParams,
  RealtyPlaceList,
  RealtyRow,
  ReadSearch,
} from '#shared/realty/realty-calls.ts'
import { readFilters } from '#shared/search/filter-value.ts'
import { filterProblemWords, typedNumberProblem } from '#shared/search/filter-problem-words.ts'
import { FoundList, type FoundRows, hasMorePages } from '../ui/found-list.svelte.ts'
import { NamedLists } from '../ui/named-lists.svelte.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'
import { realtyFormOf, realtyParamsOf, type Entered, type RealtyForm } from './realty-params.ts'
import { unreadRealty } from './realty-words.ts'

const emptyForm: RealtyForm = {
  combination: { category: 1, type: 2, operation: 1 },
  state: '',
  city: '',
  districts: '',
  since: '',
  entered: {},
}

/** Real estate as it is searched: the form by its catalog, and what was found. */
export class RealtyState extends FoundList<RealtyRow, SearchAnswer> {
  form = $state.raw<RealtyForm>(emptyForm)
  catalog = $state.raw<CatalogAnswer | null>(null)
  detail = $state.raw<RealtyDetail | null>(null)
  readonly catalogRequest = new RequestState()
  readonly detailRequest = new RequestState()
  /** The searches that were read, the last one first. */
  searches = $state.raw<readonly ReadSearch[]>([])
  /** Names in the language in which the page was opened. */
  places: NamedLists<RealtyPlaceList>
  readonly #client: Client<Calls>
  #asked: RealtyParams | null = null
  #pages = 0

  readonly #filters = $derived(readFilters(realtyParamsOf(this.form)))
  readonly params: RealtyParams = $derived(this.#filters.params)
  /** Problem of the first filter that can't be sent, with its name; undefined if all can. */
  readonly problem: string | undefined = $derived.by(() => this.#problem())

  constructor(client: Client<Calls>) {
    super()
    this.#client = client
    this.places = $state.raw(this.#namesOfNow())
  }

  #problem(): string | undefined {
    const items = this.catalog?.groups.flatMap((group) => group.items) ?? []
    for (const { id, isFloat, label } of items)
      for (const text of [this.form.entered[id]?.from, this.form.entered[id]?.to]) {
        const problem = typedNumberProblem(isFloat ? 'number' : 'whole', text ?? '')
        if (problem !== undefined) return `${label}: ${problem}`
      }
    const [first] = this.#filters.refused
    return first && `${first.name}: ${filterProblemWords(first.problem, first.value)}`
  }

  change(part: Partial<RealtyForm>): void {
    this.form = { ...this.form, ...part }
  }

  enter(id: number, part: Entered): void {
    this.change({ entered: { ...this.form.entered, [id]: { ...this.form.entered[id], ...part } } })
  }

  /** Another combination has other characteristics. */
  choose(combination: Combination): void {
    this.change({ combination, entered: {} })
    void this.loadCatalog()
  }

  clear(): void {
    this.form = { ...emptyForm, combination: this.form.combination }
  }

  /** Reads again what is shown, in the current language. */
  async reload(): Promise<void> {
    this.places = this.#namesOfNow()
    await Promise.all([this.loadCatalog(), this.rows.refresh(), this.open(this.openId)])
  }

  async loadCatalog(): Promise<void> {
    const { combination } = this.form
    const catalog = await this.catalogRequest.replace((signal) =>
      this.#client('realty:catalog', combination, { signal }),
    )
    if (catalog) this.catalog = catalog
  }

  async loadSearches(): Promise<void> {
    const reply = await this.#client('realty:searches', null)
    if (reply.ok) this.searches = reply.value
  }

  /** Fills the form with a search that was read, and shows what was saved of it, without a call. */
  async recall({ params }: ReadSearch): Promise<void> {
    this.begin()
    this.form = realtyFormOf(params)
    void this.loadCatalog()
    const answer = await this.request.replace((signal) =>
      this.#client('realty:answer', { params }, { signal }),
    )
    if (!answer) return
    // The next page is counted from a first one that is read now.
    this.put({ ...answer, complete: true }, false)
  }

  async search(): Promise<void> {
    if (this.problem !== undefined) return
    this.begin()
    await this.#read(this.params, 0)
  }

  /** True if there is a next page of ids. */
  get hasMore(): boolean {
    return this.answer !== null && hasMorePages(this.answer)
  }

  async more(): Promise<void> {
    if (this.#asked) await this.#read(this.#asked, this.#pages)
  }

  /** Shows one advert, which is read if it isn't saved, with its details. */
  lookUp(id: number): void {
    this.#asked = null
    this.detailRequest.clear()
    this.detail = null
    this.showOne(id, answerOfOne(id))
  }

  async open(id: number | null): Promise<void> {
    this.openId = id
    if (id === null) return
    const detail = await this.detailRequest.replace((signal) =>
      this.#client('realty:detail', { id }, { signal }),
    )
    if (detail !== undefined) this.detail = detail
  }

  export(format: TableFormat) {
    return this.#client('realty:export', { ids: this.ids.slice(0, 10_000), format })
  }

  async #read(params: RealtyParams, page: number): Promise<void> {
    const answer = await this.request.replace((signal) =>
      this.#client('realty:page', { params, page }, { signal }),
    )
    if (!answer) return
    this.#asked = params
    if (!answer.failure) this.#pages = page + 1
    void this.loadSearches()
    this.put(answer, page > 0)
  }

  #namesOfNow(): NamedLists<RealtyPlaceList> {
    return new NamedLists((list, of) => this.#client('realty:places', { list, of }))
  }

  protected async readRows(
    ids: readonly number[],
    read: boolean,
    signal: AbortSignal,
  ): Promise<FoundRows<RealtyRow> | undefined> {
    const reply = await this.#client('realty:rows', { ids: [...ids], read }, { signal })
    if (reply.ok) return reply.value
    if (!signal.aborted) this.readFailure = reply.failure
    return undefined
  }

  protected unreadRow(id: number, words: string): RealtyRow {
    return unreadRealty(id, words)
  }
}

/** The window's search of real estate outlives the page. */
export const realtyOf = perWindow((app) => new RealtyState(app.client))
