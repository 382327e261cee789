import type { AnswerOf, Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type {
  AdvertColumn,
  AdvertQuery,
  AdvertRow,
  AdvertSort,
  AdvertState,
  ChangedAdverts,
  ExtraField,
  ListedColumn,
} from '#shared/inventory/advert.ts'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import { filterColumns } from '#shared/inventory/filter-columns.ts'
import type { StockView } from '#shared/inventory/view-calls.ts'
import type { ExportFormat, ListCounts } from '#shared/inventory/inventory-calls.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import type { Listen } from '../bridge.ts'
import type { RowMove, SortKey } from '../ui/grid/columns.ts'
import type { Span } from '../ui/grid/selection.ts'
import { RowWindow } from '../ui/grid/row-window.svelte.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'

export type EditTable = AnswerOf<Calls['inventory:edit-table']>

/** The search starts when nothing was typed for this long: as long as fast typing takes to the next key. */
const typingPauseMilliseconds = 40

/** Not imported from shared, where the list is beside zod schemas. */
const extraColumns: readonly ExtraField[] = ['auto_note', 'in_stock', 'test_drive']

/** As the list is sorted until a person sorts it otherwise. */
export const newestFirst: AdvertSort = [{ column: 'updatedAt', descending: true }]

/** Filters that are one click away, in the order of their chips. */
export const offeredFilters: readonly AdvertFilter[] = [
  { field: 'expiresIn', from: null, to: 7 },
  { field: 'noPhoto' },
]

/** The stock as it is searched, filtered and sorted: the ids of all matches, and the rows on the screen. */
export class InventoryState {
  text = $state('')
  states = $state.raw<readonly AdvertState[]>([])
  /** Only adverts with edits that are not sent yet. */
  edited = $state(false)
  /** Adverts of other sellers, which were added by their ids, in place of the account's own. */
  watched = $state(false)
  filters = $state.raw<readonly AdvertFilter[]>([])
  /** How many adverts each state, each filter that is on and each that is offered keeps by itself; null before the first answer. */
  counts = $state.raw<ListCounts | null>(null)
  sort = $state.raw<AdvertSort>(newestFirst)
  ids = $state.raw(new Float64Array())
  /** How often the ids were read: their rows may have changed each time. */
  version = $state(0)
  /** True once the ids were read. */
  loaded = $state(false)
  openId = $state<number | null>(null)
  /** Fields that the shown columns need beside those of every row. */
  #extra: readonly ExtraField[] = []
  readonly rows: RowWindow<AdvertRow>
  #counted = $state.raw<ReadonlyMap<string, number>>(new Map())

  readonly #client: Client<Calls>
  readonly #request = new RequestState()
  readonly #counting = new RequestState()
  /** A change is being followed; another one came meanwhile. */
  #following = false
  #again = false
  /** Whose stock this is, once that is known. */
  #accountId = ''
  #typingPause: ReturnType<typeof setTimeout> | undefined

  readonly query: AdvertQuery = $derived({
    text: this.text.trim(),
    states: [...this.states],
    sort: this.sort,
    ...(this.edited && { edited: true }),
    ...(this.watched && { watched: true }),
    ...(this.filters.length > 0 && { filters: [...this.filters] }),
  })
  readonly filtered = $derived(
    this.query.text !== '' ||
      this.states.length > 0 ||
      this.edited ||
      this.watched ||
      this.filters.length > 0,
  )

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    this.rows = new RowWindow<AdvertRow>({
      fetch: (first, end, signal) => this.#fetch(first, end, signal),
      key: (index) => this.ids[index] ?? index,
    })
    on('inventory:changed', ({ changed }) => void this.#follow(changed))
  }

  get failure(): Failure | null {
    return this.#request.failure
  }

  get count(): number {
    return this.ids.length
  }

  /** Reads the ids again; the rows on the screen stay there until that is done. */
  async load(): Promise<void> {
    clearTimeout(this.#typingPause)
    const { query } = this
    const answer = await this.#request.replace((signal) => this.#client('inventory:ids', query, { signal }))
    if (answer) this.#show(answer.ids)
    void this.#count()
  }

  /** Reads the numbers of the chips. */
  async #count(): Promise<void> {
    const filters = [...this.filters, ...offeredFilters]
    const counts = await this.#counting.replace((signal) =>
      this.#client('inventory:counts', { filters }, { signal }),
    )
    if (!counts) return
    this.counts = counts
    this.#counted = new Map(filters.map((filter, at) => [JSON.stringify(filter), counts.filters[at] ?? 0]))
  }

  /** Shows the stock of that account: what was open or filtered belonged to the one before. */
  useAccount(accountId: string): void {
    const before = this.#accountId
    this.#accountId = accountId
    if (before === '' || before === accountId) return
    this.openId = null
    this.clearFilters()
  }

  /** Searches for these words as soon as the typing pauses. */
  search(text: string): void {
    if (text.trim() === this.query.text) return
    this.text = text
    clearTimeout(this.#typingPause)
    this.#typingPause = setTimeout(() => void this.load(), typingPauseMilliseconds)
  }

  toggleState(state: AdvertState): void {
    this.states = this.states.includes(state)
      ? this.states.filter((other) => other !== state)
      : [...this.states, state]
    void this.load()
  }

  clearFilters(): void {
    this.text = ''
    this.states = []
    this.edited = false
    this.watched = false
    this.filters = []
    void this.load()
  }

  /** Puts a filter in the place of the one of the same field, or behind the others. */
  setFilter(filter: AdvertFilter): void {
    const at = this.filters.findIndex(({ field }) => field === filter.field)
    this.filters = at < 0 ? [...this.filters, filter] : this.filters.with(at, filter)
    void this.load()
  }

  dropFilter(field: AdvertFilter['field']): void {
    this.filters = this.filters.filter((filter) => filter.field !== field)
    void this.load()
  }

  filterOf(field: AdvertFilter['field']): AdvertFilter | undefined {
    return this.filters.find((filter) => filter.field === field)
  }

  /** How many adverts a filter that is on, or is offered, keeps by itself; undefined while that is not known. */
  countOf(filter: AdvertFilter): number | undefined {
    return this.#counted.get(JSON.stringify(filter))
  }

  /** The own adverts that are in these states, or that these filters keep, whatever else was filtered by. */
  showOnly(
    shown: { readonly states: readonly AdvertState[] } | { readonly filters: readonly AdvertFilter[] },
  ): void {
    this.text = ''
    this.states = 'states' in shown ? shown.states : []
    this.filters = 'filters' in shown ? shown.filters : []
    this.edited = false
    this.watched = false
    void this.load()
  }

  /** Sorts and filters as a saved view does. */
  look({ sort, filters, states, edited, watched }: Omit<StockView, 'columns'>): void {
    Object.assign(this, { sort, filters, states, edited, watched })
    void this.load()
  }

  /** The adverts of other sellers, whatever else was filtered by. */
  showWatched(): void {
    this.states = []
    this.filters = []
    this.edited = false
    this.watched = true
    void this.load()
  }

  toggleWatched(): void {
    this.watched = !this.watched
    void this.load()
  }

  /** The names of a column and how many adverts have each; none if they can't be read. */
  async values(
    column: 'make' | 'model' | 'version' | 'city',
  ): Promise<readonly { value: string; count: number }[]> {
    const reply = await this.#client('inventory:values', { column })
    return reply.ok ? reply.value : []
  }

  toggleEdited(): void {
    this.edited = !this.edited
    void this.load()
  }

  /** Edits of these adverts were made, dropped or sent; null stands for many. */
  editsChanged(adverts: readonly number[] | null): void {
    if (!this.edited) void this.#count()
    if (this.edited) void this.load()
    else if (adverts === null) void this.rows.refresh()
    else {
      const changed = new Set(adverts)
      void this.rows.refreshThose(({ id }) => changed.has(id))
    }
  }

  /** The ids at these places of the list. */
  idsAt(spans: readonly Span[]): Float64Array {
    return Float64Array.from(spans.flatMap(({ first, last }) => [...this.ids.subarray(first, last + 1)]))
  }

  /** Reads the fields that these columns show beside those of every row. */
  showColumns(columns: readonly string[]): void {
    const extra = extraColumns.filter((column) => columns.includes(column))
    if (extra.join() === this.#extra.join()) return
    this.#extra = extra
    void this.rows.refresh()
  }

  sortBy(keys: readonly SortKey[]): void {
    this.sort = keys.map(({ column, descending }) => ({ column: column as AdvertColumn, descending }))
    void this.load()
  }

  /** The adverts at these places of the list, or all of it if there are none, with these columns of the grid. */
  export(
    spans: readonly Span[],
    columns: readonly string[],
    format: ExportFormat,
  ): Promise<Reply<EditTable>> {
    const ids = spans.length === 0 ? [...this.ids] : [...this.idsAt(spans)]
    return this.#client('inventory:export', { ids, columns: [...columns], format })
  }

  /** The adverts at these places of the list as a table to be changed and imported. */
  editTable(spans: readonly Span[], format: TableFormat): Promise<Reply<EditTable>> {
    const ids = spans.flatMap(({ first, last }) => [...this.ids.subarray(first, last + 1)])
    return this.#client('inventory:edit-table', { ids, format })
  }

  /** Brings the list up to date after a change: its rows only, if it still has the same adverts in the same order. */
  async #follow(changed: ChangedAdverts | undefined): Promise<void> {
    if (changed && !this.#mayMove(changed)) await this.#refresh(changed)
    else if (this.#following) this.#again = true
    else await this.#reload()
  }

  /** Reads the ids, and once more if they changed meanwhile: a reading is never given up for the next change. */
  async #reload(): Promise<void> {
    this.#following = true
    await this.load()
    this.#following = false
    if (!this.#again) return
    this.#again = false
    await this.#reload()
  }

  async #refresh({ ids }: ChangedAdverts): Promise<void> {
    const changed = new Set(ids)
    if (this.openId !== null && changed.has(this.openId)) this.version++
    await this.rows.refreshThose(({ id }) => changed.has(id))
  }

  /** True if an advert may have come to the list or left it, or have another place in it. */
  #mayMove({ columns, words }: ChangedAdverts): boolean {
    const { text, states, sort } = this.query
    const filtered: ListedColumn[] = states.length > 0 ? ['state', 'expiresAt'] : ['state']
    for (const { field } of this.filters) filtered.push(...filterColumns(field))
    const asked: ListedColumn[] = [...filtered, ...sort.map(({ column }) => column)]
    return !this.loaded || (words && text !== '') || columns.some((column) => asked.includes(column))
  }

  #show(ids: Float64Array): void {
    const isSame = sameNumbers(ids, this.ids)
    this.loaded = true
    this.version++
    if (isSame) {
      void this.rows.refresh()
      return
    }
    const moved = movesBetween(this.ids, ids)
    this.ids = ids as Float64Array<ArrayBuffer>
    this.rows.reset(ids.length, [], moved)
  }

  /** Rows of the cache in the order of the ids; a row deleted in the meantime leaves a gap. */
  async #fetch(
    first: number,
    end: number,
    signal: AbortSignal,
  ): Promise<(AdvertRow | undefined)[] | undefined> {
    const ids = [...this.ids.subarray(first, end)]
    const extra = this.#extra.length > 0 && { extra: [...this.#extra] }
    const reply = await this.#client('inventory:rows', { ids, ...extra }, { signal })
    if (!reply.ok) return undefined
    const byId = new Map(reply.value.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id))
  }
}

/** Where the adverts of a list are in the next one. */
function movesBetween(before: Float64Array, now: Float64Array): RowMove {
  let places: Map<number, number> | null = null
  return (row) => {
    places ??= new Map(Array.from(now, (id, at) => [id, at]))
    return places.get(before[row] ?? 0) ?? null
  }
}

function sameNumbers(one: Float64Array, other: Float64Array): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/** The window's stock: search, sort and the open advert outlive the page. */
export const inventoryOf = perWindow((app) => new InventoryState(app.client, app.on))
