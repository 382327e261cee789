import type { ColumnMapping, Outside, outsideReasons } from '#shared/import/draft.ts'
import { writeFields } from '#shared/batch/write-fields.ts'
import type { CsvRecord } from '../csv/csv-record.ts'
import {
  isColumnNumbers,
  isComment,
  isDragged,
  isExample,
  isExplanation,
  isLabel,
  isLoneWords,
  isRule,
  isSentence,
  isToolLine,
} from './no-car-lines.ts'

export type OutsideReason = (typeof outsideReasons)[number]

/** A record of the file that is no row of its table. */
export interface OutsideRecord {
  readonly record: CsvRecord
  readonly reason: OutsideReason
}

const totals =
  'totals?|sum|result|разом|всього|усього|підсумок|сума|итого|всего|итог|gesamt|gesamtergebnis|gesamtsumme|summe|ergebnis|suma|razem|suma końcowa'
const groupTotals = `${totals}|count|average|кількість|середнє|количество|среднее|anzahl|liczba`
const averages =
  '(?:average|avg|mean|min|max|мін|макс|середнє|среднее|średnia|mittelwert|durchschnitt)\\.?|(?:average price|середня ціна|средняя цена|мінімум|максимум|минимум|minimum|maximum)'
const totalWords = new RegExp(
  `^(?:${averages}|(?:grand |sub|загальний |общий )?(?:${totals})(?:(?:\\s+\\p{L}+){0,2}\\s*[:=–-].*|\\s+\\d.*|\\s+(?:по|за|for|of|für)\\s.+)?|[^:;]{1,40}\\s(?:${groupTotals}))$`,
  'iu',
)
/** `Разом: 57 авто`, in UTF-8. */
const longestTotal = 60
const zero = 0x30
const nine = 0x39

/** Columns as a file has them, and what each is. */
interface TableColumns {
  readonly header: readonly string[]
  readonly mapping: ColumnMapping
  /** True if every cell is surely in its column, as in a sheet: no line is the rest of another. */
  readonly fixedCells?: boolean | undefined
}

/** Distinguishes rows from what else is in a file: each kind is reported, and none is sent. */
export class TableBounds {
  /** The line of the header's last record. */
  readonly headerEnd: number
  readonly #headers: readonly CsvRecord[]
  readonly #columns: TableColumns
  /** 1 for the first byte of a row that is neither a header nor totals: a digit with which no header begins. */
  readonly #isPlain = new Uint8Array(256)
  /** The record before, without those that are no rows; null directly under the header. */
  #above: CsvRecord | null = null

  constructor(headers: readonly CsvRecord[], columns: TableColumns) {
    this.headerEnd = headers.at(-1)?.line ?? 0
    this.#headers = headers
    this.#columns = columns
    for (let digit = zero; digit <= nine; digit++) this.#isPlain[digit] = 1
    for (const header of headers) this.#isPlain[header.table.bytes[header.from(0)] ?? 0] = 0
  }

  /**
   * Why a record below the header is no row, or null. It runs for every record: for most a byte or two decides.
   * @param next the record below it, if it is read already
   */
  reasonOf(record: CsvRecord, next?: CsvRecord): OutsideReason | null {
    const reason = this.#isPlainRow(record) ? null : this.#slowReason(record, next)
    if (reason === null) this.#above = record
    return reason
  }

  /** True if a record begins with a number of several digits, with another cell behind it. */
  #isPlainRow(record: CsvRecord): boolean {
    if (this.#above === null || this.#isPlain[record.table.bytes[record.start] ?? 0] !== 1) return false
    return record.bytes(0) > 1 && record.bytes(1) > 0
  }

  #slowReason(record: CsvRecord, next?: CsvRecord): OutsideReason | null {
    if (this.#headers.some((header) => isSame(header, record))) return 'repeated-header'
    let first = 0
    while (first < record.length && record.bytes(first) === 0) first += 1
    return this.#markedReason(record, first) ?? this.#reasonOfCells(record, first, next)
  }

