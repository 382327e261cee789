import { type Finding, finding } from '../../writes/finding.ts'
import type { CheckedRow } from './checked-row.ts'
import { Checksum } from './checksum.ts'
import { FirstLines } from './first-lines.ts'
import type { RowPlan } from './row-plan.ts'

/**
 * Keeps, for one file, the line where each create and each target was first seen. Creates are told apart by a checksum
 * of 53 bits, so that a million rows take little memory; a false alarm is a warning, once in ten thousand such files.
 */
export class Duplicates {
  readonly #creates = new FirstLines()
  readonly #targets = new FirstLines()
  readonly #checksum = new Checksum()

  /** The warning that an earlier line does the same, or null. `line` is kept if it is the first of its kind. */
  check(line: number, row: CheckedRow, plan: RowPlan): Finding | null {
    if (row.operation === 'create') {
      const firstLine = this.#creates.add(this.#identity(row, plan), line)
      return firstLine === 0 || firstLine === line ? null : finding('', 'duplicate-row', '', { firstLine })
    }
    const target = targetOf(row)
    const firstLine = this.#targets.add(target, line)
    if (firstLine === 0 || firstLine === line) return null
    return finding('auto_id', 'duplicate-target', String(target), { firstLine })
  }

  /** Forgets a row that is about to be another one. */
  forget(line: number, row: CheckedRow, plan: RowPlan): void {
    if (row.operation === 'create') this.#creates.remove(this.#identity(row, plan), line)
    else this.#targets.remove(targetOf(row), line)
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

  #identity({ record, numbers }: CheckedRow, { texts }: RowPlan): number {
    this.#checksum.begin()
    for (const number of numbers) this.#checksum.addNumber(number)
    for (const { index } of texts)
      this.#checksum.addBytes(record.table.view, record.from(index), record.to(index))
    return this.#checksum.end()
  }
}

/** Edits and deletes begin with the id of their advert. */
const targetOf = ({ numbers: [target = Number.NaN] }: CheckedRow): number => target
