import { Fault } from '#shared/bridge/failure.ts'
import type { Delimiter, Encoding, LineEnd } from '#shared/import/file-facts.ts'
import { type CsvRecord, endMark } from './csv-record.ts'
import { RecordScanner } from './record-scanner.ts'
import type { SourceFile } from './source-file.ts'
import { readUtf8 } from './utf8-chunks.ts'

export interface RecordChunk {
  /** Without blank ones. */
  readonly records: readonly CsvRecord[]
  /** The bytes (UTF-8) that hold the records. */
  readonly bytes: Buffer
  /** Bytes of the file read so far. */
  readonly position: number
  /** What ended the records of the file so far. */
  readonly lineEnd: LineEnd
  /** Blank records that were left out of this chunk. */
  readonly blank: number
  /** Whether the file ends with the sign of DOS programs, which is no part of the table. */
  readonly endMark: boolean
}

export interface ReadOptions {
  readonly encoding: Encoding
  readonly delimiter: Delimiter
}

/** A record longer than this has a quote that never closes: a URL takes 8 kB, and a chunk is scanned again as it grows. */
export const longestRecord = 1_048_576

export const longRecord = (file: string, line: number): Fault => new Fault('line-too-long', { file, line })

/**
 * Reads a file's records in chunks that are not kept.
 * @throws Fault `line-too-long` if a record is too long without an unclosed quote to explain it; what readUtf8 throws
 */
export function* readRecords(
  source: SourceFile,
  { encoding, delimiter }: ReadOptions,
): Generator<RecordChunk> {
  const scanner = new RecordScanner(delimiter, source.rowsAreLines)
  let tail: Buffer = Buffer.alloc(0)
  for (const { bytes: read, position, last } of readUtf8(source, encoding)) {
    const whole = tail.length === 0 ? read : Buffer.concat([tail, read])
    const bytes = last ? withoutEndMark(whole) : whole
    const { records: all, consumed } = scanner.scan(bytes, last)
    const records = all.filter(({ isBlank }) => !isBlank)
    const { lineEnd } = scanner
    const endMarked = bytes.length < whole.length
    yield { records, bytes, position, lineEnd, blank: all.length - records.length, endMark: endMarked }
    tail = bytes.subarray(consumed)
    if (tail.length > longestRecord) {
      const records = endHere(scanner, tail, source.name)
      yield { records, bytes: tail, position: source.bytes, lineEnd, blank: 0, endMark: false }
      return
    }
  }
}

function withoutEndMark(bytes: Buffer): Buffer {
  let end = bytes.length
  while (bytes[end - 1] === endMark) end -= 1
  return bytes.subarray(0, end)
}

/** The last record, taken for unclosed although the file continues. */
function endHere(scanner: RecordScanner, tail: Buffer, file: string): CsvRecord[] {
  const { records } = scanner.scan(tail, true)
  const [record] = records
  if (record?.quote?.openedIn === undefined) throw longRecord(file, record?.line ?? 1)
  return records
}
