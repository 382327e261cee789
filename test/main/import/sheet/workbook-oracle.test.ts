import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as SheetJs from 'xlsx'
import { openConverter } from './converter.ts'
import { paddedFormats, sampleRows } from './sample-cells.ts'
import { sampleWriters, savedByExcelJs } from './sample-workbooks.ts'

const { convert } = openConverter()
const fixtures = fileURLToPath(new URL('../../../fixtures/workbooks', import.meta.url))

/** What a cell is, as SheetJS reads it. @param written its format in the sample, before a program put it in its own way */
function textBySheetJs(cell: SheetJs.CellObject | undefined, written = ''): string {
  if (cell?.v === undefined) return ''
  if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE'
  if (cell.t === 'n' && paddedFormats.includes(written)) return shown(String(cell.z), cell.v as number)
  if (cell.t === 'n') return numberBySheetJs(cell.v as number, String(cell.z ?? 'General'))
  return String(cell.t === 'e' ? cell.w : cell.v)
}

/** The part of SheetJS that its types leave out. */
const formats = SheetJs.SSF as {
  readonly format: (format: string, value: number) => string
  readonly is_date: (format: string) => boolean
}
const shown = (format: string, value: number): string => formats.format(format, value)

function numberBySheetJs(value: number, format: string): string {
  if (format.endsWith('%')) return shown('0.##%', value).replace('.%', '%')
  if (!formats.is_date(format)) return String(Number(value.toPrecision(15)))
  if (format === 'yyyy') return shown(format, value)
  const clock = shown(/\[(?:h+|m+|s+)\]/.test(format) ? '[hh]:mm:ss.000' : 'hh:mm:ss.000', value).replace(
    '.000',
    '',
  )
  if (value < 1 || format.includes('[h') || format.includes('[m')) return clock
  return `${shown('yyyy-mm-dd', value)}${value % 1 === 0 ? '' : ` ${clock}`}`
}

/** Reads a workbook here and with SheetJS, cell by cell; every kind of the sample has to be among them. */
async function compare(bytes: Buffer): Promise<void> {
  const sheets = SheetJs.read(bytes, { cellNF: true }).Sheets
  const [sheet] = Object.values(sheets)
  if (!sheet) throw new Error('SheetJS reads no sheet')
  const { rows } = await convert(bytes)
  expect(rows.map(([line]) => line)).toEqual(sampleRows.map((_, at) => at + 1))
  for (const [line, cells] of rows) {
    const expected = (sampleRows[line - 1] ?? []).map(({ format }, column) =>
      textBySheetJs(
        sheet[SheetJs.utils.encode_cell({ r: line - 1, c: column })] as SheetJs.CellObject | undefined,
        format,
      ),
    )
    // A number is written without its exponent here.
    expect(cells.map((cell, at) => sameNumber(cell, expected[at]))).toEqual(expected)
  }
}

const sameNumber = (read: string, expected = ''): string =>
  expected.includes('e-') && Number(read) === Number(expected) ? expected : read

describe('each cell is read as SheetJS reads it, in a workbook', () => {
  it.each(sampleWriters)('of $name', async ({ write }) => {
    await compare(await write())
  })

  it('of exceljs as a stream', async () => {
    await compare(savedByExcelJs('stream'))
  })

  it('of exceljs as a stream that counts in 64 bits, which SheetJS does not open', async () => {
    const wide = savedByExcelJs('stream-64-bit')
    expect(wide.includes('PK\x06\x06')).toBe(true)
    expect(await convert(wide)).toEqual(await convert(savedByExcelJs('stream')))
  })

  const saved = readdirSync(fixtures).filter((name) => name.endsWith('.xlsx'))
  it.each(saved)('that LibreOffice saved again: %s', async (name) => {
    await compare(readFileSync(join(fixtures, name)))
  })

  it('there is one that LibreOffice saved of each writer', () => {
    expect(saved).toHaveLength(sampleWriters.length)
  })
})
