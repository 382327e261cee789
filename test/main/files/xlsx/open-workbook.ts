import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { readTable } from '../../../../src/main/import/csv/read-table.ts'
import { withSource } from '../../../../src/main/import/csv/source-file.ts'
import { convertSheet } from '../../../../src/main/import/sheet/convert-sheet.ts'
import { tableDelimiter } from '../../../../src/main/import/sheet/row-writer.ts'
import type { CsvFolder } from '../../import/csv-files.ts'

/** The cells of a workbook as an import of the app reads them. */
export async function openWorkbook(
  folder: CsvFolder,
  bytes: Uint8Array,
): Promise<readonly (readonly string[])[]> {
  const output = `${folder.path}/rows.table`
  const path = folder.write('book.xlsx', Buffer.from(bytes))
  await convertSheet({ path, fileName: 'book.xlsx', output, sheet: undefined })
  expect(readFileSync(output, 'utf8')).not.toBe('')
  return withSource(output, 'book.xlsx', (source) =>
    readTable({ ...source, rowsAreLines: true }, { encoding: 'utf-8', delimiter: tableDelimiter }).rows.map(
      ({ cells }) => cells,
    ),
  )
}
