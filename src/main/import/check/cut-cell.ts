import { type Finding, finding } from '../../writes/finding.ts'
import type { CsvRecord } from '../csv/csv-record.ts'
import type { CheckedRow } from './checked-row.ts'
import type { RowPlan } from './row-plan.ts'

/** With fewer rows one of them is the shortest by chance. */
const leastRows = 3

/**
 * Finds a file that ends inside its last cell: only its last row has no line end, and the cell is shorter than any other
 * of its column. Many programs write no last line end, so that alone is no sign.
 */
export class CutCell {
  readonly #plan: RowPlan
  readonly #last: number
  #rows = 0
  #shortest = Number.POSITIVE_INFINITY

  constructor(plan: RowPlan) {
    this.#plan = plan
    this.#last = plan.header.length - 1
  }

  /** The problem of the last of these rows, which end where the file does; null if it has none. */
  pass(rows: readonly CsvRecord[], bytes: Buffer): Finding | null {
    for (const record of rows) {
      if (this.#isCut(record, bytes)) return this.#found(record)
      if (record.length !== this.#plan.header.length) continue
      this.#rows += 1
      this.#shortest = Math.min(this.#shortest, record.bytes(this.#last))
    }
    return null
  }

  #isCut(record: CsvRecord, bytes: Buffer): boolean {
    if (record.end !== bytes.length || this.#plan.fixedCells === true || this.#rows < leastRows) return false
    // A cell in quotation marks is whole.
    const isOpen = record.length === this.#plan.header.length && record.to(this.#last) === record.end
    return isOpen && record.bytes(this.#last) < this.#shortest
  }

  #found(record: CsvRecord): Finding {
    const { mapping, header } = this.#plan
    return finding(mapping[this.#last] ?? header[this.#last] ?? '', 'cell-cut', record.text(this.#last))
  }
}

/** Adds to the last row that the file ends inside it. */
export const withCut = (rows: readonly CheckedRow[], cut: Finding | null): readonly CheckedRow[] =>
  cut === null
    ? rows
    : rows.map((row, at) => (at === rows.length - 1 ? { ...row, problems: [cut, ...row.problems] } : row))
