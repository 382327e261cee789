import Papa from 'papaparse'
import { fieldOfHeader } from '../check/columns.ts'
import {
  type Delimiter,
  delimiters,
  type Encoding,
  type FieldName,
  type FileShape,
  type FileShapeChoice,
} from '#shared/import/draft.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { CsvRecord } from './csv-record.ts'
import { readRecords } from './csv-records.ts'
import { detectEncoding, hasBom, sampleBytes } from '../encoding/detect-encoding.ts'
import { decoderOf } from '../../files/text-decoder.ts'
import { readBytes, type SourceFile } from './source-file.ts'

/** A file's first look: how its bytes become cells, its header and its first records. */
export interface FileLook {
  readonly shape: FileShape
  readonly bom: boolean
  readonly header: CsvRecord
  readonly sample: readonly CsvRecord[]
}

const sampleRecords = 20

/**
 * Finds what the dealer didn't choose of a file's shape and reads its header and first records.
 * @throws Fault `file-binary`, `file-encoding`, `file-delimiter`, `file-empty`, `file-header-only`, `quote-unclosed`
 */
export async function lookAtFile(source: SourceFile, choice: FileShapeChoice): Promise<FileLook> {
  const { encoding, bom } = choice.encoding
    ? { encoding: choice.encoding, bom: hasBom(source, choice.encoding) }
    : await detectEncoding(source)
  const delimiter = choice.delimiter ?? findDelimiter(source, encoding)
  const [header, ...sample] = firstRecords(source, encoding, delimiter)
  if (!header) throw new Fault('file-empty', { file: source.name })
  refuseUnclosed(source.name, header, sample)
  if (sample.length === 0) throw new Fault('file-header-only', { file: source.name, line: header.line })
  const decimalMark = choice.decimalMark ?? findDecimalMark(header.cells, sample, delimiter)
  return { shape: { encoding, delimiter, decimalMark }, bom, header, sample }
}

/** A quote that never closes is the problem of its row, but where it leaves no row before it to be used. */
function refuseUnclosed(file: string, header: CsvRecord, [first]: readonly CsvRecord[]): void {
  const line = header.quote?.openedIn ?? first?.quote?.openedIn
  if (line !== undefined) throw new Fault('quote-unclosed', { file, line })
}

const sepLine = /^\uFEFF?"?sep=(.)"?$/i

/** Excel's own first line, which tells the delimiter and is no record. */
export const isSepLine = (record: CsvRecord): boolean => record.line === 1 && sepLine.test(record.raw)

function firstRecords(source: SourceFile, encoding: Encoding, delimiter: Delimiter): CsvRecord[] {
  const records: CsvRecord[] = []
  for (const piece of readRecords(source, { encoding, delimiter })) {
    records.push(...piece.records.filter((record) => !isSepLine(record)))
    if (records.length > sampleRecords) break
  }
  return records.slice(0, sampleRecords + 1)
}

/** @throws Fault `file-delimiter` where no delimiter makes columns and the only header is none of our names */
function findDelimiter(source: SourceFile, encoding: Encoding): Delimiter {
  const text = sampleText(source, encoding)
  if (text.trim() === '') throw new Fault('file-empty', { file: source.name })
  const told = sepLine.exec(text.slice(0, text.indexOf('\n')).trim())?.[1]
  const named = delimiters.find((delimiter) => delimiter === told)
  if (named) return named
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, score: delimiterScore(text, delimiter) }))
    .sort((one, other) => other.score - one.score)
  if (!best || best.score === 0) throw new Fault('file-delimiter', { file: source.name, line: 1 })
  return best.delimiter
}

/** The file's beginning with `\n` line ends, without a last line that the sample may have cut. */
function sampleText(source: SourceFile, encoding: Encoding): string {
  const bytes = new Uint8Array(sampleBytes)
  const read = readBytes(source, bytes, 0)
  const text = decoderOf(encoding, 'lenient').decode(bytes.subarray(0, read), false).replace(/\r\n?/g, '\n')
  return read < source.bytes && text.includes('\n') ? text.slice(0, text.lastIndexOf('\n') + 1) : text
}

const scoredRecords = 50

/**
 * Headers that we know count most, then how many columns there are and how many records agree with the header:
 * a one-row `;` file with decimal commas has more commas than semicolons.
 */
function delimiterScore(text: string, delimiter: Delimiter): number {
  const parser = new Papa.Parser({ delimiter, newline: '\n', preview: scoredRecords })
  const { data } = parser.parse(text, 0, false) as { data: string[][] }
  const [header = [], ...rows] = data.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const known = header.filter((name) => fieldOfHeader(name) !== null).length
  if (header.length < 2) return known
  const agreeing = rows.filter((cells) => cells.length === header.length).length / Math.max(rows.length, 1)
  return known * 1_000 + header.length * (0.1 + agreeing)
}

/** The mark that the first prices are written with; where they have none, the one that goes with the delimiter. */
function findDecimalMark(
  header: readonly string[],
  sample: readonly CsvRecord[],
  delimiter: Delimiter,
): '.' | ',' {
  const priceField: FieldName = 'price'
  const column = header.findIndex((name) => fieldOfHeader(name) === priceField)
  const prices = sample.map(({ cells }) => (cells[column] ?? '').trim())
  const commas = prices.filter((price) => /\d,\d{1,2}$/.test(price)).length
  const points = prices.filter((price) => /\d\.\d{1,2}$/.test(price)).length
  if (commas !== points) return commas > points ? ',' : '.'
  return delimiter === ';' || delimiter === '\t' ? ',' : '.'
}
