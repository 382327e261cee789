import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { rangeOf } from './line-range.ts'

/** Steps that can be undone; an older one is forgotten. */
const mostSteps = 100

/** The steps that the dealer took in a draft: which rows each of them changed, and what they were before. */
export class RowHistory {
  readonly #db: DatabaseSync
  readonly #removeOld: StatementSync
  readonly #removeUndone: StatementSync
  readonly #keep: StatementSync
  readonly #keepRange: StatementSync
  readonly #swap: StatementSync
  /** The step that was taken last and is not undone; 0 if there is none. */
  #done = 0
  /** The last step that can be done again. */
  #last = 0
  #first = 1

  constructor(db: DatabaseSync) {
    this.#db = db
    // Two statements: for both conditions in one SQLite reads all steps.
    this.#removeOld = db.prepare('DELETE FROM history WHERE step < ?')
    this.#removeUndone = db.prepare('DELETE FROM history WHERE step > ?')
    const keep = 'INSERT OR IGNORE INTO history SELECT ?, line, place, size, left_out FROM records WHERE line'
    this.#keep = db.prepare(`${keep} IN (SELECT value FROM json_each(?))`)
    this.#keepRange = db.prepare(`${keep} BETWEEN ? AND ?`)
    // Half the time of UPDATE … FROM, which collects all rows before it changes the first one.
    this.#swap = db.prepare(
      `UPDATE history SET (place, size, left_out) =
         (SELECT place, size, left_out FROM records WHERE records.line = history.line)
       WHERE step = ? AND line BETWEEN ? AND ?`,
    )
  }

  /** How many steps can be undone, and how many can be done again. */
  get open(): { undo: number; redo: number } {
    return { undo: this.#done - this.#first + 1, redo: this.#last - this.#done }
  }

  /** What restore() takes. */
  mark(): Readonly<{ done: number; last: number; first: number }> {
    return { done: this.#done, last: this.#last, first: this.#first }
  }

  /** After the table was rolled back: the steps are those of the mark. */
  restore({ done, last, first }: ReturnType<RowHistory['mark']>): void {
    this.#done = done
    this.#last = last
    this.#first = first
  }

  /** Begins a step; steps that were undone can't be done again then. @returns its number */
  begin(): number {
    this.#first = Math.max(this.#first, this.#done + 2 - mostSteps)
    this.#removeOld.run(this.#first)
    this.#removeUndone.run(this.#done)
    this.#done += 1
    this.#last = this.#done
    return this.#done
  }

  /** Keeps what these rows, in the order of their lines, are before the step changes them. */
  keep(step: number, lines: readonly number[]): void {
    const range = rangeOf(lines)
    if (range) this.#keepRange.run(step, ...range)
    else this.#keep.run(step, JSON.stringify(lines))
  }

  /** Begins a step with the rows that a condition over `records` names. @returns its number; null if there are none: no step then */
  keepNew(condition: string, values: readonly (string | number)[]): number | null {
    const where = `FROM records WHERE ${condition}`
    if (!this.#db.prepare(`SELECT 1 ${where} LIMIT 1`).get(...values)) return null
    const step = this.begin()
    this.#db
      .prepare(`INSERT INTO history SELECT ?, line, place, size, left_out ${where}`)
      .run(step, ...values)
    return step
  }

  /** Keeps what the step's rows of these lines are now in the place of what it kept, which they are about to become. */
  swap(step: number, first: number, last: number): void {
    this.#swap.run(step, first, last)
  }

  /** Goes a step back or forth. @returns the step whose rows are to be swapped; null if there is none */
  move(way: 'undo' | 'redo'): number | null {
    const { undo, redo } = this.open
    if ((way === 'undo' ? undo : redo) === 0) return null
    if (way === 'redo') this.#done += 1
    const step = this.#done
    if (way === 'undo') this.#done -= 1
    return step
  }
}
