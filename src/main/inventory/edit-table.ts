import type { TableFormat } from '#shared/files/table-format.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertRow, AdvertState } from '#shared/inventory/advert.ts'
import { stateWords } from '#shared/inventory/state-words.ts'
import { guardText, unguardText } from '#shared/files/spreadsheet-text.ts'
import { csvText } from '../files/csv-text.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import { textBytes } from '../files/text-bytes.ts'
import { longestText, type SheetCell, type SheetColumn } from '../files/xlsx/sheet.ts'
import { xlsxBytes } from '../files/xlsx/workbook.ts'
import { fieldColumn } from '../writes/field-columns.ts'
import { fieldsOf } from '#shared/batch/field-lists.ts'
import type { AdvertFacts } from './advert-rows.ts'
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
  /** The row of the grid; absent, its columns are not asked for. */
  readonly shown?: AdvertRow
}

interface TableForm {
  readonly fileName?: string
  readonly format: TableFormat
  readonly delimiter: string
  /** Columns beside the fields; absent, the vehicle and its state. */
  readonly described?: readonly DescribedColumn[]
}

const [idField, ...changed] = fieldsOf('edit')

/** A column by which a person recognises a row; an import uses none of them. */
export interface DescribedColumn extends SheetColumn {
  readonly cell: (row: EditRow) => SheetCell
}

const descriptions = (): DescribedColumn[] => [
  {
    header: m.tables_edit_vehicle(),
    width: 36,
    text: true,
    hint: m.tables_edit_read_only(),
    cell: ({ facts }) => facts.title,
  },
  {
    header: m.tables_edit_state(),
    width: 14,
    text: true,
    hint: m.tables_edit_read_only(),
    cell: ({ state }) => stateWords(state),
  },
]

const columnsWith = (described: readonly DescribedColumn[]): SheetColumn[] => [
  ...(idField ? [fieldColumn(idField, 'edit')] : []),
  ...described.map(({ cell: _cell, ...column }) => column),
  ...changed.map((field) => fieldColumn(field, 'edit')),
]

/**
 * The adverts with their ids, names and present values, under plain names that an import knows again. A value that isn't
 * known is left empty.
 */
export async function editTable(
  rows: readonly EditRow[],
  written: Written,
  { fileName: name = 'forecourt-edit', format, delimiter, described = descriptions() }: TableForm,
): Promise<EditTable> {
  const columns = columnsWith(described)
  const cells = rows.map((row) => cellsOf(row, written, described))
  const fileName = `${name}.${format}`
  if (format === 'csv') {
    const lines = [
      columns.map(({ header }) => header),
      ...cells.map((line) => line.map((cell) => cell ?? '')),
    ]
    const text = textBytes(csvText(lines, { delimiter }), 'utf-8', true)
    return { fileName, text, adverts: rows.length, longTexts: 0 }
  }
  const sheet = {
    name: m.tables_template_rows(),
    columns,
    rows: cells.map((line) => line.map(inWorkbook)),
  }
  const longTexts = sheet.rows.flat().filter(isTooLong).length
  return { fileName, text: await xlsxBytes([sheet]), adverts: rows.length, longTexts }
}

function cellsOf(row: EditRow, written: Written, described: readonly DescribedColumn[]): SheetCell[] {
  const { facts } = row
  const valueOf = valuesOf(facts, written(facts.id))
  return [
    facts.id,
    ...described.map(({ cell }) => cell(row)),
    ...changed.map((field) => cellOf(field, valueOf(field))),
  ]
}

const isTooLong = (cell: SheetCell): boolean => typeof cell === 'string' && cell.length > longestText

/** No text of a workbook is a formula: only one that an import would take for a guarded one is guarded. */
const inWorkbook = (cell: SheetCell): SheetCell =>
  typeof cell === 'string' && unguardText(cell) !== cell ? guardText(cell) : cell
