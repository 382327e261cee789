import { type Finding, finding } from '../../writes/finding.ts'
import { foldOf, keyIn } from '../../writes/stock-key.ts'
import { type CheckedRow, isValid } from './checked-row.ts'
import { Checksum } from './checksum.ts'
import { FirstLines } from './first-lines.ts'
import { isNoValue } from './no-value.ts'
import type { RowPlan } from './row-plan.ts'

/**
 * Keeps, for one file, the line where each create and each target was first seen. Creates are distinguished by a checksum
 * of 53 bits, so that a million rows take little memory; a false alarm is a warning, once in ten thousand such files.
 */
export class Duplicates {
  readonly #creates = new FirstLines()
  readonly #targets = new FirstLines()
  /** Own numbers of creates. */
  readonly #numbers = new FirstLines()
  /** The same by what two spellings of a number have in common. */
  readonly #spellings = new FirstLines()
  /** The makers' numbers of creates. */
  readonly #makers = new FirstLines()
  readonly #checksum = new Checksum()
  readonly #tells: boolean

  /** @param tells false if rows are told apart by something else, as the cars of a stock file are by their numbers */
  constructor(tells = true) {
    this.#tells = tells
  }

  /**
   * Adds to each row without an error the warning that an earlier line does the same; a line is kept if it is the first of its
   * kind. All marks are made before the first is looked up: the processor then fetches many places of the table at once.
   */
  check(rows: readonly CheckedRow[], lines: readonly number[], plan: RowPlan): readonly CheckedRow[] {
    if (!this.#tells) return rows
    const marks = rows.map((row) => (isValid(row) ? this.#markOf(row, plan) : 0))
    return rows.map((row, at) => {
      const [mark = 0, line = 0] = [marks[at], lines[at]]
      const firstLine = mark === 0 ? 0 : this.#linesOf(row).add(mark, line)
      const found = mark === 0 ? null : this.#repeatedNumber(row, line, firstLine, plan)
      if (found) return withProblem(row, found)
      if (firstLine === 0 || firstLine === line) return row
      return withProblem(row, repeats(row, mark, firstLine))
    })
  }

  /** A finding about the number of a create that an earlier line has; another spelling is none of the same row's. */
  #repeatedNumber(row: CheckedRow, line: number, sameRow: number, plan: RowPlan): Finding | null {
    const { numberIndex, makersIndex } = plan
    const firsts = this.#numbersOf(row, plan).map(({ lines, mark }) =>
      mark === 0 ? 0 : lines.add(mark, line),
    )
    const [number = 0, maker = 0, alike = 0] = firsts.map((first) => (first === line ? 0 : first))
    const spelling = alike === sameRow ? 0 : alike
    if (number > 0)
      return finding('stock_no', 'number-repeated', row.record.text(numberIndex), { firstLine: number })
    if (maker > 0) {
      const column = plan.header[makersIndex]?.trim() ?? ''
      return finding(column, 'number-repeated', row.record.text(makersIndex), { firstLine: maker })
    }
    return spelling > 0
      ? finding('', 'duplicate-row', row.record.text(numberIndex), { firstLine: spelling })
      : null
  }

  /** The numbers of a create, each with the lines of its kind; 0 for none. */
  #numbersOf(row: CheckedRow, { numberIndex, makersIndex }: RowPlan): { lines: FirstLines; mark: number }[] {
    const [number, maker] = [this.#keyOf(row, numberIndex), this.#keyOf(row, makersIndex)]
    return [
      { lines: this.#numbers, mark: this.#markOfKey(number) },
      { lines: this.#makers, mark: maker !== null && wholeVin.test(maker) ? this.#markOfKey(maker) : 0 },
      { lines: this.#spellings, mark: number === null ? 0 : this.#markOfKey(foldOf(number)) },
    ]
  }

  #keyOf({ operation, record }: CheckedRow, index: number): string | null {
    const key = operation === 'create' && index >= 0 ? keyIn(record.text(index)) : null
    return key === null || isNoValue(key) ? null : key
  }

  #markOfKey(key: string | null): number {
    if (key === null) return 0
    this.#checksum.begin()
    for (const sign of key) this.#checksum.addNumber(sign.codePointAt(0) ?? 0)
    return this.#checksum.end()
  }

  /** Forgets a row that is about to be another one. */
  forget(line: number, row: CheckedRow, plan: RowPlan): void {
    if (!this.#tells) return
    this.#linesOf(row).remove(this.#markOf(row, plan), line)
    for (const { lines, mark } of this.#numbersOf(row, plan)) if (mark > 0) lines.remove(mark, line)
  }

  /** Does work after which the lines are those of the rows: if it fails, they are as they were before it. */
  async whole<Value>(work: () => Promise<Value>): Promise<Value> {
    const all = [this.#creates, this.#targets, this.#numbers, this.#spellings, this.#makers]
    for (const lines of all) lines.begin()
    try {
      const value = await work()
      for (const lines of all) lines.keep()
      return value
    } catch (error) {
      for (const lines of all) lines.restore()
      throw error
    }
  }

  #linesOf({ operation }: CheckedRow): FirstLines {
    return operation === 'create' ? this.#creates : this.#targets
  }

  /** What tells a row from others: the checksum of a create; edits and deletes begin with the id of their advert. */
  #markOf({ operation, record, numbers }: CheckedRow, { texts }: RowPlan): number {
    if (operation !== 'create') return numbers[0] ?? Number.NaN
    this.#checksum.begin()
    for (const number of numbers) this.#checksum.addNumber(number)
    for (const { index } of texts) record.addText(index, this.#checksum)
    return this.#checksum.end()
  }
}

/** A maker's number as it is whole; a part of one, or stars for it, may be that of several cars. */
const wholeVin = /^[A-HJ-NPR-Z\d]{17}$/i

const withProblem = (row: CheckedRow, found: Finding): CheckedRow => ({
  ...row,
  problems: [...row.problems, found],
})

const repeats = ({ operation }: CheckedRow, mark: number, firstLine: number): Finding =>
  operation === 'create'
    ? finding('', 'duplicate-row', '', { firstLine })
    : finding('auto_id', 'duplicate-target', String(mark), { firstLine })
