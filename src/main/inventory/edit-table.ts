import type { TableFormat } from '#shared/files/table-format.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertState } from '#shared/inventory/advert.ts'
import { guardText, unguardText } from '#shared/files/spreadsheet-text.ts'
import { csvText } from '../files/csv-text.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { textBytes } from '../files/text-bytes.ts'
import { longestText, type SheetCell, type SheetColumn } from '../files/xlsx/sheet.ts'
import { xlsxBytes } from '../files/xlsx/workbook.ts'
import { fieldColumn } from '../writes/field-columns.ts'
import { fieldsOf } from '../writes/field-lists.ts'
import type { AdvertFacts } from './adverts-table.ts'
import { cellOf, valuesOf, type Written } from './inventory-export.ts'

/** Adverts in a table to be changed and imported. */
export interface EditTable extends FileBytes {
  readonly adverts: number
  /** Texts that a cell of Excel can't hold: their cells are empty, which leaves them alone. */
  readonly longTexts: number
}

export interface EditRow {
  readonly facts: AdvertFacts
  readonly state: AdvertState
}

const stateWords: Readonly<Record<AdvertState, () => string>> = {
  live: m.inventory_state_live,
  moderation: m.inventory_state_moderation,
  sold: m.inventory_state_sold,
  archive: m.inventory_state_archive,
  expired: m.inventory_state_expired,
  gone: m.inventory_state_gone,
}

const [idField, ...changed] = fieldsOf('edit')

/** Columns by which a person recognises a row; an import uses none of them. */
const descriptions = (): SheetColumn[] => [
  { header: m.tables_edit_vehicle(), width: 36, text: true, hint: m.tables_edit_read_only() },
  { header: m.tables_edit_state(), width: 14, text: true, hint: m.tables_edit_read_only() },
]

const columns = (): SheetColumn[] => [
  ...(idField ? [fieldColumn(idField, 'edit')] : []),
  ...descriptions(),
  ...changed.map((field) => fieldColumn(field, 'edit')),
]

/**
 * The adverts with their ids, names and present values, under plain names that an import knows again. A value that isn't
 * known is left empty.
 */
export async function editTable(
  rows: readonly EditRow[],
  written: Written,
  { format, delimiter }: { readonly format: TableFormat; readonly delimiter: string },
): Promise<EditTable> {
  const cells = rows.map((row) => cellsOf(row, written))
  const fileName = `forecourt-edit.${format}`
  if (format === 'csv') {
    const lines = [
      columns().map(({ header }) => header),
      ...cells.map((line) => line.map((cell) => cell ?? '')),
    ]
    const text = textBytes(csvText(lines, { delimiter }), 'utf-8', true)
    return { fileName, text, adverts: rows.length, longTexts: 0 }
  }
  const sheet = {
    name: m.tables_template_rows(),
    columns: columns(),
    rows: cells.map((line) => line.map(inWorkbook)),
  }
  const longTexts = sheet.rows.flat().filter(isTooLong).length
  return { fileName, text: await xlsxBytes([sheet]), adverts: rows.length, longTexts }
}

function cellsOf({ facts, state }: EditRow, written: Written): SheetCell[] {
  const valueOf = valuesOf(facts, written(facts.id))
  return [
    facts.id,
    facts.title,
    stateWords[state](),
    ...changed.map((field) => cellOf(field, valueOf(field))),
  ]
}

const isTooLong = (cell: SheetCell): boolean => typeof cell === 'string' && cell.length > longestText

/** No text of a workbook is a formula: only one that an import would take for a guarded one is guarded. */
const inWorkbook = (cell: SheetCell): SheetCell =>
  typeof cell === 'string' && unguardText(cell) !== cell ? guardText(cell) : cell
