/** A quotation mark in a place where none is allowed. */
export interface MisplacedQuote {
  /** Index of the cell as the scanner counts cells. */
  readonly column: number
  /** Whether text follows a closing quote, so that the scanner may have read on into other cells or lines. */
  readonly broken: boolean
  /** The line of a quote that is never closed. */
  readonly openedIn?: number
}

/** Adds up the bytes of texts. */
export interface TextSum {
  addBytes(view: DataView, from: number, to: number): void
}

/**
 * One row as the checks read it, whatever its cells are kept as: the text of a file (csv/csv-record.ts) or values that the
 * app has already (values-record.ts). An index without a cell is an empty one.
 */
export interface RecordView {
  /** The line of the file where the row begins, or its number among rows of values; the first is 1. */
  readonly line: number
  /** Where the row is in the bytes that it was read from, and is staged with. */
  readonly start: number
  readonly end: number
  /** How many cells it has. */
  readonly length: number
  readonly cells: string[]
  /** A quotation mark in a place where none is allowed, or null. */
  readonly quote: MisplacedQuote | null
  /** Whether the row holds a NUL. */
  readonly nul: boolean
  /** Whether the row holds the sign with which DOS programs end a file. */
  readonly hasEndMark: boolean
  /** The text of a cell. */
  text(index: number): string
  /** The text that a cell means: without what keeps a spreadsheet from reading it as a formula or a number. */
  meantText(index: number): string
  /** The value of a cell of 1 to 15 digits and nothing else, or -1. */
  digits(index: number): number
  /** The same with one or two decimals after a point or a comma, either of which can then only be the decimal mark. */
  decimal(index: number): number
  /** Bytes that the cell's text takes in UTF-8, at most. */
  bytes(index: number): number
  /** Whether a cell holds a letter that a decoder could not read. */
  hasLostLetter(index: number): boolean
  addText(index: number, sum: TextSum): void
}

/** The value of a text of 1 to 15 digits and nothing else, or -1: fifteen digits never lose precision. */
export const digitsOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1)

/** The same with one or two decimals. */
export const decimalOf = (text: string): number => {
  const [whole = '', part] = text.split(/[.,]/, 2)
  return /^\d{1,15}[.,]\d{1,2}$/.test(text) ? Number(`${whole}.${part ?? ''}`) : digitsOf(text)
}
