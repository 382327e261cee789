import { guardText, unguardText } from '#shared/files/spreadsheet-text.ts'
import { fieldNamed } from '#shared/batch/field-lists.ts'
import { fieldKinds } from '../../writes/field-kinds.ts'

/** A quotation mark in a place where none is allowed. */
export interface MisplacedQuote {
  /** Index of the cell, counted from 0. */
  readonly column: number
  /** True if text follows a closing quote, so that the cell may hold other cells or lines. */
  readonly broken: boolean
  /** The line of a quote that is never closed. */
  readonly openedIn?: number
}

/** Facts of a row that its reader knows already. */
interface RowFacts {
  readonly quote?: MisplacedQuote | null
  /** Line ends inside its cells. */
  readonly lineEnds?: number
  /** False if no cell holds a NUL, or the sign with which DOS programs end a file. */
  readonly mayHoldSigns?: boolean
}

export const endMark = '\u001a'

/** The digits that the formula `="320"` keeps as text, be it with typesetters' quotes; null if the cell is none. */
export const digitsOfFormula = (cell: string): string | null =>
  /^=["“”„«](\d+)["“”»]$/.exec(cell.trim())?.[1] ?? null

const onlyDigits = /^\d{1,15}$/
const withDecimals = /^\d{1,15}[.,]\d{1,2}$/

/** A row of a table: the texts of its cells. A cell that it lacks is an empty one. */
export class Row {
  /** The line of the file where the row begins, or its number among rows of values; the first is 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** A quotation mark in a place where none is allowed, or null. */
  readonly quote: MisplacedQuote | null
  readonly lineEnds: number
  readonly #mayHoldSigns: boolean

  constructor(line: number, cells: readonly string[], facts: RowFacts = {}) {
    this.line = line
    this.cells = cells
    this.quote = facts.quote ?? null
    this.lineEnds = facts.lineEnds ?? cells.reduce((sum, cell) => sum + lineEndsIn(cell), 0)
    this.#mayHoldSigns = facts.mayHoldSigns ?? true
  }

  get length(): number {
    return this.cells.length
  }

  /** True if it holds nothing but blanks. With a quotation mark in the wrong place what follows the mark may be lost in it. */
  get isBlank(): boolean {
    return this.quote === null && this.cells.every(isBlankCell)
  }

  /** True if a cell holds a NUL, or the sign with which DOS programs end a file. */
  get hasSigns(): boolean {
    return this.#mayHoldSigns && this.cells.some((cell) => cell.includes('\0') || cell.includes(endMark))
  }

  /** The text of a cell. */
  text(index: number): string {
    return this.cells[index] ?? ''
  }

  /** The text that a cell means: without what keeps a spreadsheet from reading it as a formula or a number. */
  meantText(index: number): string {
    const cell = this.text(index)
    return digitsOfFormula(cell) ?? unguardText(cell)
  }

  /** The value of a cell of 1 to 15 digits and nothing else, or -1: fifteen digits never lose precision. */
  digits(index: number): number {
    const cell = this.text(index)
    return onlyDigits.test(cell) ? Number(cell) : -1
  }

  /** The same with one or two decimals after a point or a comma, either of which can then only be the decimal mark. */
  decimal(index: number): number {
    const cell = this.text(index)
    return withDecimals.test(cell) ? Number(cell.replace(',', '.')) : this.digits(index)
  }

  /** The row with other texts in some cells; a cell that a short row lacks is added. */
  with(changes: readonly (readonly [column: number, text: string])[]): Row {
    const cells = [...this.cells]
    for (const [column, text] of changes) {
      while (cells.length < column) cells.push('')
      cells[column] = text
    }
    return new Row(this.line, cells)
  }

  /** The row with cells in front of its own. */
  behind(front: readonly string[]): Row {
    const quote = this.quote && { ...this.quote, column: this.quote.column + front.length }
    const lineEnds = this.lineEnds
    const mayHoldSigns = this.#mayHoldSigns
    return new Row(this.line, [...front, ...this.cells], { quote, lineEnds, mayHoldSigns })
  }
}

export function lineEndsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

const isBlankCell = (cell: string): boolean => cell === '' || /^[^\S\r\n]+$/.test(cell)

/** A cell that the app fills itself: a number, a text as it is meant, or null for an empty one. */
export type CellValue = number | string | null

/** A row of values that the app has, as a file would hold them. @param columns the contract's names of the cells */
export const rowOfValues = (
  columns: readonly (string | null)[],
  values: readonly CellValue[],
  line = 1,
): Row =>
  new Row(
    line,
    values.map((value, at) => cellOf(columns[at] ?? '', value)),
  )

/**
 * Value in the words of a file: a currency by its code, a text that no spreadsheet takes for a formula, one kind of
 * line end.
 */
function cellOf(column: string, value: CellValue): string {
  const kind = fieldNamed(column)?.kind
  if (typeof value === 'number') return String(kind === undefined ? value : fieldKinds[kind].cell(value))
  const text = (value ?? '').toWellFormed().replaceAll(/\r\n?/g, '\n')
  return kind === 'text' ? guardText(text) : text
}
