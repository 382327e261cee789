import type { RealtyRow } from '#shared/realty/realty-calls.ts'
import { csvText } from '../files/csv-text.ts'
import type { FileBytes } from '../files/file-bytes.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import { textBytes } from '../files/text-bytes.ts'
import type { SheetCell, SheetColumn } from '../files/xlsx/sheet.ts'
import { xlsxBytes } from '../files/xlsx/workbook.ts'

type ExportColumn = Omit<SheetColumn, 'header'>

const number: ExportColumn = { width: 12 }
const text = (width: number): ExportColumn => ({ width, text: true })

/** By their names in the file. */
const columns: Readonly<Record<keyof RealtyRow, ExportColumn>> = {
  id: number,
  title: text(44),
  type: text(16),
  operation: text(18),
  city: text(18),
  district: text(22),
  street: text(26),
  rooms: number,
  area: number,
  // A spreadsheet would take `3 / 9` for a day.
  floor: text(10),
  usd: number,
  eur: number,
  uah: number,
  publishedAt: text(20),
  readAt: text(24),
}
const names = Object.keys(columns) as (keyof RealtyRow)[]

/** Prices come with spaces between the thousands: in a file they are numbers. */
const prices: ReadonlySet<keyof RealtyRow> = new Set(['usd', 'eur', 'uah'])

function cellOf(row: RealtyRow, name: keyof RealtyRow): SheetCell {
  const value = row[name]
  const digits = String(value).replace(/\s/g, '')
  return prices.has(name) && /^\d+$/.test(digits) ? Number(digits) : value
}

/** The adverts as a table for a spreadsheet, which runs nothing of it as a formula. CSV is UTF-8 with a BOM, CRLF and a comma. */
export async function realtyFile(rows: readonly RealtyRow[], format: TableFormat): Promise<FileBytes> {
  const cells = rows.map((row) => names.map((name) => cellOf(row, name)))
  if (format === 'csv') {
    const table = [names, ...cells.map((row) => row.map((cell) => cell ?? ''))]
    return { fileName: 'forecourt-realty.csv', text: textBytes(csvText(table), 'utf-8', true) }
  }
  const sheet = {
    name: 'Real estate',
    columns: names.map((header) => ({ header, ...columns[header] })),
    rows: cells,
  }
  return { fileName: 'forecourt-realty.xlsx', text: await xlsxBytes([sheet]) }
}
