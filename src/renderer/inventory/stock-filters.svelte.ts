import type {
  AdvertColumn,
  AdvertQuery,
  AdvertSort,
  AdvertState,
  ChangedAdverts,
  EditMark,
  GroupColumn,
} from '#shared/inventory/advert.ts'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import { columnsOf } from '#shared/inventory/list-columns.ts'
import type { StockView } from '#shared/inventory/view-calls.ts'
import type { SortKey } from '../ui/grid/columns.ts'

/** The search starts when nothing was typed for this long: as long as fast typing takes to the next key. */
const typingPauseMilliseconds = 40

/** As the list is sorted until a person sorts it otherwise. */
export const newestFirst: AdvertSort = [{ column: 'updatedAt', descending: true }]

/** Adverts with a change that was sent and accepted, and that the service doesn't show yet. */
export const doneFilter: AdvertFilter = { field: 'pending' }

/** Filters that are one click away, in the order of their chips. */
export const offeredFilters: readonly AdvertFilter[] = [
  { field: 'expiresIn', from: null, to: 7 },
  { field: 'noPhoto' },
]

/** Selection and order of the listed adverts. Every change loads the list again. */
export abstract class StockFilters {
  text = $state('')
  states = $state.raw<readonly AdvertState[]>([])
  /** Only adverts with edits that are not sent yet. */
  edited = $state(false)
  /** Only adverts whose edits became that. */
  marked = $state<EditMark | null>(null)
  /** Adverts of other sellers, which were added by their ids, in place of the account's own. */
  watched = $state(false)
  filters = $state.raw<readonly AdvertFilter[]>([])
  /** Views of any advert are known: only then filters by them are offered. */
  hasViews = $state(false)
  sort = $state.raw<AdvertSort>(newestFirst)
  /** The column whose equal values stand together; null if the list is not grouped. */
  group = $state<GroupColumn | null>(null)
  /** The groups that are folded, by their values. */
  folded = $state.raw<ReadonlySet<string>>(new Set())
  #typingPause: ReturnType<typeof setTimeout> | undefined

  readonly query: AdvertQuery = $derived({
    text: this.text.trim(),
    states: [...this.states],
    sort: this.sort,
    ...(this.edited && { edited: true }),
    ...(this.marked && { marked: this.marked }),
    ...(this.watched && { watched: true }),
    ...(this.filters.length > 0 && { filters: [...this.filters] }),
    ...(this.group && { group: this.group }),
  })
  readonly filtered = $derived(
    this.query.text !== '' ||
      this.states.length > 0 ||
      this.edited ||
      this.marked !== null ||
      this.watched ||
      this.filters.length > 0,
  )

  /** Reads the ids again. */
  abstract load(): Promise<boolean>

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

  setStates(states: readonly AdvertState[]): void {
    this.states = states
    void this.load()
  }

  clearFilters(): void {
    this.text = ''
    this.states = []
    this.edited = false
    this.marked = null
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

  /** The own adverts that are in these states and that these filters keep, whatever else was filtered by. */
  showOnly({
    states = [],
    filters = [],
  }: {
    readonly states?: readonly AdvertState[]
    readonly filters?: readonly AdvertFilter[]
  }): void {
    this.text = ''
    this.states = states
    this.filters = filters
    this.edited = false
    this.marked = null
    this.watched = false
    void this.load()
  }

  /** Sorts and filters as a saved view does. */
  applyView({ sort, filters, states, edited, marked, watched, group }: Omit<StockView, 'columns'>): void {
    this.sort = sort
    this.filters = filters
    this.states = states
    this.edited = edited
    this.marked = marked ?? null
    this.watched = watched
    this.#takeGroup(group ?? null)
    void this.load()
  }

  groupBy(column: GroupColumn | null): void {
    this.#takeGroup(column)
    void this.load()
  }

  #takeGroup(column: GroupColumn | null): void {
    if (column !== this.group) this.folded = new Set()
    this.group = column
  }

  /** The adverts of other sellers, whatever else was filtered by. */
  showWatched(): void {
    this.states = []
    this.filters = []
    this.edited = false
    this.marked = null
    this.watched = true
    void this.load()
  }

  toggleWatched(): void {
    this.watched = !this.watched
    void this.load()
  }

  toggleEdited(): void {
    this.edited = !this.edited
    this.marked = null
    void this.load()
  }

  toggleMarked(mark: EditMark): void {
    this.marked = this.marked === mark ? null : mark
    this.edited = false
    void this.load()
  }

  /** Puts a filter that is on or off, on or off. */
  toggleFilter(filter: AdvertFilter): void {
    if (this.filterOf(filter.field)) this.dropFilter(filter.field)
    else this.setFilter(filter)
  }

  sortBy(keys: readonly SortKey[]): void {
    this.sort = keys.map(({ column, descending }) => ({ column: column as AdvertColumn, descending }))
    void this.load()
  }

  /** True if an advert may have come to the list or left it, or have another place in it. */
  protected mayMove({ columns, words }: ChangedAdverts): boolean {
    // Any value may be the one that an edit is in conflict with.
    if (this.marked !== null) return true
    const asked = columnsOf(this.query)
    return (words && this.query.text !== '') || columns.some((column) => asked.includes(column))
  }

  protected endTyping(): void {
    clearTimeout(this.#typingPause)
  }
}
