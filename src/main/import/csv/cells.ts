/**
 * The cells of one record, read where they stand. A file has millions of them, most of them short numbers: what a cell
 * plainly is can be asked without making a text of it. An index without a cell is an empty one.
 */
export interface Cells {
  readonly length: number
  text(index: number): string
  /** The value of a cell of 1 to 15 digits and nothing else, or -1. */
  digits(index: number): number
  /** The same with one or two decimals after a point or a comma, either of which can then only be the decimal mark. */
  decimal(index: number): number
  /** Bytes that the cell's text takes in UTF-8, at most. */
  bytes(index: number): number
}
