import { setImmediate } from 'node:timers/promises'
import type { AdvertFilter } from '#shared/inventory/advert-filter.ts'
import type { AdvertDetail, ListCounts } from '#shared/inventory/inventory-calls.ts'
import {
  advertColumns,
  type AdvertQuery,
  type AdvertRow,
  type AdvertState,
  type ExtraField,
  type ListedColumn,
  type ShownPosition,
} from '#shared/inventory/advert.ts'
import type { StockSource } from '#shared/inventory/stock-sources.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import type { ExportFormat } from '#shared/inventory/inventory-calls.ts'
import { listSeparator } from '../files/list-separator.ts'
import type { StagedCell } from '#shared/staged/staged-edit.ts'
import { serviceTime } from '../http/service-time.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import type { Clock } from '../system/clock.ts'
import { shownRow, type AdvertFacts, type BriefFacts } from './advert-rows.ts'
import type { AdvertsTable, NameColumn, ValueCount } from './adverts-table.ts'
import { photosOf } from './cached-advert.ts'
import type { EditTable } from './edit-table.ts'
import type { ExportedCsv, ExportForm } from './inventory-export.ts'
import { columnsOf, countedColumns } from './lists/stock-list.ts'
import type { ListOwner, ListScope } from './lists/stock-lists.ts'
import { recordGroups } from './record-groups.ts'
import type { StockSources } from './sources/stock-sources.ts'
import type { Owner } from './sync-states.ts'
import { hiddenValues } from '../writes/shown-values.ts'
import type { Values } from '../writes/values.ts'

export interface InventoryPorts {
  readonly table: AdvertsTable
  readonly clock: Clock
  /** The account that the window shows. */
  readonly owner: () => Promise<Owner>
  /** The region of the system, whose separator a CSV to be edited has. */
  readonly region?: () => string
  /** What the journal wrote last to an advert and the service doesn't show. */
  readonly written: (accountId: string, id: number) => Record<string, string | number>
  /** The same of many adverts; one that the journal has nothing of may be absent. Absent, nothing is known of them. */
  readonly writtenOfMany?: (accountId: string, ids: readonly number[]) => ReadonlyMap<number, Values>
  /** The positions of prices that were read; absent, there are none. */
  readonly positions?: (accountId: string, ids: readonly number[]) => ReadonlyMap<number, ShownPosition>
  /** Where the adverts come from; absent, nothing is known of that. */
  readonly sources?: StockSources
  /** The edits that are not sent yet; absent, there are none. */
  readonly edits?: {
    readonly cells: (accountId: string, ids: readonly number[]) => ReadonlyMap<number, StagedCell[]>
    readonly editedIn: (accountId: string) => ReadonlySet<number>
  }
}

/** What an order is checked against. */
export interface PricedState {
  readonly state: AdvertState
  readonly currency: string
  readonly prices: { readonly USD: number | null; readonly EUR: number | null; readonly UAH: number | null }
}

/** What the list is made from that a window shows first: the newest changes first. */
const firstColumns = columnsOf({ text: '', states: [], sort: [{ column: 'updatedAt', descending: true }] })

const everyAdvert: AdvertQuery = { text: '', states: [], sort: [] }

/** Names that a filter offers. */
const mostValues = 200

/** Adverts that an export reads from the cache at once; in between, main answers other calls. */
const exportedAtOnce = 500

/** For how long what was read of an advert counts as fresh, in ms. */
const freshFor = 24 * 60 * 60_000

/** Adverts of one question to the table. */
const idsAtOnce = 1_000

/** The stock as cached: always readable. `InventorySync` brings it up to date. */
export class InventoryService {
  readonly #ports: InventoryPorts
  /** The last loading of columns: two at once would read the same rows twice. */
  #loading: Promise<void> = Promise.resolve()

  constructor(ports: InventoryPorts) {
    this.#ports = ports
  }

  async ids(query: AdvertQuery): Promise<Float64Array<ArrayBuffer>> {
    const { accountId, userId } = await this.#ports.owner()
    const scope = this.#scopeOf({ accountId, userId }, query.watched === true)
    await this.#load({ accountId, userId, whose: scope.whose }, columnsOf(query))
    const ids = this.#ports.table.ids(accountId, userId, query, this.#serviceNow(), scope)
    const edited = query.edited === true ? this.#ports.edits?.editedIn(accountId) : undefined
    return edited ? ids.filter((id) => edited.has(id)) : ids
  }

