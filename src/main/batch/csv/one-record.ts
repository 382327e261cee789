import Papa from 'papaparse'
import type { Delimiter } from '#shared/batch/draft.ts'
import type { CsvRecord } from './csv-records.ts'
import { misplacedQuote } from './quote-check.ts'

interface Parsed {
  readonly data: string[][]
  readonly errors: readonly { readonly code: string }[]
}

const isUnclosed = ({ code }: Parsed['errors'][number]): boolean => code === 'MissingQuotes'

/** Reads one staged record again, the way it was read from its file. */
export function readRecord(line: number, raw: string, delimiter: Delimiter): CsvRecord {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  const ended = parser.parse(`${raw}\n`, 0, false) as Parsed
  // A cell whose quote never closes would take the line end in.
  const { data } = ended.errors.some(isUnclosed) ? (parser.parse(raw, 0, false) as Parsed) : ended
  const cells = (data[0] ?? ['']).map((cell) => (cell.includes('\r') ? cell.replace(/\r\n?/g, '\n') : cell))
  return { line, raw, cells, quote: misplacedQuote(raw, delimiter), nul: raw.includes('\0') }
}

/** Cells as one record of a file, quoted where they must be. */
export const writeRecord = (cells: readonly string[], delimiter: Delimiter): string =>
  Papa.unparse([[...cells]], { delimiter, newline: '\n' })
