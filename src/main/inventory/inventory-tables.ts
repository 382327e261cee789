import { setImmediate } from 'node:timers/promises'
import type { AdvertQuery, AdvertRow } from '#shared/inventory/advert.ts'
import type { ExportFormat } from '#shared/inventory/inventory-calls.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import { listSeparator } from '../files/list-separator.ts'
import type { EditRow } from './edit-table.ts'
import type { ExportForm, StockTable } from './inventory-export.ts'
import type { InventoryLists } from './inventory-lists.ts'
import type { InventoryPorts } from './inventory-ports.ts'

/** The inventory, of which the tables are. */
interface Inventory {
  readonly lists: InventoryLists
  /** Rows of the cached adverts among `ids`, in any order. */
  rowsOf(accountId: string, ids: readonly number[]): readonly AdvertRow[]
}

/** Ids of adverts, as a list has them or a person chose them. */
type Ids = readonly number[] | Float64Array

/** Adverts that are read from the cache at once; in between, main answers other calls. */
const readAtOnce = 100

/** The stock as tables that import again, in pieces: a page of adverts is in memory at a time. */
export class InventoryTables {
  readonly #ports: InventoryPorts
  readonly #inventory: Inventory

  constructor(ports: InventoryPorts, inventory: Inventory) {
    this.#ports = ports
    this.#inventory = inventory
  }

  /** The adverts that fit, as CSV that imports again unchanged. */
  async csv(query: AdvertQuery, form: ExportForm = {}): Promise<StockTable> {
    const { accountId } = await this.#ports.owner()
    const ids = await this.#inventory.lists.ids(query)
    const { exportCsv } = await import('./inventory-export.ts')
    const pages = readPages(ids, (some) => this.#ports.table.facts.all(accountId, some))
    return exportCsv(pages, (id) => this.#ports.written(accountId, id), form)
  }

  /** These adverts as a table to be changed and imported, in the order of `ids`; one that is not cached is left out. */
  async toEdit(ids: Ids, format: TableFormat): Promise<StockTable> {
    const { accountId } = await this.#ports.owner()
    const [{ editTable, vehicleColumns }, { shownColumns }] = await Promise.all([
      import('./edit-table.ts'),
      import('./shown-columns.ts'),
    ])
    const numbers = this.#ports.stockNumbers?.hasAny(accountId) ? shownColumns(['stockNumber']) : []
    return editTable(this.#editRows(accountId, ids), (id) => this.#ports.written(accountId, id), {
      format,
      described: [...vehicleColumns(), ...numbers],
      delimiter: listSeparator(this.#ports.region?.() ?? ''),
    })
  }

  /** These adverts with the grid's columns, in addition to those that an import reads. */
  async asShown(ids: Ids, shown: readonly string[], format: ExportFormat): Promise<StockTable> {
    const { accountId } = await this.#ports.owner()
    const [{ editTable }, { shownColumns }] = await Promise.all([
      import('./edit-table.ts'),
      import('./shown-columns.ts'),
    ])
    return editTable(this.#editRows(accountId, ids), (id) => this.#ports.written(accountId, id), {
      fileName: 'forecourt-stock',
      format: format === 'xlsx' ? 'xlsx' : 'csv',
      delimiter: format === 'csv' ? ',' : listSeparator(this.#ports.region?.() ?? ''),
      described: shownColumns(shown),
    })
  }

  #editRows(accountId: string, ids: Ids): AsyncGenerator<EditRow[]> {
    return readPages(ids, (some) => {
      const rows = byId(this.#inventory.rowsOf(accountId, some))
      return this.#ports.table.facts.all(accountId, some).map((facts) => {
        const shown = rows.get(facts.id)
        return { id: facts.id, facts, state: shown?.state ?? facts.state, ...(shown && { shown }) }
      })
    })
  }
}

/** Stored values of these adverts, in their order and in pages. */
async function* readPages<Read extends { readonly id: number }>(
  ids: Ids,
  read: (ids: readonly number[]) => readonly Read[],
): AsyncGenerator<Read[]> {
  for (let start = 0; start < ids.length; start += readAtOnce) {
    const page = [...ids.slice(start, start + readAtOnce)]
    const found = byId(read(page))
    yield page.flatMap((id) => found.get(id) ?? [])
    await setImmediate()
  }
}

const byId = <Read extends { readonly id: number }>(reads: readonly Read[]): ReadonlyMap<number, Read> =>
  new Map(reads.map((each) => [each.id, each]))
