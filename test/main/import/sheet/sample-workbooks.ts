import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import writeExcelFile, { type Cell as WrittenCell } from 'write-excel-file/node'
import * as SheetJs from 'xlsx'
import { type SampleCell, sampleRows } from './sample-cells.ts'

/** The sample, written by a library that dealers' programs use. */
export interface SampleWriter {
  readonly name: string
  readonly write: () => Promise<Buffer>
}

const sheetName = 'Склад'

/** The sample as exceljs 4.4.0 wrote it: whole, as a stream with the sizes behind the entries, and that in 64 bits. */
export const savedByExcelJs = (name: 'whole' | 'stream' | 'stream-64-bit'): Buffer =>
  readFileSync(join('test/fixtures/workbooks/exceljs', `${name}.xlsx`))

export function sheetJsBook(): SheetJs.WorkBook {
  const sheet = SheetJs.utils.aoa_to_sheet(sampleRows.map((cells) => cells.map(({ value }) => value)))
  for (const [row, cells] of sampleRows.entries())
    for (const [column, { format }] of cells.entries()) {
      const cell = sheet[SheetJs.utils.encode_cell({ r: row, c: column })] as SheetJs.CellObject | undefined
      if (cell && format) cell.z = format
    }
  const book = SheetJs.utils.book_new()
  SheetJs.utils.book_append_sheet(book, sheet, sheetName)
  return book
}

const bySheetJs = (options: SheetJs.WritingOptions) => (): Promise<Buffer> =>
  Promise.resolve(SheetJs.write(sheetJsBook(), { ...options, type: 'buffer' }) as Buffer)

const writtenCell = ({ value, format }: SampleCell): WrittenCell =>
  value === null ? null : format === undefined ? { value } : { value, format }

const byWriteExcelFile = (): Promise<Buffer> =>
  writeExcelFile(
    sampleRows.map((cells) => cells.map(writtenCell)),
    { sheet: sheetName },
  ).toBuffer()

export const sampleWriters: readonly SampleWriter[] = [
  { name: 'exceljs', write: () => Promise.resolve(savedByExcelJs('whole')) },
  { name: 'SheetJS', write: bySheetJs({ bookType: 'xlsx' }) },
  {
    name: 'SheetJS with shared strings',
    write: bySheetJs({ bookType: 'xlsx', bookSST: true, compression: true }),
  },
  { name: 'SheetJS with macros', write: bySheetJs({ bookType: 'xlsm' }) },
  { name: 'write-excel-file', write: byWriteExcelFile },
]
