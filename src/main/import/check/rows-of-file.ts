import { Fault } from '#shared/bridge/failure.ts'
import type { StatedCount } from '#shared/import/draft.ts'
import type { StatedRecords } from '#shared/import/file-facts.ts'
import { GroupMakes } from './group-makes.ts'
import { movesColumns } from './moved-columns.ts'
import { mostUncounted } from './no-car-lines.ts'
import type { OutsideReason, OutsideRecord, TableBounds } from './outside-table.ts'
import { type IsCar, isRowAfterAll } from './row-likeness.ts'
import type { RowPlan } from './row-plan.ts'
import { operationOfRow } from './row-vehicle.ts'
import { scanStock } from './scanners.ts'
import { headsSold } from '../columns/sold-words.ts'
import type { Table } from '../csv/read-table.ts'
import type { Row } from '../rows/row.ts'
import { type Finding, finding } from '../../writes/finding.ts'

/** The rows of a draft, stated apart from what else is in its file. */
export interface FileRows {
  readonly rows: readonly Row[]
  /** Records that are no rows. */
  readonly outside: readonly OutsideRecord[]
  /** The number of rows that the file says, if it has another one. */
  readonly statedCount: StatedCount | null
  /** The problem of the last row, if the file ends inside it. */
  readonly cut: Finding | null
}

interface Options {
  readonly file: string
  readonly plan: RowPlan
  readonly bounds: TableBounds
  /** The number of records that the document states. */
  readonly stated?: StatedRecords | undefined
  /** Identifies the cars of a stock file by their numbers. */
  readonly isCar?: IsCar
}

/**
 * Finds the rows under the header of a file.
 * @throws Fault `header-moved` if another header with other columns is among them, `file-broken-off` if they end with an error
 * of the program that wrote them
 */
export function rowsOfFile(table: Table, { file, plan, bounds, stated: beside, isCar }: Options): FileRows {
  const groups = new GroupMakes(plan)
  const sold = new SoldRows(plan)
  const end = new ProgramErrors(plan)
  const stated = new StatedCounts(beside)
  const outside: OutsideRecord[] = []
  const rows: Row[] = []
  const below = table.rows.filter(({ line }) => line > bounds.headerEnd)
  const marksIds = areMarked(below, plan)
  for (const [at, record] of below.entries()) {
    const next = below[at + 1]
    const reason = bounds.reasonOf(record, next)
    if (!reason && movesColumns(record, plan)) throw new Fault('header-moved', { file, line: record.line })
    const isRow = (marksIds && reason === 'comment') || (reason && isRowAfterAll(record, reason, plan, isCar))
    const left = isRow ? null : reason
    const found = sold.isHeading(record) ? 'note' : sold.reasonOf(record, groups.reasonOf(record, left, next))
    end.pass(record, found)
    stated.pass(record, found)
    if (found) outside.push({ record, reason: found })
    else rows.push(record)
  }
  if (end.found) throw new Fault('file-broken-off', { file, ...end.found })
  const cut = cutCell(rows, table.open, plan)
  return { rows: groups.filled(rows), outside, statedCount: stated.differing, cut }
}

/** True if a file writes its ids as `#39099974`, which is no comment then: none is written without the sign. */
function areMarked(rows: readonly Row[], { autoIdIndex }: RowPlan): boolean {
  const [first] = rows
  return (
    !!first &&
    /^#\s?\d/.test(first.text(autoIdIndex)) &&
    !rows.some((row) => /^\d/.test(row.text(autoIdIndex)))
  )
}

/** With fewer rows one of them is the shortest by chance. */
const leastRows = 3

/**
 * Finds a file that ends inside its last cell: only its last row has no line end, and the cell is the shortest of its
 * column. Many programs write no last line end, so that alone is no sign.
 * @param open the last row of the file, if nothing says that it is whole
 */
function cutCell(
  rows: readonly Row[],
  open: Row | null,
  { header, mapping, fixedCells = false }: RowPlan,
): Finding | null {
  if (open === null || fixedCells || rows.at(-1) !== open || open.length !== header.length) return null
  const last = header.length - 1
  const whole = rows.slice(0, -1).filter(({ length }) => length === header.length)
  const isShortest = whole.every((row) => row.text(last).length > open.text(last).length)
  if (whole.length < leastRows || !isShortest) return null
  return finding(mapping[last] ?? header[last] ?? '', 'cell-cut', open.text(last))
}

