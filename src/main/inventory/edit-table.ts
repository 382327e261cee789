import type { TableFormat } from '#shared/files/table-format.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AdvertRow, AdvertState } from '#shared/inventory/advert.ts'
import { stateWords } from '#shared/inventory/state-words.ts'
import { guardText, unguardText } from '#shared/files/spreadsheet-text.ts'
import { csvChunks } from '../files/csv-chunks.ts'
import { mappedPages, rowsOf } from '../files/row-pages.ts'
import { longestText, type SheetCell, type SheetColumn } from '../files/xlsx/sheet.ts'
import { xlsxChunks } from '../files/xlsx/workbook.ts'
import { fieldColumn } from '../writes/field-columns.ts'
import { fieldsOf } from '#shared/batch/field-lists.ts'
import type { AdvertFacts } from './advert-rows.ts'
import { cellOf, type StockTable, valuesOf, type Written } from './inventory-export.ts'

export interface EditRow {
  readonly id: number
  readonly facts: AdvertFacts
  readonly state: AdvertState
  /** The row of the grid; absent if it can't be read. */
  readonly shown?: AdvertRow
}

interface TableForm {
  readonly fileName?: string
  readonly format: TableFormat
  readonly delimiter: string
  /** Columns besides the fields; absent, the vehicle and its state. */
  readonly described?: readonly DescribedColumn[]
}

const [idField, ...changed] = fieldsOf('edit')

/** A column by which a person recognises a row; an import uses none of them. */
export interface DescribedColumn extends SheetColumn {
  readonly cell: (row: EditRow) => SheetCell
}

/** The vehicle of a row, and its state. */
export const vehicleColumns = (): DescribedColumn[] => [
  {
    header: m.word_vehicle(),
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
 * The adverts with their ids, names and present values, under plain names that an import knows again. An unknown value
 * is left empty, and so is a text that Excel can't hold: an import leaves such a text alone.
 */
export function editTable(
  pages: AsyncIterable<readonly EditRow[]>,
  written: Written,
  { fileName: name = 'forecourt-edit', format, delimiter, described = vehicleColumns() }: TableForm,
): StockTable {
  const columns = columnsWith(described)
  const counted = { adverts: 0, leftEmpty: 0 }
  const fileName = `${name}.${format}`
  const lineOf = (row: EditRow): SheetCell[] => {
    counted.adverts += 1
    return cellsOf(row, written, described)
  }
  if (format === 'csv') {
    const lines = mappedPages(pages, (row) => lineOf(row).map((cell) => cell ?? ''))
    const headers = columns.map(({ header }) => header)
    return {
      fileName,
      counted,
      chunks: csvChunks(headers, lines, { encoding: 'utf-8', bom: true, delimiter }),
    }
  }
  const rows = mappedPages(pages, (row) => {
    const line = lineOf(row).map(inWorkbook)
    counted.leftEmpty += line.filter(isTooLong).length
    return line
  })
  return {
    fileName,
    counted,
    chunks: xlsxChunks([{ name: m.word_adverts(), columns, rows: rowsOf(rows) }]),
  }
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
