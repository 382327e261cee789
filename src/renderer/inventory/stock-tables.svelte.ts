import type { Reply } from '#shared/bridge/call.ts'
import type { ExportFormat } from '#shared/inventory/inventory-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { tableFormats, type TableFormat } from '#shared/files/table-format.ts'
import type { Span } from '../ui/grid/selection.ts'
import type { MenuItem } from '../ui/menu-item.ts'
import { saveAnswer } from '../ui/save-file.ts'
import type { Toasts } from '../ui/toasts.svelte.ts'
import type { EditTable, InventoryState } from './inventory-state.svelte.ts'

/** The stock saved as files: exports, and tables that are changed and imported again. */
export class StockTables {
  exporting = $state(false)
  readonly #inventory: InventoryState
  readonly #toasts: Toasts

  constructor(inventory: InventoryState, toasts: Toasts) {
    this.#inventory = inventory
    this.#toasts = toasts
  }

  /** Saves the adverts at these places, or all that are shown if there are none, with these columns of the grid. */
  async export(spans: readonly Span[], columns: readonly string[], format: ExportFormat): Promise<void> {
    this.exporting = true
    const reply = await this.#inventory.export(spans, columns, format)
    this.exporting = false
    this.#save(reply)
  }

  /** Saves the adverts at these places as a table to be changed and imported. */
  async saveForEditing(spans: readonly Span[], format: TableFormat): Promise<void> {
    this.#save(await this.#inventory.editTable(spans, format))
  }

  #save(reply: Reply<EditTable>): void {
    if (!saveAnswer(reply, this.#toasts) || !reply.ok) return
    const { fileName, adverts, leftEmpty } = reply.value
    this.#toasts.show(m.tables_edit_saved({ name: fileName, count: adverts }), { tone: 'done' })
    if (leftEmpty > 0) this.#toasts.show(m.tables_edit_long_texts({ count: leftEmpty }), { tone: 'warning' })
  }
}

const exportNames: Readonly<Record<ExportFormat, () => string>> = {
  xlsx: m.inventory_export_xlsx,
  'excel-csv': m.inventory_export_excel_csv,
  csv: m.inventory_export_csv,
}

/** A line for each format of an export. */
export const exportMenu = (disabled: boolean, run: (format: ExportFormat) => void): MenuItem[] =>
  (['xlsx', 'excel-csv', 'csv'] as const).map((format) => ({
    label: exportNames[format](),
    disabled,
    run: () => run(format),
  }))

/** A line for each format of a table to be changed, in the order of `tableFormats`. */
export const editTableMenu = (selected: number, run: (format: TableFormat) => void): MenuItem[] =>
  tableFormats.map((format) => ({
    label: { xlsx: m.tables_edit_xlsx, csv: m.tables_edit_csv }[format]({ count: selected }),
    disabled: selected === 0,
    run: () => run(format),
  }))
