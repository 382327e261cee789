import type { Reply } from '#shared/bridge/call.ts'
import type { ExportFormat } from '#shared/inventory/inventory-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { tableFormats, type TableFormat } from '#shared/files/table-format.ts'
import type { MenuItem } from '../ui/menu-item.ts'
import { saveAnswer } from '../ui/save-file.ts'
import type { Toasts } from '../ui/toasts.svelte.ts'
import type { EditTable, InventoryState } from './inventory-state.svelte.ts'
import type { StockSelection } from './stock-selection.svelte.ts'

interface TableParts {
  readonly inventory: InventoryState
  readonly selection: StockSelection
  readonly toasts: Toasts
  /** The columns that the grid shows. */
  readonly columns: () => readonly string[]
}

/** The stock saved as files: exports, and tables that are changed and imported again. */
export class StockTables {
  exporting = $state(false)
  readonly #parts: TableParts
  /** The formats of an export of what is shown. */
  readonly exportAll = $derived.by(() =>
    exportMenu(this.#parts.inventory.count === 0, (format) => void this.#export('all', format)),
  )
  /** The formats of an export of what is selected. */
  readonly exportChosen = exportMenu(false, (format) => void this.#export('chosen', format))
  /** The formats of a table to be changed: none for adverts of other sellers, which can't be. */
  readonly forEditing = $derived.by(() =>
    this.#parts.inventory.watched
      ? []
      : editTableMenu(this.#parts.selection.count, (format) => void this.#saveForEditing(format)),
  )

  constructor(parts: TableParts) {
    this.#parts = parts
  }

  /** Exports what is chosen, if that is more than the one advert that the keys are at; else what is shown. */
  exportByKey(): Promise<void> {
    return this.#export(this.#parts.selection.count > 1 ? 'chosen' : 'all', 'excel-csv')
  }

  async #export(which: 'all' | 'chosen', format: ExportFormat): Promise<void> {
    const { inventory, selection, columns } = this.#parts
    this.exporting = true
    const reply = await inventory.export(which === 'all' ? [] : selection.rows, columns(), format)
    this.exporting = false
    this.#save(reply)
  }

  async #saveForEditing(format: TableFormat): Promise<void> {
    const { inventory, selection } = this.#parts
    this.#save(await inventory.editTable(selection.rows, format))
  }

  #save(reply: Reply<EditTable>): void {
    const { toasts } = this.#parts
    if (!saveAnswer(reply, toasts) || !reply.ok) return
    const { fileName, adverts, leftEmpty } = reply.value
    toasts.show(m.tables_edit_saved({ name: fileName, count: adverts }), { tone: 'done' })
    if (leftEmpty > 0) toasts.show(m.tables_edit_long_texts({ count: leftEmpty }), { tone: 'warning' })
  }
}

const exportNames: Readonly<Record<ExportFormat, () => string>> = {
  xlsx: m.inventory_export_xlsx,
  'excel-csv': m.word_csv_for_excel,
  csv: m.inventory_export_csv,
}

/** A line for each format of an export. */
const exportMenu = (disabled: boolean, run: (format: ExportFormat) => void): MenuItem[] =>
  (['xlsx', 'excel-csv', 'csv'] as const).map((format) => ({
    label: exportNames[format](),
    disabled,
    run: () => run(format),
  }))

const editTableNames = {
  xlsx: { none: m.tables_edit_none_xlsx, some: m.tables_edit_xlsx },
  csv: { none: m.tables_edit_none_csv, some: m.tables_edit_csv },
} as const satisfies Record<TableFormat, unknown>

/** A line for each format of a table to be changed, in the order of `tableFormats`. */
const editTableMenu = (selected: number, run: (format: TableFormat) => void): MenuItem[] =>
  tableFormats.map((format) => ({
    label: selected === 0 ? editTableNames[format].none() : editTableNames[format].some({ count: selected }),
    disabled: selected === 0,
    run: () => run(format),
  }))
