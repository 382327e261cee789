import Papa from 'papaparse'
import type { Delimiter } from '#shared/import/draft.ts'
import type { CsvRecord } from './csv-record.ts'
import { RecordScanner } from './record-scanner.ts'

/** Reads one staged record again, in the way it was read from its file. */
export function readRecord(raw: Buffer, delimiter: Delimiter): CsvRecord {
  const [record] = new RecordScanner(delimiter).scan(raw, true).records
  if (!record) throw new Error('A staged record is never empty')
  return record
}

/** Cells as one record of a file, quoted if they must be; so is a single empty one, which would be an empty line. */
export function writeRecord(cells: readonly string[], delimiter: Delimiter): Buffer {
  const quotes = cells.length === 1 && cells[0] === ''
  return Buffer.from(`${Papa.unparse([[...cells]], { delimiter, newline: '\n', quotes })}\n`)
}
