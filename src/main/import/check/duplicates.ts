import { type Finding, finding } from '../../writes/finding.ts'
import { type CheckedRow, isValid } from './checked-row.ts'
import { Checksum } from './checksum.ts'
import { FirstLines } from './first-lines.ts'
import type { RowPlan } from './row-plan.ts'

/**
 * Keeps, for one file, the line where each create and each target was first seen. Creates are distinguished by a checksum
 * of 53 bits, so that a million rows take little memory; a false alarm is a warning, once in ten thousand such files.
 */
export class Duplicates {
  readonly #creates = new FirstLines()
  readonly #targets = new FirstLines()
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
      if (firstLine === 0 || firstLine === line) return row
      return { ...row, problems: [...row.problems, repeats(row, mark, firstLine)] }
    })
  }

  /** Forgets a row that is about to be another one. */
  forget(line: number, row: CheckedRow, plan: RowPlan): void {
    if (this.#tells) this.#linesOf(row).remove(this.#markOf(row, plan), line)
  }

  /** Does work after which the lines are those of the rows: if it fails, they are as they were before it. */
  async whole<Value>(work: () => Promise<Value>): Promise<Value> {
    const both = [this.#creates, this.#targets]
    for (const lines of both) lines.begin()
    try {
      const value = await work()
      for (const lines of both) lines.keep()
      return value
    } catch (error) {
      for (const lines of both) lines.restore()
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

const repeats = ({ operation }: CheckedRow, mark: number, firstLine: number): Finding =>
  operation === 'create'
    ? finding('', 'duplicate-row', '', { firstLine })
    : finding('auto_id', 'duplicate-target', String(mark), { firstLine })
