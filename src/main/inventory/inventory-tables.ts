import { setImmediate } from 'node:timers/promises'
import type { AdvertQuery, AdvertRow } from '#shared/inventory/advert.ts'
import type { ExportFormat } from '#shared/inventory/inventory-calls.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import { listSeparator } from '../files/list-separator.ts'
import type { AdvertFacts } from './advert-rows.ts'
import type { EditTable } from './edit-table.ts'
import type { ExportedCsv, ExportForm } from './inventory-export.ts'

export interface TablePorts {
  /** The account that the window shows. */
  readonly accountId: () => Promise<string>
  readonly ids: (query: AdvertQuery) => Promise<Float64Array>
  /** Facts and rows of the cached adverts among `ids`, in any order. */
  readonly facts: (accountId: string, ids: readonly number[]) => readonly AdvertFacts[]
  readonly rows: (accountId: string, ids: readonly number[]) => readonly AdvertRow[]
  /** What the journal wrote last to an advert and the service doesn't show. */
  readonly written: (accountId: string, id: number) => Record<string, string | number>
  /** The region of the system, whose separator a CSV for Excel has. */
  readonly region: () => string
}

/** Adverts that are read from the cache at once; in between, main answers other calls. */
const readAtOnce = 500

/** The stock as tables that import again. */
export class InventoryTables {
  readonly #ports: TablePorts

  constructor(ports: TablePorts) {
    this.#ports = ports
  }

  /** The adverts that fit, as CSV that imports again unchanged. */
  async csv(query: AdvertQuery, form: ExportForm = {}): Promise<ExportedCsv & { adverts: number }> {
    const accountId = await this.#ports.accountId()
    const facts = await this.#facts(accountId, [...(await this.#ports.ids(query))])
    const { exportCsv } = await import('./inventory-export.ts')
    const exported = exportCsv(facts, (id) => this.#ports.written(accountId, id), form)
    return { ...exported, adverts: facts.length }
  }

  /** These adverts as a table to be changed and imported, in the order of `ids`; one that is not cached is left out. */
  async toEdit(ids: readonly number[], format: TableFormat): Promise<EditTable> {
    const accountId = await this.#ports.accountId()
    const facts = await this.#facts(accountId, ids)
    const rows = await this.#rows(accountId, ids)
    const { editTable } = await import('./edit-table.ts')
    return editTable(
      facts.map((each) => ({ facts: each, state: rows.get(each.id)?.state ?? each.state })),
      (id) => this.#ports.written(accountId, id),
      { format, delimiter: listSeparator(this.#ports.region()) },
    )
  }

  /** These adverts with the columns that the grid shows, beside those that an import reads. */
  async asShown(ids: readonly number[], shown: readonly string[], format: ExportFormat): Promise<EditTable> {
    const accountId = await this.#ports.accountId()
    const facts = await this.#facts(accountId, ids)
    const byId = await this.#rows(accountId, ids)
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
      delimiter: format === 'csv' ? ',' : listSeparator(this.#ports.region()),
      described: shownColumns(shown),
    })
  }

  /** Facts of the cached adverts among `ids`, in that order. */
  async #facts(accountId: string, ids: readonly number[]): Promise<AdvertFacts[]> {
    const byId = await readById(ids, (some) => this.#ports.facts(accountId, some))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  #rows(accountId: string, ids: readonly number[]): Promise<ReadonlyMap<number, AdvertRow>> {
    return readById(ids, (some) => this.#ports.rows(accountId, some))
  }
}

async function readById<Read extends { readonly id: number }>(
  ids: readonly number[],
  read: (ids: readonly number[]) => readonly Read[],
): Promise<ReadonlyMap<number, Read>> {
  const byId = new Map<number, Read>()
  for (let start = 0; start < ids.length; start += readAtOnce) {
    for (const each of read(ids.slice(start, start + readAtOnce))) byId.set(each.id, each)
    await setImmediate()
  }
  return byId
}
