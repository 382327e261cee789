import type { AnswerOf, Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { AdvertRow, ChangedAdverts, GroupColumn } from '#shared/inventory/advert.ts'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type { NameColumn } from '#shared/inventory/column-lists.ts'
import {
  type ExportFormat,
  type ListCounts,
  mostRows,
  type StockGroup,
} from '#shared/inventory/inventory-calls.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import { type ExtraField, extraFields } from '#shared/staged/staged-fields.ts'
import type { Listen } from '../bridge.ts'
import { selectedCount, type Span } from '../ui/grid/selection.ts'
import { type GivenRows, RowWindow } from '../ui/grid/row-window.svelte.ts'
import { movesBetween } from '../ui/grid/row-moves.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'
import { GroupPlaces, type ListPlaces, PlainPlaces } from '../ui/grid/group-places.ts'
import { doneFilter, offeredFilters, StockFilters } from './stock-filters.svelte.ts'

export type EditTable = AnswerOf<Calls['inventory:edit-table']>

/** The stock as it is searched, filtered and sorted: the ids of all matches, and the rows on the screen. */
export class InventoryState extends StockFilters {
  /** All that is listed, also in groups that are folded. */
  ids = $state.raw(new Float64Array())
  /** Places of the adverts in the grid. */
  places = $state.raw<PlainPlaces | GroupPlaces<StockGroup>>(new PlainPlaces(new Float64Array()))
  /** The groups of the list, if it is grouped. */
  groups = $state.raw<readonly StockGroup[]>([])
  /** The column that these are of: the list by another one may be on its way. */
  groupedBy: GroupColumn | null = null
  /** Number of times that the ids were read: their rows may have changed each time. */
  version = $state(0)
  /** True once the ids were read. */
  loaded = $state(false)
  openId = $state<number | null>(null)
  /** Number of adverts that each state and each filter keeps by itself; null before the first answer. */
  counts = $state.raw<ListCounts | null>(null)
  #counted = $state.raw<ReadonlyMap<string, number>>(new Map())
  /** Place where the list was left, for a return without an entry of the history. */
  leftAt: unknown = null
  /** Fields that the shown columns need in addition to those of every row. */
  #extra: readonly ExtraField[] = []
  readonly rows: RowWindow<AdvertRow>
  /** The last list in groups, as long as its first rows are read. */
  #newest: GroupedIds | null = null

  readonly #client: Client<Calls>
  readonly #counting = new RequestState()
  readonly #request = new RequestState()
  /** A change is being followed; another one came meanwhile. */
  #following = false
  #again = false
  /** Account of the stock, once that is known. */
  #accountId = ''

  constructor(client: Client<Calls>, on: Listen<Events>) {
    super()
    this.#client = client
    this.rows = new RowWindow<AdvertRow>({
      fetch: (first, end, signal) => this.#fetch(this.places, first, end, signal),
      frozen: () => {
        const { places } = this
        return (first, end, signal) => this.#fetch(places, first, end, signal)
      },
      key: (index) => this.places.rowKey(index),
    })
    on('inventory:changed', ({ changed }) => void this.#follow(changed))
  }

  get failure(): Failure | null {
    return this.#request.failure
  }

  /** The list that was asked for is on its way. */
  get reading(): boolean {
    return this.#request.busy
  }

  get count(): number {
    return this.ids.length
  }

  /** Reads the ids again; the rows on the screen stay there until that is done. @returns whether it was, and not stopped */
  async load(): Promise<boolean> {
    this.endTyping()
    const { query } = this
    const { edition } = this.rows
    const { first, end } = this.rows.shown
    // The rows of a list in groups are read once it is known where they are.
    const last = query.group ? first : Math.min(end, first + mostRows)
    const shown = { first, end: last, ...this.#extraFields }
    const answer = await this.#request.replace((signal) =>
      this.#client('inventory:ids', { ...query, shown }, { signal }),
    )
    if (answer) {
      const { ids, rows, groups } = answer
      if (groups && query.group) await this.#showGroups({ ids, groups, groupedBy: query.group })
      else {
        // Rows that changed meanwhile, or are shown with further columns, are requested again.
        const isCurrent = this.rows.edition === edition
        const given = isCurrent ? { first, rows: inOrder(ids.subarray(first, shown.end), rows) } : null
        this.#show({ ids, groups: [], groupedBy: null, places: new PlainPlaces(ids) }, given)
      }
    }
    void this.#count()
    return answer !== undefined
  }

  /** Folds groups, or unfolds them. @returns once the grid has the new places */
  async fold(values: readonly string[], yes: boolean): Promise<void> {
    const folded = new Set(this.folded)
    for (const value of values) {
      if (yes) folded.add(value)
      else folded.delete(value)
    }
    this.folded = folded
    await this.#showGroups(this.#newest ?? this, false)
  }

  /** Shows groups, reading first what is on the screen: a group that is unfolded has its rows at once. */
  async #showGroups({ ids, groups, groupedBy }: GroupedIds, follows = true): Promise<void> {
    const places = new GroupPlaces(ids, groups, (value) => this.folded.has(value))
    const { edition } = this.rows
    const newest = { ids, groups, groupedBy }
    this.#newest = newest
    const { first, end } = this.rows.shown
    const rows = await this.#fetch(places, first, Math.min(end, first + mostRows), noSignal)
    // Another list, or another fold of this one, came meanwhile.
    if (this.#newest !== newest) return
    const isCurrent = rows !== undefined && this.rows.edition === edition
    this.#show({ ...newest, places }, isCurrent ? { first, rows } : null, follows)
  }

  /** Number of adverts that a filter that is on, or is offered, keeps by itself; undefined while that is not known. */
  countOf(filter: AdvertFilter): number | undefined {
    return this.#counted.get(JSON.stringify(filter))
  }

  async #count(): Promise<void> {
    const filters = [...this.filters, ...offeredFilters, doneFilter]
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
    this.leftAt = null
    this.loaded = false
    this.ids = new Float64Array()
    this.groups = []
    this.places = new PlainPlaces(this.ids)
    this.rows.reset(0)
    this.clearFilters()
  }

  /** The names of a column and how many adverts have each; none if they can't be read. */
  async values(column: NameColumn): Promise<readonly { value: string; count: number }[]> {
    const reply = await this.#client('inventory:values', { column })
    return reply.ok ? reply.value : []
  }

  /** Edits of these adverts were made, dropped or sent; null stands for many. */
  editsChanged(adverts: readonly number[] | null): void {
    if (this.edited || this.marked !== null) {
      void this.load()
      return
    }
    void this.#count()
    if (adverts === null) void this.rows.refresh()
    else {
      const changed = new Set(adverts)
      void this.rows.refreshThose(({ id }) => changed.has(id))
    }
  }

  /** The ids at these places of the list. */
  idsAt(spans: readonly Span[]): Float64Array<ArrayBuffer> {
    return this.places.idsAt(spans)
  }

  /** Number of adverts that are at these places of the grid. */
  countAt(spans: readonly Span[]): number {
    const { places } = this
    return places instanceof GroupPlaces ? places.countIn(spans, true) : selectedCount({ rows: spans })
  }

  /** Rows of these adverts, in their order; fewer if some could not be read. */
  async rowsOf(ids: Float64Array): Promise<AdvertRow[]> {
    const rows: AdvertRow[] = []
    for (let first = 0; first < ids.length; first += mostRows) {
      const part = [...ids.subarray(first, first + mostRows)]
      const reply = await this.#client('inventory:rows', { ids: part, ...this.#extraFields })
      if (reply.ok) rows.push(...reply.value)
    }
    return rows
  }

  /** Reads the fields that these columns show in addition to those of every row. */
  showColumns(columns: readonly string[]): void {
    const extra = extraFields.filter((column) => columns.includes(column))
    if (extra.join() === this.#extra.join()) return
    this.#extra = extra
    void this.rows.refresh()
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
    return this.#client('inventory:edit-table', { ids: [...this.idsAt(spans)], format })
  }

  /** Brings the list up to date after a change: its rows only, if it still has the same adverts in the same order. */
  async #follow(changed: ChangedAdverts | undefined): Promise<void> {
    if (changed && this.loaded && !this.mayMove(changed)) await this.#refresh(changed)
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

  get #extraFields(): { extra?: ExtraField[] } {
    return this.#extra.length === 0 ? {} : { extra: [...this.#extra] }
  }

  #show(
    { ids, groups, groupedBy, places }: ShownPlaces,
    given: GivenRows<AdvertRow> | null,
    follows = true,
  ): void {
    const before = this.places
    const isSame = follows && places.count === before.count && sameNumbers(ids, this.ids)
    this.#newest = null
    this.loaded = true
    this.version++
    this.groups = groups
    this.groupedBy = groupedBy
    this.places = places
    if (isSame) {
      void this.rows.refresh(undefined, given)
      return
    }
    this.ids = ids as Float64Array<ArrayBuffer>
    this.rows.reset(places.count, given, follows ? movesBetween(before, places) : null)
  }

  /** Rows of the cache in the order of the ids; a row deleted in the meantime leaves a gap. */
  async #fetch(
    list: ListPlaces,
    first: number,
    end: number,
    signal: AbortSignal,
  ): Promise<(AdvertRow | undefined)[] | undefined> {
    const places = Array.from({ length: Math.max(0, Math.min(end, list.count) - first) }, (_, at) =>
      list.idAt(first + at),
    )
    const ids = places.filter((id) => id !== undefined)
    if (ids.length === 0) return places.map(() => undefined)
    const reply = await this.#client('inventory:rows', { ids, ...this.#extraFields }, { signal })
    return reply.ok ? inOrder(places, reply.value) : undefined
  }
}

interface GroupedIds {
  readonly ids: Float64Array
  readonly groups: readonly StockGroup[]
  readonly groupedBy: GroupColumn | null
}

interface ShownPlaces extends GroupedIds {
  readonly places: PlainPlaces | GroupPlaces<StockGroup>
}

const noSignal = new AbortController().signal

/** The rows in the order of the ids; undefined for one that is gone, and for the head of a group. */
function inOrder(
  ids: Float64Array | readonly (number | undefined)[],
  rows: readonly AdvertRow[],
): (AdvertRow | undefined)[] {
  const byId = new Map<number | undefined, AdvertRow>(rows.map((row) => [row.id, row]))
  return Array.from(ids, (id) => byId.get(id))
}

function sameNumbers(one: Float64Array, other: Float64Array): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/** The window's stock: search, sort and the open advert outlive the page. */
export const inventoryOf = perWindow((app) => new InventoryState(app.client, app.on))
