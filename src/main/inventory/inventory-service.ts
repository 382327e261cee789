import { storedRecord } from './stored-record.ts'
import { setImmediate } from 'node:timers/promises'
import type { AdvertDetail } from '#shared/inventory/inventory-calls.ts'
import type { AdvertRow, AdvertState } from '#shared/inventory/advert.ts'
import { type ExtraField, extraFields, extraValue, type KnownApart } from '#shared/staged/staged-fields.ts'
import { serviceTime } from '#shared/time/service-time.ts'
import type { AdvertRecord } from '../service/advert-record.ts'
import { shownRow } from './advert-rows.ts'
import type { AdvertsTable } from './adverts-table.ts'
import { photosOf } from './cached-advert.ts'
import { doneFields } from './done-fields.ts'
import { InventoryLists } from './inventory-lists.ts'
import type { InventoryPorts } from './inventory-ports.ts'
import { InventoryTables } from './inventory-tables.ts'
import { recordGroups } from './record-groups.ts'
import { withRules } from './rule-marks.ts'
import type { Owner } from './owner.ts'
import { hiddenValues, isShown } from '../writes/shown-values.ts'

/** State that an order is checked against. */
export interface PricedState {
  readonly state: AdvertState
  readonly currency: string
  readonly prices: { readonly USD: number | null; readonly EUR: number | null; readonly UAH: number | null }
}

/** For how long what was read of an advert counts as fresh, in ms. */
const freshFor = 24 * 60 * 60_000

/** Adverts of one question to the table. */
const idsAtOnce = 1_000

/** The stock as cached: always readable. `InventorySync` brings it up to date. */
export class InventoryService {
  /** The cached adverts themselves. */
  readonly table: AdvertsTable
  readonly lists: InventoryLists
  readonly tables: InventoryTables
  readonly #ports: InventoryPorts

  constructor(ports: InventoryPorts) {
    this.#ports = ports
    this.table = ports.table
    this.lists = new InventoryLists(ports)
    this.tables = new InventoryTables(ports, this)
  }

  /** Those of these adverts that were read longer than a day ago, or never: they may be others by now. */
  async stale(ids: readonly number[]): Promise<number[]> {
    const { accountId } = await this.#ports.owner()
    const since = new Date(this.#ports.clock.now() - freshFor).toISOString()
    const stale: number[] = []
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const some = ids.slice(from, from + idsAtOnce)
      const read = new Set(this.table.known.readSince(accountId, some, since))
      stale.push(...some.filter((id) => !read.has(id)))
      await setImmediate()
    }
    return stale
  }

  /**
   * Rows with their edits and the colour rules they fit, in the order of `ids`. @param extra fields to be read in
   * addition to the columns
   */
  async rows(ids: readonly number[], extra: readonly ExtraField[] = []): Promise<AdvertRow[]> {
    const { accountId } = await this.#ports.owner()
    const edits = this.#ports.edits?.cells(accountId, ids)
    const read = this.#withDone(accountId, this.rowsOf(accountId, ids))
    const rows = this.#withRules(accountId, this.#withExtra(accountId, read, extra))
    if (!edits || edits.size === 0) return rows
    return rows.map((row) => {
      const cells = edits.get(row.id)
      return cells ? { ...row, edits: cells } : row
    })
  }

  #withDone(accountId: string, rows: AdvertRow[]): AdvertRow[] {
    return rows.map((row) => {
      const advert = row.pending ? this.table.find(accountId, row.id) : undefined
      const done = advert ? doneFields(advert) : []
      return done.length === 0 ? row : { ...row, done }
    })
  }

  #withRules(accountId: string, rows: AdvertRow[]): AdvertRow[] {
    const rules = this.#ports.rules?.(accountId) ?? []
    return rules.length === 0 ? rows : withRules(rows, rules, this.#serviceNow())
  }

  #withExtra(accountId: string, rows: AdvertRow[], extra: readonly ExtraField[]): AdvertRow[] {
    if (extra.length === 0) return rows
    const ids = rows.map(({ id }) => id)
    const texts = extra.some(isShown) ? this.table.facts.descriptions(accountId, ids) : undefined
    const written = extra.every(isShown) ? undefined : this.#ports.writtenOfMany?.(accountId, ids)
    return rows.map((row) => ({
      ...row,
      extra: extraOf({ description: texts?.get(row.id), written: written?.get(row.id) ?? {} }),
    }))
  }

  /** The record of a cached advert; null if it wasn't read yet. */
  record(accountId: string, id: number): AdvertRecord | null {
    const found = this.table.find(accountId, id)
    // An advert that was just created is cached with what was written, and has no record.
    return found ? storedRecord(found.record) : null
  }

  /** Rows of an account in the order of `ids`, without edits; an id that isn't cached is left out. */
  rowsOf(accountId: string, ids: readonly number[]): AdvertRow[] {
    const rows = this.table.rows(accountId, ids, this.#serviceNow())
    const positions = this.#ports.positions?.(accountId, ids)
    const numbers = this.#ports.stockNumbers?.of(accountId, ids)
    const views = this.#ports.views?.of(accountId, ids)
    if (!positions?.size && !numbers?.size && !views?.size) return rows
    return rows.map((row) => {
      const position = positions?.get(row.id)
      const stockNumber = numbers?.get(row.id)
      const viewed = views?.get(row.id)
      return {
        ...row,
        ...(position && { position }),
        ...(viewed && { viewed }),
        ...(stockNumber !== undefined && { stockNumber }),
      }
    })
  }

  async detail(id: number): Promise<AdvertDetail | null> {
    const { accountId, userId: own } = await this.#ports.owner()
    const found = this.table.find(accountId, id)
    if (!found) return null
    const { record: json, description, userId, ...row } = found
    const record = storedRecord(json)
    return {
      row: shownRow(row, this.#serviceNow()),
      foreign: userId !== null && userId !== own,
      description,
      photos: record ? photosOf(record) : [],
      groups: record ? recordGroups(record) : [],
      written: { ...hiddenValues(this.#ports.written(accountId, id)) },
      history: this.table.priceHistory.of(accountId, id),
    }
  }

  /** Addresses of the pictures that the cached advert names, none for an advert that is not cached. */
  async photoAddresses(id: number): Promise<string[]> {
    const { accountId } = await this.#ports.owner()
    const found = this.table.find(accountId, id)
    const record = found && storedRecord(found.record)
    return found ? [found.photo, ...(record ? photosOf(record) : [])] : []
  }

  /** Time when a cached advert was first seen, ISO 8601; null if that is not known. */
  firstReadAt(accountId: string, id: number): string | null {
    return this.table.priceHistory.of(accountId, id)[0]?.at ?? null
  }

  /** Titles of the cached adverts among `ids`, by id. */
  titles(accountId: string, ids: readonly number[]): ReadonlyMap<number, string> {
    return new Map(this.table.facts.brief(accountId, ids).map(({ id, title }) => [id, title]))
  }

  /** Number of adverts that the owner has. */
  count(owner: Owner): number {
    return this.table.known.count(owner.accountId, owner.userId)
  }

  /** States and prices of the cached adverts among `ids`. */
  statesAndPrices(accountId: string, ids: readonly number[]): Map<number, PricedState> {
    return new Map(
      this.table
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

const extraOf = (known: KnownApart): NonNullable<AdvertRow['extra']> =>
  Object.fromEntries(
    extraFields.flatMap((field) => {
      const value = extraValue(field, known)
      return value === undefined ? [] : [[field, value]]
    }),
  )