  /** How many own adverts each state has and each filter keeps by itself, how many are edited, and how many are watched. */
  async counts(filters: readonly AdvertFilter[]): Promise<ListCounts> {
    const { accountId, userId } = await this.#ports.owner()
    const { whose, hides } = this.#scopeOf({ accountId, userId }, false)
    const owner = { accountId, userId, whose }
    await this.#load(owner, countedColumns(filters))
    const { states, filters: kept } = this.#ports.table.counts(owner, filters, this.#serviceNow(), hides)
    return {
      states,
      filters: [...kept],
      edited: this.#ports.edits?.editedIn(accountId).size ?? 0,
      watched: await this.#watchedCount({ accountId, userId }),
    }
  }

  /** The names of a column and how many own adverts have each, the most first. */
  async values(column: NameColumn): Promise<ValueCount[]> {
    const { accountId, userId } = await this.#ports.owner()
    const { whose, hides } = this.#scopeOf({ accountId, userId }, false)
    const owner = { accountId, userId, whose }
    await this.#load(owner, ['id', 'state', column])
    return this.#ports.table.values(owner, column, mostValues, hides)
  }

  /** Loads what any list may need, so that the first list of another order is as quick as the next one. */
  async prepareLists(): Promise<void> {
    const { accountId, userId } = await this.#ports.owner()
    for (const column of advertColumns) await this.#load({ accountId, userId, whose: 'own' }, [column])
  }

  /** Loads what the window's first list is made from, while the window itself is still loading. */
  async prepareFirstList(): Promise<void> {
    const { accountId, userId } = await this.#ports.owner()
    await this.#load({ accountId, userId, whose: 'own' }, firstColumns)
  }

  /** Where the adverts come from, and which sources are switched off. */
  async sources(): Promise<StockSource[]> {
    const owner = await this.#ports.owner()
    for (const whose of ['own', 'others'] as const) await this.#load({ ...owner, whose }, ['id', 'state'])
    return this.#ports.sources?.all(owner) ?? []
  }

  async showSource(source: string, shown: boolean): Promise<StockSource[]> {
    this.#ports.sources?.show(await this.#ports.owner(), source, shown)
    return this.sources()
  }

  /** Other sellers' adverts are watched, or no longer: they stay in the cache. */
  async watch(ids: readonly number[], watched: boolean): Promise<void> {
    const owner = await this.#ports.owner()
    if (watched) this.#ports.sources?.noteAdded(owner, ids)
    else this.#ports.sources?.unwatch(owner, ids)
  }