  /** Why a record is no row that says so in its first filled cell. */
  #markedReason(record: CsvRecord, first: number): OutsideReason | null {
    if (record.bytes(first) > longestComment) return null
    const text = record.text(first).trim()
    if (isRule([text]) && isRule(trimmed(record))) return 'tool-line'
    if (isComment(text)) return 'comment'
    return this.#isTotals(record, first, text) ? 'totals' : null
  }

  /** Totals name themselves in the first cell that is filled, and never fill every cell. */
  #isTotals(record: CsvRecord, first: number, text: string): boolean {
    const byte = record.table.bytes[record.from(first)] ?? zero
    if ((byte >= zero && byte <= nine) || record.bytes(first) > longestTotal) return false
    if (!totalWords.test(text)) return false
    return trimmed(record).filter((cell) => cell !== '').length < this.#columns.header.length
  }

  #reasonOfCells(record: CsvRecord, first: number, next?: CsvRecord): OutsideReason | null {
    const { header, mapping } = this.#columns
    const isTop = this.#above === null
    if (!isTop && !isSparse(record, first) && !mayBeNumbers(record, first) && !mayBeExample(record, mapping))
      return null
    const cells = trimmed(record)
    const filled = cells.filter((cell) => cell !== '')
    if (isColumnNumbers(filled) && (isTop || filled.length > 2)) return 'column-numbers'
    if (isToolLine(filled)) return 'tool-line'
    if (isExample(cells, mapping, isTop)) return 'example'
    if (isTop && isExplanation(cells, this.#columns)) return 'explanation'
    if (isDragged(cells, { ...this.#columns, above: this.#above ? trimmed(this.#above) : [] }))
      return 'dragged'
    if (header.length < 2 || this.#continuesAbove(record, next)) return null
    return this.#isNote(record, cells, filled) ? 'note' : null
  }

  #isNote(record: CsvRecord, cells: readonly string[], filled: readonly string[]): boolean {
    const { header, mapping } = this.#columns
    const [lone = ''] = filled
    const at = cells.indexOf(lone)
    const isNamed = header[at]?.trim().toLowerCase() !== mapping[at]
    if (filled.length === 1) return isLoneWords(lone, mapping[at] ?? null, isNamed)
    if (filled.length === 2 && isLabel(lone)) return true
    return record.length < header.length && isSentence(filled)
  }

  /**
   * Whether a line may be the rest of a text that a line end without quotation marks cut: it stands below a row that lacks cells,
   * or ends with such a text. Notes below the table stand apart from it.
   */
  #continuesAbove(record: CsvRecord, next?: CsvRecord): boolean {
    const { header, mapping, fixedCells = false } = this.#columns
    const above = this.#above
    const isShort = (other: CsvRecord): boolean => other.length < header.length
    if (above === null || fixedCells || !isShort(record)) return false
    if (isShort(above)) return true
    const last = mapping.at(-1) ?? null
    if ((last !== 'auto_note' && last !== 'version') || above.bytes(above.length - 1) === 0) return false
    const isApart = record.line > above.line + above.lineEnds + 1
    return !isApart || (next !== undefined && !isShort(next))
  }
}

/** A comment is a sentence or two. */
const longestComment = 500

const trimmed = (record: CsvRecord): string[] => record.cells.map((cell) => cell.trim())

const isSparse = (record: CsvRecord, first: number): boolean =>
  first > 0 || record.bytes(first + 1) === 0 || record.bytes(first + 2) === 0

const mayBeNumbers = (record: CsvRecord, first: number): boolean =>
  record.bytes(first) < 4 && record.bytes(first) === record.bytes(first + 1)

const exampleIds = (['auto_id', 'base_id'] as const).map(
  (field) => [field, Number(writeFields[field].example)] as const,
)

const mayBeExample = (record: CsvRecord, mapping: ColumnMapping): boolean =>
  exampleIds.some(([field, id]) => record.digits(mapping.indexOf(field)) === id)

/** Whether two records have the same cells, but for blanks and cells that are empty at the end. */
function isSame(header: CsvRecord, record: CsvRecord): boolean {
  // The first letter tells nearly every row apart from a header.
  if (header.table.bytes[header.from(0)] !== record.table.bytes[record.from(0)]) return false
  const length = Math.max(header.length, record.length)
  for (let index = 0; index < length; index++)
    if (header.text(index).trim() !== record.text(index).trim()) return false
  return true
}

const shownLength = 80
const shownLines = 10

/** Adds records to those reported as outside the table. */
export function addOutside(reported: Map<OutsideReason, Outside>, found: readonly OutsideRecord[]): void {
  for (const { record, reason } of found) {
    const before = reported.get(reason) ?? { reason, count: 0, lines: [], text: textOf(record) }
    const lines = before.lines.length < shownLines ? [...before.lines, record.line] : before.lines
    reported.set(reason, { ...before, count: before.count + 1, lines })
  }
}

function textOf({ cells }: CsvRecord): string {
  const text = cells
    .map((cell) => cell.replace(/\s+/g, ' ').trim())
    .filter((cell) => cell !== '')
    .join(' ')
  return text.length > shownLength ? `${text.slice(0, shownLength - 1).toWellFormed()}…` : text
}
