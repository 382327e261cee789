import type { RowOfDraft } from './draft-row.ts'
import type { Row } from '../rows/row.ts'

/** Steps that can be undone; an older one is forgotten. */
const mostSteps = 100

/** A row as it is before a step, or after one that was undone. */
export interface RowState {
  readonly record: Row
  readonly leftOut: boolean
}

export type Step = ReadonlyMap<RowOfDraft, RowState>

/** The steps that the dealer took in a draft: which rows each of them changed, and what they were before. */
export class Steps {
  readonly #done: Step[] = []
  readonly #undone: Step[] = []
  /** Every row that a step changed, as the file has it. */
  readonly #touched = new Map<RowOfDraft, Row>()

  get touched(): ReadonlyMap<RowOfDraft, Row> {
    return this.#touched
  }

  /** Number of steps that can be undone, and how many can be done again. */
  get open(): { undo: number; redo: number } {
    return { undo: this.#done.length, redo: this.#undone.length }
  }

  /** Keeps what these rows are before a step; steps that were undone can't be done again then. */
  begin(rows: Iterable<RowOfDraft>): void {
    const step = stateOf(rows)
    this.#done.push(step)
    for (const [row, { record }] of step) if (!this.#touched.has(row)) this.#touched.set(row, record)
    if (this.#done.length > mostSteps) this.#done.shift()
    this.#undone.length = 0
  }

  /** The step to be undone, or done again; undefined if there is none. */
  next(way: 'undo' | 'redo'): Step | undefined {
    return (way === 'undo' ? this.#done : this.#undone).at(-1)
  }

  /** Goes that step back or forth: its rows are about to become what it kept of them. */
  move(way: 'undo' | 'redo'): void {
    const [from, to] = way === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done]
    const step = from.pop()
    if (step) to.push(stateOf(step.keys()))
  }
}

const stateOf = (rows: Iterable<RowOfDraft>): Step =>
  new Map([...rows].map((row) => [row, { record: row.checked.record, leftOut: row.leftOut }]))
