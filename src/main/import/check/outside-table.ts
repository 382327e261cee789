import type { ColumnMapping, Outside, outsideReasons } from '#shared/import/draft.ts'
import { writeFields } from '#shared/batch/write-fields.ts'
import { shortened } from '../../writes/finding.ts'
import type { Row } from '../rows/row.ts'
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
  isTrailer,
} from './no-car-lines.ts'

export type OutsideReason = (typeof outsideReasons)[number]

/** A record of the file that is no row of its table. */
export interface OutsideRecord {
  readonly record: Row
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
/** `Разом: 57 авто`. */
const longestTotal = 60
const digit = /^\d/

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
  readonly #headers: readonly Row[]
  readonly #columns: TableColumns
  /** Signs with which headers begin. */
  readonly #begins: ReadonlySet<string>
  /** The record before, without those that are no rows; null directly under the header. */
  #above: Row | null = null
  /** Records so far that are rows. */
  #rows = 0

  constructor(headers: readonly Row[], columns: TableColumns) {
    this.headerEnd = headers.at(-1)?.line ?? 0
    this.#headers = headers
    this.#columns = columns
    this.#begins = new Set(headers.map((header) => header.text(0).charAt(0)))
  }

  /**
   * Why a record below the header is no row, or null. It runs for every record: for most a sign or two decide.
   * @param next the record below it, if it is read already
   */
  reasonOf(record: Row, next?: Row): OutsideReason | null {
    const reason = this.#isPlainRow(record) ? null : this.#slowReason(record, next)
    if (reason === null) {
      this.#above = record
      this.#rows += 1
    }
    return reason
  }

  /** True if a record begins with a number of several digits, with another cell behind it. */
  #isPlainRow(record: Row): boolean {
    const first = record.text(0)
    if (this.#above === null || !digit.test(first) || this.#begins.has(first.charAt(0))) return false
    return first.length > 1 && record.text(1) !== ''
  }

  #slowReason(record: Row, next?: Row): OutsideReason | null {
    if (this.#headers.some((header) => isSame(header, record))) return 'repeated-header'
    let first = 0
    while (first < record.length && record.text(first) === '') first += 1
    return this.#markedReason(record, first) ?? this.#reasonOfCells(record, first, next)
  }

  /** Why a record is no row that says so in its first filled cell. */
  #markedReason(record: Row, first: number): OutsideReason | null {
    const text = record.text(first).trim()
    if (text.length > longestComment) return null
    if (isRule([text]) && isRule(trimmed(record))) return 'tool-line'
    if (isComment(text)) return 'comment'
    return this.#isTotals(record, first, text) ? 'totals' : null
  }

  /** Totals name themselves in the first cell that is filled, and never fill every cell. */
  #isTotals(record: Row, first: number, text: string): boolean {
    if (digit.test(record.text(first)) || text.length > longestTotal || !totalWords.test(text)) return false
    return trimmed(record).filter((cell) => cell !== '').length < this.#columns.header.length
  }

  #reasonOfCells(record: Row, first: number, next?: Row): OutsideReason | null {
    const { header, mapping } = this.#columns
    const isTop = this.#above === null
    if (!isTop && !isSparse(record, first) && !mayBeNumbers(record, first) && !mayBeExample(record, mapping))
      return null
    const cells = trimmed(record)
    const filled = cells.filter((cell) => cell !== '')
    if (isColumnNumbers(filled) && (isTop || filled.length > 2)) return 'column-numbers'
    if (isToolLine(filled) || this.#isTrailer(record, filled, next)) return 'tool-line'
    if (isExample(cells, mapping, isTop)) return 'example'
    if (isTop && isExplanation(cells, this.#columns)) return 'explanation'
    if (isDragged(cells, { ...this.#columns, above: this.#above ? trimmed(this.#above) : [] }))
      return 'dragged'
    if (header.length < 2 || this.#continuesAbove(record, next)) return null
    return this.#isNote(record, cells, filled) ? 'note' : null
  }

  /** A car's number may be the mark of a trailer: a record with all cells has to be the last, and to count the rows. */
  #isTrailer(record: Row, filled: readonly string[], next?: Row): boolean {
    const { header, mapping } = this.#columns
    const mayBeCar = record.length >= header.length && mapping[0] !== 'auto_id'
    return mayBeCar ? next === undefined && isTrailer(filled, this.#rows) : isTrailer(filled, null)
  }

  #isNote(record: Row, cells: readonly string[], filled: readonly string[]): boolean {
    const { header, mapping } = this.#columns
    const [lone = ''] = filled
    const at = cells.indexOf(lone)
    const isNamed = header[at]?.trim().toLowerCase() !== mapping[at]
    if (filled.length === 1) return isLoneWords(lone, mapping[at] ?? null, isNamed)
    if (filled.length === 2 && isLabel(lone)) return true
    return record.length < header.length && isSentence(filled)
  }

  /**
   * True if a line may be the rest of a text cut by an unquoted line end: it stands below a row that lacks cells or
   * ends with such a text. Notes below the table stand apart from it.
   */
  #continuesAbove(record: Row, next?: Row): boolean {
    const { header, mapping, fixedCells = false } = this.#columns
    const above = this.#above
    const isShort = (other: Row): boolean => other.length < header.length
    if (above === null || fixedCells || !isShort(record)) return false
    if (isShort(above)) return true
    const last = mapping.at(-1) ?? null
    if ((last !== 'auto_note' && last !== 'version') || above.cells.at(-1) === '') return false
    const isApart = record.line > above.line + above.lineEnds + 1
    return !isApart || (next !== undefined && !isShort(next))
  }
}

/** A comment is a sentence or two. */
const longestComment = 500

const trimmed = (record: Row): string[] => record.cells.map((cell) => cell.trim())

const isSparse = (record: Row, first: number): boolean =>
  first > 0 || record.text(first + 1) === '' || record.text(first + 2) === ''

const mayBeNumbers = (record: Row, first: number): boolean =>
  record.text(first).length < 4 && record.text(first).length === record.text(first + 1).length

const exampleIds = (['auto_id', 'base_id'] as const).map(
  (field) => [field, Number(writeFields[field].example)] as const,
)

const mayBeExample = (record: Row, mapping: ColumnMapping): boolean =>
  exampleIds.some(([field, id]) => record.digits(mapping.indexOf(field)) === id)

/** True if two records have the same cells, but for blanks and cells that are empty at the end. */
function isSame(header: Row, record: Row): boolean {
  // The first letter distinguishes nearly every row from a header.
  if (!record.text(0).trimStart().startsWith(header.text(0).trimStart().charAt(0))) return false
  const length = Math.max(header.length, record.length)
  for (let index = 0; index < length; index++)
    if (header.text(index).trim() !== record.text(index).trim()) return false
  return true
}

const shownLines = 10

/** Sums up records that are no rows, one entry for each reason. */
export function outsideFacts(found: readonly OutsideRecord[]): Outside[] {
  const facts = new Map<OutsideReason, Outside>()
  for (const { record, reason } of found) {
    const before = facts.get(reason) ?? { reason, count: 0, lines: [], text: textOf(record) }
    const lines = before.lines.length < shownLines ? [...before.lines, record.line] : before.lines
    facts.set(reason, { ...before, count: before.count + 1, lines })
  }
  return [...facts.values()]
}

function textOf({ cells }: Row): string {
  const texts = cells.map((cell) => cell.replace(/\s+/g, ' ').trim())
  return shortened(texts.filter((cell) => cell !== '').join(' '))
}
