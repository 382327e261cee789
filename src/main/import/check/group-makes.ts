import type { CsvRecord } from '../csv/csv-record.ts'
import { writeChanged } from '../csv/changed-record.ts'
import { TextFormat } from '../csv/text-format.ts'
import { RecordPageWriter } from '../records/record-page.ts'
import type { OutsideReason } from './outside-table.ts'
import type { RowPlan } from './row-plan.ts'

/** Records, and the bytes that hold them. */
interface Rows {
  readonly records: readonly CsvRecord[]
  readonly bytes: Buffer
}

const isBlank = (record: CsvRecord, index: number): boolean => record.text(index).trim() === ''

/** `Марка: BMW`, `BMW (3)`. */
const makeIn = (heading: string): string =>
  heading
    .replace(/^(?:make|марка|marke|marka)\s*:\s*/iu, '')
    .replace(/\s*(?:\(\d[^)]*\)|:)$/u, '')
    .trim()

/**
 * Makes that stand in a row of their own above the rows that they are of, as 1C writes reports with groups. Such a heading
 * is no row; the make is put into the rows below it that have a model and none.
 */
export class GroupMakes {
  readonly #plan: RowPlan
  readonly #make: number
  readonly #model: number
  readonly #others: readonly number[]
  #heading: string | null = null
  readonly #filled = new Map<CsvRecord, string>()

  constructor(plan: RowPlan) {
    this.#plan = plan
    const [make = -1, model = -1, ...others] = plan.vehicleIndexes
    const isNamed = plan.cells.create.some(({ field, named }) => field === 'marka_id' && named)
    ;[this.#make, this.#model] = isNamed && plan.makeModelIndex < 0 && model >= 0 ? [make, model] : [-1, -1]
    this.#others = others
  }

  /** Why a record is no row, which a heading looks like only by the row `next` to it. */
  reasonOf(
    record: CsvRecord,
    reason: OutsideReason | null,
    next: CsvRecord | undefined,
  ): OutsideReason | null {
    if (this.#make < 0) return reason
    if (reason === 'totals') this.#heading = null
    if (reason !== null && reason !== 'note') return reason
    const heading = this.#headingIn(record)
    if (heading !== null && (next ? this.#lacksMake(next) : reason === 'note')) {
      this.#heading = heading
      return 'group'
    }
    if (reason !== null) return reason
    if (!this.#lacksMake(record)) this.#heading = null
    else if (this.#heading !== null) this.#filled.set(record, this.#heading)
    return null
  }

  /** The rows, with the makes of their groups. */
  filled(records: readonly CsvRecord[], bytes: Buffer): Rows {
    if (this.#filled.size === 0) return { records, bytes }
    const page = new RecordPageWriter()
    const { delimiter } = this.#plan
    for (const record of records) {
      const value = this.#filled.get(record)
      if (value === undefined) {
        page.begin()
        page.copy(record.table.bytes, record.start, record.end)
        page.end()
      } else writeChanged(page, record, { column: this.#make, value, delimiter })
    }
    this.#filled.clear()
    return { records: new TextFormat(delimiter).readPage(page.page), bytes: page.page.bytes }
  }

  #lacksMake(record: CsvRecord): boolean {
    return (
      isBlank(record, this.#make) && !isBlank(record, this.#model) && isBlank(record, this.#plan.autoIdIndex)
    )
  }

  /** Words in the column of the makes, or before it, beside nothing but sums. */
  #headingIn(record: CsvRecord): string | null {
    if ([this.#model, ...this.#others, this.#plan.autoIdIndex].some((index) => !isBlank(record, index)))
      return null
    const [first = '', ...more] = record.cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    if (!/\p{L}{2}/u.test(first) || more.some((cell) => !/^[\d\s.,]+$/.test(cell))) return null
    if (!isBlank(record, this.#make) && record.text(this.#make).trim() !== first) return null
    return makeIn(first)
  }
}