  #scopeOf(owner: Owner, watched: boolean): ListScope {
    const { sources } = this.#ports
    if (!sources) return { whose: watched ? 'others' : 'own', hides: null }
    return watched ? sources.watched(owner) : sources.own(owner)
  }

  async #watchedCount({ accountId, userId }: Owner): Promise<number> {
    const scope = this.#scopeOf({ accountId, userId }, true)
    await this.#load({ accountId, userId, whose: 'others' }, ['id', 'state'])
    return this.#ports.table.ids(accountId, userId, everyAdvert, '', scope).length
  }

  #load(owner: ListOwner, columns: readonly ListedColumn[]): Promise<void> {
    const loaded = this.#loading.then(() => this.#loadColumns(owner, columns))
    this.#loading = loaded.catch(() => undefined)
    return loaded
  }

  /** Some ms at a time: in between, main answers other calls. */
  async #loadColumns(owner: ListOwner, columns: readonly ListedColumn[]): Promise<void> {
    const { table } = this.#ports
    for (const loading = table.loading(owner, columns); table.isOpen && !loading.next().done;)
      await setImmediate()
  }

  /** Those of these adverts that were read longer than a day ago, or never: they may be others by now. */
  async stale(ids: readonly number[]): Promise<number[]> {
    const { accountId } = await this.#ports.owner()
    const since = new Date(this.#ports.clock.now() - freshFor).toISOString()
    const stale: number[] = []
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const some = ids.slice(from, from + idsAtOnce)
      const read = new Set(this.#ports.table.readSince(accountId, some, since))
      stale.push(...some.filter((id) => !read.has(id)))
      await setImmediate()
    }
    return stale
  }

  /** Rows with their edits, in the order of `ids`. @param extra fields to be read beside the columns */
  async rows(ids: readonly number[], extra: readonly ExtraField[] = []): Promise<AdvertRow[]> {
    const { accountId } = await this.#ports.owner()
    const edits = this.#ports.edits?.cells(accountId, ids)
    const rows = this.#withExtra(accountId, this.rowsOf(accountId, ids), extra)
    if (!edits || edits.size === 0) return rows
    return rows.map((row) => {
      const cells = edits.get(row.id)
      return cells ? { ...row, edits: cells } : row
    })
  }

  #withExtra(accountId: string, rows: AdvertRow[], extra: readonly ExtraField[]): AdvertRow[] {
    if (extra.length === 0) return rows
    const ids = rows.map(({ id }) => id)
    const texts = extra.includes('auto_note') ? this.descriptions(accountId, ids) : undefined
    const written = extra.some((field) => field !== 'auto_note')
      ? this.#ports.writtenOfMany?.(accountId, ids)
      : undefined
    return rows.map((row) => ({ ...row, extra: extraOf(texts?.get(row.id), written?.get(row.id) ?? {}) }))
  }

  /** The texts of the cached adverts among `ids`. */
  descriptions(accountId: string, ids: readonly number[]): ReadonlyMap<number, string> {
    return this.#ports.table.descriptions(accountId, ids)
  }

  /** The record of a cached advert; null if it wasn't read yet. */
  record(accountId: string, id: number): AdvertRecord | null {
    const found = this.#ports.table.find(accountId, id)
    const record = found && (JSON.parse(found.record) as Partial<AdvertRecord>)
    // An advert that was just created is cached with what was written, and has no record.
    return record?.autoData === undefined ? null : (record as AdvertRecord)
  }

  /** Rows of an account in the order of `ids`, without edits; an id that isn't cached is left out. */
  rowsOf(accountId: string, ids: readonly number[]): AdvertRow[] {
    const rows = this.#ports.table.rows(accountId, ids, this.#serviceNow())
    const positions = this.#ports.positions?.(accountId, ids)
    if (!positions || positions.size === 0) return rows
    return rows.map((row) => {
      const position = positions.get(row.id)
      return position ? { ...row, position } : row
    })
  }

  async detail(id: number): Promise<AdvertDetail | null> {
    const { accountId, userId: own } = await this.#ports.owner()
    const found = this.#ports.table.find(accountId, id)
    if (!found) return null
    const { record: json, description, userId, ...row } = found
    const record = JSON.parse(json) as AdvertRecord
    return {
      row: shownRow(row, this.#serviceNow()),
      foreign: userId !== null && userId !== own,
      description,
      photos: photosOf(record),
      groups: recordGroups(record),
      written: { ...hiddenValues(this.#ports.written(accountId, id)) },
      history: this.#ports.table.history(accountId, id),
    }
  }

  /** Addresses of the pictures that the cached advert names, none for an advert that is not cached. */
  async photoAddresses(id: number): Promise<string[]> {
    const { accountId } = await this.#ports.owner()
    const found = this.#ports.table.find(accountId, id)
    return found ? [found.photo, ...photosOf(JSON.parse(found.record) as AdvertRecord)] : []
  }

  /** The adverts that fit, as CSV that imports again unchanged. */
  async export(query: AdvertQuery, form: ExportForm = {}): Promise<ExportedCsv & { adverts: number }> {
    const { accountId } = await this.#ports.owner()
    const facts = await this.#factsOf(accountId, [...(await this.ids(query))])
    const { exportCsv } = await import('./inventory-export.ts')
    const exported = exportCsv(facts, (id) => this.#ports.written(accountId, id), form)
    return { ...exported, adverts: facts.length }
  }

  /** These adverts as a table to be changed and imported, in the order of `ids`; one that is not cached is left out. */
  async editTable(ids: readonly number[], format: TableFormat): Promise<EditTable> {
    const { accountId } = await this.#ports.owner()
    const facts = await this.#factsOf(accountId, ids)
    const states = await this.#statesOf(accountId, ids)
    const rows = facts.map((each) => ({ facts: each, state: states.get(each.id) ?? each.state }))
    const delimiter = listSeparator(this.#ports.region?.() ?? '')
    const { editTable } = await import('./edit-table.ts')
    return editTable(rows, (id) => this.#ports.written(accountId, id), { format, delimiter })
  }

  /** These adverts with the columns that the grid shows, beside those that an import reads. */
  async exportTable(
    ids: readonly number[],
    shown: readonly string[],
    format: ExportFormat,
  ): Promise<EditTable> {
    const { accountId } = await this.#ports.owner()
    const facts = await this.#factsOf(accountId, ids)
    const byId = new Map<number, AdvertRow>()
    for (let start = 0; start < ids.length; start += exportedAtOnce) {
      for (const row of this.rowsOf(accountId, ids.slice(start, start + exportedAtOnce)))
        byId.set(row.id, row)
      await setImmediate()
    }
    const rows = facts.flatMap((each) => {
      const row = byId.get(each.id)
      return row ? [{ facts: each, state: row.state, shown: row }] : []
    })
    const [{ editTable }, { shownColumns }] = await Promise.all([
      import('./edit-table.ts'),
      import('./shown-columns.ts'),
    ])
    return editTable(rows, (id) => this.#ports.written(accountId, id), {
      fileName: 'forecourt-stock',
      format: format === 'xlsx' ? 'xlsx' : 'csv',
      delimiter: format === 'csv' ? ',' : listSeparator(this.#ports.region?.() ?? ''),
      described: shownColumns(shown),
    })
  }

  /** Facts of the cached adverts among `ids`, in that order; in between, main answers other calls. */
  async #factsOf(accountId: string, ids: readonly number[]): Promise<AdvertFacts[]> {
    const facts: AdvertFacts[] = []
    for (let start = 0; start < ids.length; start += exportedAtOnce) {
      const slice = ids.slice(start, start + exportedAtOnce)
      const byId = new Map(this.facts(accountId, slice).map((each) => [each.id, each]))
      facts.push(...slice.flatMap((id) => byId.get(id) ?? []))
      await setImmediate()
    }
    return facts
  }

  async #statesOf(accountId: string, ids: readonly number[]): Promise<ReadonlyMap<number, AdvertState>> {
    const states = new Map<number, AdvertState>()
    for (let start = 0; start < ids.length; start += exportedAtOnce) {
      const slice = this.statesAndPrices(accountId, ids.slice(start, start + exportedAtOnce))
      for (const [id, { state }] of slice) states.set(id, state)
      await setImmediate()
    }
    return states
  }

  /** When a cached advert was first seen, ISO 8601; null if that is not known. */
  firstReadAt(accountId: string, id: number): string | null {
    return this.#ports.table.history(accountId, id)[0]?.at ?? null
  }

  /** If it is the same twice, nothing that facts() tells was changed in between. */
  get writeMark(): string {
    return this.#ports.table.writeMark
  }

  /** Facts of the cached adverts among `ids`, in no particular order. */
  facts(accountId: string, ids: readonly number[]): AdvertFacts[] {
    return this.#ports.table.facts(accountId, ids)
  }

  /** The same without the description, several times quicker. */
  briefFacts(accountId: string, ids: readonly number[]): BriefFacts[] {
    return this.#ports.table.briefFacts(accountId, ids)
  }

  /** What the cached adverts among `ids` are called, by id. */
  titles(accountId: string, ids: readonly number[]): ReadonlyMap<number, string> {
    return new Map(this.facts(accountId, ids).map(({ id, title }) => [id, title]))
  }

  /** How many adverts the owner has. */
  count(owner: Owner): number {
    return this.#ports.table.count(owner.accountId, owner.userId)
  }

  /** States and prices of the cached adverts among `ids`. */
  statesAndPrices(accountId: string, ids: readonly number[]): Map<number, PricedState> {
    return new Map(
      this.#ports.table
        .rows(accountId, ids, this.#serviceNow())
        .map(({ id, state, mainCurrency, usd, eur, uah }) => [
          id,
          { state, currency: mainCurrency, prices: { USD: usd, EUR: eur, UAH: uah } },
        ]),
    )
  }

  #serviceNow(): string {
    return serviceTime(this.#ports.clock.now())
  }
}

const extraOf = (
  text: string | undefined,
  { in_stock, test_drive }: Values,
): NonNullable<AdvertRow['extra']> => ({
  ...(text !== undefined && { auto_note: text }),
  ...(typeof in_stock === 'number' && { in_stock }),
  ...(typeof test_drive === 'number' && { test_drive }),
})
