import { type Finding, finding } from '../../writes/finding.ts'
import { keyIn } from '../../writes/stock-key.ts'
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
      const numberLine = mark === 0 ? 0 : this.#numberLine(row, line, plan)
      if (numberLine > 0 && firstLine !== numberLine)
        return withProblem(
          row,
          finding('stock_no', 'number-repeated', row.record.text(plan.numberIndex), {
            firstLine: numberLine,
          }),
        )
      if (firstLine === 0 || firstLine === line) return row
      return withProblem(row, repeats(row, mark, firstLine))
    })
  }

  /** The earlier line of a create with the same number; 0 if there is none. */
  #numberLine(row: CheckedRow, line: number, plan: RowPlan): number {
    const mark = this.#numberOf(row, plan)
    const first = mark === 0 ? 0 : this.#numbers.add(mark, line)
    return first === line ? 0 : first
  }

  #numberOf({ operation, record }: CheckedRow, { numberIndex }: RowPlan): number {
    const key = operation === 'create' && numberIndex >= 0 ? keyIn(record.text(numberIndex)) : null
    if (key === null || isNoValue(key)) return 0
    this.#checksum.begin()
    for (const sign of key) this.#checksum.addNumber(sign.codePointAt(0) ?? 0)
    return this.#checksum.end()
  }

  /** Forgets a row that is about to be another one. */
  forget(line: number, row: CheckedRow, plan: RowPlan): void {
    if (!this.#tells) return
    this.#linesOf(row).remove(this.#markOf(row, plan), line)
    const number = this.#numberOf(row, plan)
    if (number > 0) this.#numbers.remove(number, line)
  }

  /** Does work after which the lines are those of the rows: if it fails, they are as they were before it. */
  async whole<Value>(work: () => Promise<Value>): Promise<Value> {
    const all = [this.#creates, this.#targets, this.#numbers]
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

const withProblem = (row: CheckedRow, found: Finding): CheckedRow => ({
  ...row,
  problems: [...row.problems, found],
})

const repeats = ({ operation }: CheckedRow, mark: number, firstLine: number): Finding =>
  operation === 'create'
    ? finding('', 'duplicate-row', '', { firstLine })
    : finding('auto_id', 'duplicate-target', String(mark), { firstLine })
