import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SheetFacts } from '#shared/import/file-facts.ts'
import { readTable } from '../../../../src/main/import/csv/read-table.ts'
import { withSource } from '../../../../src/main/import/csv/source-file.ts'
import { detectEncoding } from '../../../../src/main/import/encoding/detect-encoding.ts'
import { convertSheet } from '../../../../src/main/import/sheet/convert-sheet.ts'
import { tableDelimiter } from '../../../../src/main/import/sheet/row-writer.ts'
import { CsvFolder } from '../csv-files.ts'

export interface Converted {
  readonly facts: SheetFacts
  /** The rows that aren't blank, with their numbers in the sheet. */
  readonly rows: readonly (readonly [number, readonly string[]])[]
}

/** What an import reads of a spreadsheet's bytes; its files are in a folder of the calling test file. */
export type Convert = (content: string | Uint8Array, sheet?: string, name?: string) => Promise<Converted>

export function openConverter(): { readonly convert: Convert; readonly folder: CsvFolder } {
  const folder = new CsvFolder()
  const convert: Convert = async (content, sheet, name = 'stock.xlsx') => {
    const output = join(folder.path, 'rows.table')
    const request = { path: folder.write(name, content), fileName: name, output, sheet }
    const { sheet: facts } = await convertSheet(request)
    if (!facts) {
      withSource(request.path, name, (source) => detectEncoding(source))
      throw new Error(`${name} is read as a text`)
    }
    return { facts, rows: rowsOf(output, name) }
  }
  return { convert, folder }
}

function rowsOf(output: string, name: string): Converted['rows'] {
  if (readFileSync(output, 'utf8') === '') return []
  return withSource(output, name, (source) =>
    readTable({ ...source, rowsAreLines: true }, { encoding: 'utf-8', delimiter: tableDelimiter }).rows.map(
      ({ line, cells }) => [line, cells] as const,
    ),
  )
}
