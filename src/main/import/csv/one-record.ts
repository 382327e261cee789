import Papa from 'papaparse'
import type { Delimiter } from '#shared/import/draft.ts'

/** Cells as one record of a file, quoted if they must be; so is a single empty one, which would be an empty line. */
export function writeRecord(cells: readonly string[], delimiter: Delimiter): Buffer {
  const quotes = cells.length === 1 && cells[0] === ''
  return Buffer.from(`${Papa.unparse([[...cells]], { delimiter, newline: '\n', quotes })}\n`)
}
