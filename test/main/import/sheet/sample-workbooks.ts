import ExcelJS from 'exceljs'
import writeExcelFile, { type Cell as WrittenCell } from 'write-excel-file/node'
import * as SheetJs from 'xlsx'
import { type SampleCell, sampleRows } from './sample-cells.ts'

/** The sample, written by a library that dealers' programs use. */
export interface SampleWriter {
  readonly name: string
  readonly write: () => Promise<Buffer>
}

const sheetName = 'Склад'

async function byExcelJs(): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  fillExcelJs(book.addWorksheet(sheetName))
  return Buffer.from(await book.xlsx.writeBuffer())
}

function fillExcelJs(sheet: ExcelJS.Worksheet): void {
  for (const cells of sampleRows) {
    const row = sheet.addRow(cells.map(({ value }) => value))
    for (const [at, { format }] of cells.entries()) if (format) row.getCell(at + 1).numFmt = format
  }
}

/** As a stream, with the sizes behind the entries. @param zip64 with numbers of 64 bits in the directory */
export async function writeAsStream(path: string, zip64: boolean): Promise<void> {
  const options = { filename: path, useStyles: true, useSharedStrings: true, zip: { forceZip64: zip64 } }
  const book = new ExcelJS.stream.xlsx.WorkbookWriter(options)
  const sheet = book.addWorksheet(sheetName)
  fillExcelJs(sheet)
  sheet.commit()
  await book.commit()
}

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
  { name: 'exceljs', write: byExcelJs },
  { name: 'SheetJS', write: bySheetJs({ bookType: 'xlsx' }) },
  {
    name: 'SheetJS with shared strings',
    write: bySheetJs({ bookType: 'xlsx', bookSST: true, compression: true }),
  },
  { name: 'SheetJS with macros', write: bySheetJs({ bookType: 'xlsm' }) },
  { name: 'write-excel-file', write: byWriteExcelFile },
]

/** A small table, for formats that are only refused. */
export async function plainSample(): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  book.addWorksheet(sheetName).addRows([
    ['auto_id', 'price', 'currency_id'],
    [5, 15_500, 'USD'],
  ])
  return Buffer.from(await book.xlsx.writeBuffer())
}
