import type { SearchAnswer } from '#shared/search/search-answer.ts'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
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
import { movesOfIds } from '../ui/grid/row-moves.ts'
import { RowWindow } from '../ui/grid/row-window.svelte.ts'
import { NamedLists } from '../ui/named-lists.svelte.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'
import { realtyFormOf, realtyParamsOf, type Entered, type RealtyForm } from './realty-params.ts'
import { unreadRealty } from './realty-words.ts'

const readAtOnce = 25
const emptyForm: RealtyForm = {
  combination: { category: 1, type: 2, operation: 1 },
  state: '',
  city: '',
  districts: '',
  since: '',
  entered: {},
}

/** Real estate as it is searched: the form by its catalog, the ids, and the adverts on the screen. */
export class RealtyState {
  form = $state.raw<RealtyForm>(emptyForm)
  catalog = $state.raw<CatalogAnswer | null>(null)
  answer = $state.raw<SearchAnswer | null>(null)
  detail = $state.raw<RealtyDetail | null>(null)
  openId = $state<number | null>(null)
  /** True if adverts are read as they come into sight, a call for each. */
  reading = $state(true)
  readCount = $state(0)
  readFailure = $state.raw<Failure | null>(null)
  readonly request = new RequestState()
  readonly catalogRequest = new RequestState()
  readonly detailRequest = new RequestState()
  /** The searches that were read, the last one first. */
  searches = $state.raw<readonly ReadSearch[]>([])
  /** Names in the language in which the page was opened. */
  places: NamedLists<RealtyPlaceList>
  readonly rows: RowWindow<RealtyRow>
  readonly #client: Client<Calls>
  #asked: RealtyParams | null = null
  #pages = 0
  /** The advert that was looked up, until its details are open. */
  #wanted: number | null = null

  readonly #filters = $derived(readFilters(realtyParamsOf(this.form)))
  readonly params: RealtyParams = $derived(this.#filters.params)
  /** Problem of the first filter that can't be sent, with its name; undefined if all can. */
  readonly problem: string | undefined = $derived.by(() => this.#problem())

  constructor(client: Client<Calls>) {
    this.#client = client
    this.places = $state.raw(this.#namesOfNow())
    this.rows = new RowWindow<RealtyRow>({
      fetch: (first, end, signal) => this.#fetch(first, end, signal),
      key: (index) => this.ids[index] ?? index,
      chunk: readAtOnce,
    })
  }

  get ids(): readonly number[] {
    return this.answer?.ids ?? []
  }

  get failure(): Failure | null {
    return this.answer?.failure ?? this.request.failure ?? this.readFailure
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
    this.#wanted = null
    this.form = realtyFormOf(params)
    this.readFailure = null
    void this.loadCatalog()
    const answer = await this.request.replace((signal) =>
      this.#client('realty:answer', { params }, { signal }),
    )
    if (!answer) return
    // The next page is counted from a first one that is read now.
    this.#show({ ...answer, complete: true })
  }

  async search(): Promise<void> {
    if (this.problem !== undefined) return
    this.#wanted = null
    this.readCount = 0
    this.readFailure = null
    await this.#read(this.params, 0)
  }

  async more(): Promise<void> {
    if (this.#asked) await this.#read(this.#asked, this.#pages)
  }

  /** Shows one advert, which is read if it isn't saved, with its details. */
  lookUp(id: number): void {
    this.request.clear()
    this.#asked = null
    this.#wanted = id
    this.openId = null
    this.detailRequest.clear()
    this.detail = null
    const found = { ids: [id], count: 1, complete: true, readAt: new Date().toISOString() }
    this.readCount = 0
    this.readFailure = null
    this.#show({ ...found, warnings: [], failure: null })
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
    if (page === 0) this.#show(answer)
    else {
      this.answer = answer
      this.rows.count = answer.ids.length
    }
  }

  /** Keeps the selection by id, wherever it is in the new answer. */
  #show(answer: SearchAnswer): void {
    const before = this.ids
    this.answer = answer
    this.rows.reset(answer.ids.length, null, movesOfIds(before, answer.ids))
  }

  #namesOfNow(): NamedLists<RealtyPlaceList> {
    return new NamedLists((list, of) => this.#client('realty:places', { list, of }))
  }

  async #fetch(
    first: number,
    end: number,
    signal: AbortSignal,
  ): Promise<(RealtyRow | undefined)[] | undefined> {
    const ids = this.ids.slice(first, end)
    const wanted = this.#wanted
    const read = (this.reading || wanted !== null) && !this.readFailure
    const reply = await this.#client('realty:rows', { ids: [...ids], read }, { signal })
    if (signal.aborted) return undefined
    if (!reply.ok) {
      this.readFailure = reply.failure
      return undefined
    }
    const { rows, calls, unread } = reply.value
    this.readCount += calls
    const byId = new Map(rows.map((row) => [row.id, row]))
    if (wanted !== null && wanted === this.#wanted && byId.has(wanted)) void this.open(wanted)
    // What the service could not be asked for is still wanted by who tries again.
    if (!this.readFailure) this.#wanted = null
    for (const { id, words } of unread) byId.set(id, unreadRealty(id, words))
    return ids.map((id) => byId.get(id) ?? unreadRealty(id, ''))
  }
}

/** The window's search of real estate outlives the page. */
export const realtyOf = perWindow((app) => new RealtyState(app.client))
