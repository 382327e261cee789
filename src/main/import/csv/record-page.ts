import type { Delimiter } from '#shared/import/draft.ts'
import type { CsvRecord } from './csv-record.ts'
import { readRecord } from './one-record.ts'
import { RecordScanner } from './record-scanner.ts'

const lineFeed = Buffer.from('\n')

/** Records whose bytes are given without their line ends, read together: each on its own takes several times as long. */
export function readPage(raws: readonly Buffer[], delimiter: Delimiter): readonly CsvRecord[] {
  const bytes = Buffer.concat(raws.flatMap((raw) => [raw, lineFeed]))
  const { records } = new RecordScanner(delimiter).scan(bytes, true)
  // A quotation mark that never closes would take the records after it into its own.
  return records.length === raws.length ? records : raws.map((raw) => readRecord(raw, delimiter))
}