/** Rows below words such as “Sold cars” that stand alone in a line, up to words that say that cars are for sale. */
class SoldRows {
  readonly #plan: RowPlan
  readonly #stock: number
  #below = false

  constructor(plan: RowPlan) {
    this.#plan = plan
    this.#stock = plan.mapping.indexOf('in_stock')
  }

  /** Takes the next record. @returns true if it is such a heading */
  isHeading(record: Row): boolean {
    const at = loneCell(record)
    const sold = at < 0 ? null : headsSold(record.text(at).trim())
    if (sold === null || (!sold && !this.#below)) return false
    this.#below = sold
    return true
  }

  /** Why a record below such a heading is left out; deletions, and rows that say themselves that the car isn't there, are meant. */
  reasonOf(record: Row, reason: OutsideReason | null): OutsideReason | null {
    if (!this.#below || reason !== null) return reason
    if (operationOfRow(record, this.#plan) === 'delete') return null
    return this.#stock >= 0 && scanStock(record, this.#stock) === 0 ? null : 'sold'
  }
}

/** The only cell of a record that isn't empty; -1 if there are several, or none. */
function loneCell(record: Row): number {
  let at = -1
  for (let index = 0; index < record.length; index++) {
    if (record.text(index) === '') continue
    if (at >= 0) return -1
    at = index
  }
  return at
}

const rowWords =
  'rows?|records?|lines?|items?|cars?|vehicles?|рядк\\p{L}*|рядок|запис\\p{L}*|строк\\p{L}*|авто|автомобіл\\p{L}*|автомобил\\p{L}*|машин\\p{L}*|позиці\\p{L}*|позици\\p{L}*|zeilen?|datensätze|fahrzeuge?|wierszy|aut|samochodów'
const totalWords =
  'total|count|totals|разом|всього|усього|підсумок|кількість|итого|всего|количество|gesamt|anzahl|razem|liczba'
/** `(10 rows affected)`, `Разом: 40 авто`, `Total rows: 3`. */
const counts = [
  `^\\(?\\s*(?:(?:${totalWords})\\s*[:=–-]?\\s*)?(\\d+)\\s+(?:${rowWords})(?!\\p{L})`,
  `^\\(?(?:\\p{L}+\\s+){0,2}(?:${rowWords})\\s*[:=–-]\\s*(\\d+)\\s*\\)?[.;]?$`,
  '^(?:count|кількість|количество|anzahl|liczba)\\s*[:=]?\\s*(\\d+)$',
].map((each) => new RegExp(each, 'iu'))
const trailer = /^(?:t|tr|trl|trailer|eof|footer|z|99)$/i

/** The number of rows that a line below the table says; null if it says none. */
function countIn(filled: readonly string[]): { readonly count: number; readonly beside: number } | null {
  const [first = '', second = '', ...more] = filled
  if (trailer.test(first) && more.length === 0 && /^\d{1,7}$/.test(second))
    return { count: Number(second), beside: mostUncounted }
  const text = filled.length > 2 ? '' : filled.join(' ')
  const digits = counts.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
  return digits === undefined ? null : { count: Number(digits), beside: 0 }
}

const sayingReasons: ReadonlySet<OutsideReason> = new Set(['tool-line', 'totals', 'note'])

/**
 * Reads the number of rows that a program states for its file, in a line below the last of them or next to the list.
 */
class StatedCounts {
  #last: { readonly line: number; readonly count: number; readonly beside: number } | null = null
  readonly #stated: StatedRecords | undefined
  #rows = 0
  #outside = 0

  /** @param beside statement next to the list of a document */
  constructor(beside?: StatedRecords) {
    this.#stated = beside
  }

  pass(record: Row, reason: OutsideReason | null): void {
    if (reason === null) {
      this.#rows += 1
      this.#last = null
      return
    }
    const stated = !sayingReasons.has(reason)
      ? null
      : countIn(record.cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))
    // Lines above that one may be counted as rows.
    if (stated === null) this.#outside += 1
    else this.#last = { line: record.line, ...stated }
  }

  /** The count that disagrees with the rows that were read; null if it agrees, or if none is stated. */
  get differing(): StatedCount | null {
    if (!this.#last) return this.#differingStated
    const { line, count, beside } = this.#last
    const agrees = count >= this.#rows && count <= this.#rows + this.#outside + beside
    return agrees ? null : { line, stated: count, rows: this.#rows }
  }

  /** A list with fewer records than are stated is a page of a longer one. */
  get #differingStated(): StatedCount | null {
    if (!this.#stated) return null
    const { key, count } = this.#stated
    const isWhole = count !== null && count <= this.#rows + this.#outside
    return isWhole ? null : { key, stated: count, rows: this.#rows }
  }
}

/** Beginnings of what programs write in the place of rows when they fail. */
const beginnings = [
  String.raw`(?:php\s+)?(?:(?:catchable |recoverable )?fatal error|parse error)\s*:`,
  String.raw`(?:php\s+)?(?:warning|notice|deprecated)\s*:.*\bon line\s+\d+`,
  String.raw`traceback \(most recent call last\)`,
  String.raw`(?:[\w$]+\.)*[A-Z][\w$]*(?:Error|Exception)\b\s*(?::|$)`,
  String.raw`(?:uncaught|unhandled) \w+`,
  String.raw`exception in thread\b`,
  String.raw`ORA-\d{5}\b`,
  String.raw`SQLSTATE\[`,
  String.raw`msg \d+, level \d+`,
  String.raw`error(?: \d+)?(?:\s*\(\w+\).*)?\s*:`,
  String.raw`(?:помилка|ошибка|fehler|błąd)(?:\s[^:]*)?(?::|$)`,
  String.raw`panic:`,
  String.raw`segmentation fault`,
  String.raw`out of memory`,
  String.raw`killed$`,
  String.raw`(?:mysql|mysqldump|psql|pg_dump|sqlcmd|bcp|curl|wget|bash)\s*:`,
  String.raw`(?:5\d\d|4\d\d) (?:[A-Z][\w-]* ?){1,4}$`,
  String.raw`(?:execution |query |connection |request )?time-?d? ?out\b`,
  String.raw`(?:lost connection|connection (?:lost|reset|refused|timed out|closed))\b`,
  String.raw`(?:maximum execution time|allowed memory size)\b`,
  String.raw`stack trace\s*:`,
  String.raw`thrown in\b.*\bon line\b`,
  String.raw`#\d+ (?:\{main\}|\/|\w:\\)`,
  String.raw`at [\w.$<>]+\(.*\)`,
]
const begins = new RegExp(`^(?:<[^>]*>|[\\s"'#/*-])*(?:${beginnings.join('|')})`, 'iu')
/** An error behind what was written of a row. */
const holds = /(?:fatal|parse) error(?:<\/b>)?\s*:.*\bon line\b/iu
const tags = /<\/?[a-z][^>]*>/giu
const longest = 2_000

/** The errors of the program that wrote a file which stand behind its last row. */
class ProgramErrors {
  readonly #columns: number
  readonly #delimiter: string
  /** The first of them; null if there is none. */
  found: { readonly line: number; readonly value: string } | null = null

  constructor({ header, delimiter }: RowPlan) {
    this.#columns = header.length
    this.#delimiter = delimiter
  }

  /** Takes the next record, with the reason for which it is no row. */
  pass(record: Row, reason: OutsideReason | null): void {
    const text = this.#mayBeError(record, reason) ? record.cells.join(this.#delimiter) : ''
    if (text !== '' && text.length < longest && isProgramError(text))
      this.found ??= { line: record.line, value: text.trim().slice(0, 80) }
    else if (reason === null) this.found = null
  }

  #mayBeError(record: Row, reason: OutsideReason | null): boolean {
    const isWhole = reason === null && record.length === this.#columns && this.#columns > 1
    return !isWhole
  }
}

const isProgramError = (raw: string): boolean =>
  begins.test(raw.replaceAll(tags, '').trim()) || holds.test(raw)
