import Papa from 'papaparse'
import type { Delimiter } from '#shared/batch/draft.ts'
import type { CsvRecord } from './csv-records.ts'
import { misplacedQuote } from './quote-check.ts'

/** Reads one staged record again, the way it was read from its file. */
export function readRecord(line: number, raw: string, delimiter: Delimiter): CsvRecord {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  const { data } = parser.parse(`${raw}\n`, 0, false) as { data: string[][] }
  const cells = (data[0] ?? ['']).map((cell) => (cell.includes('\r') ? cell.replace(/\r\n?/g, '\n') : cell))
  return { line, raw, cells, quote: misplacedQuote(raw, delimiter), nul: raw.includes('\0') }
}

/** Cells as one record of a file, quoted where they must be. */
export const writeRecord = (cells: readonly string[], delimiter: Delimiter): string =>
  Papa.unparse([[...cells]], { delimiter, newline: '\n' })
