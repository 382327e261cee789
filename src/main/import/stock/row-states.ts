import type { Car } from './decisions.ts'
import type { FileState } from './stock-table.ts'

/** A row that says nothing of its own, and the line of another one with its key. */
export interface RowState {
  readonly file: FileState
  readonly otherLine: number | null
}

/**
 * The rows that say nothing of their own, by line: without a key, with an error, or with the key of another row. Equal
 * rows are one, reported at the others; of different ones the right one is unknown.
 */
export function rowStates(cars: readonly Car[]): Map<number, RowState> {
  const byKey = Map.groupBy(cars, ({ key }) => key?.key ?? null)
  return new Map(
    [...byKey.values()].flatMap((found) => {
      const rows = found.toSorted((one, other) => one.line - other.line)
      const agree = rows.every(({ content }) => content === rows[0]?.content)
      const taken = takenOf(rows)
      return rows.flatMap((car) => {
        const state = stateOf(car, agree ? taken : rows.find(({ line }) => line !== car.line), agree)
        return state ? [[car.line, state] as const] : []
      })
    }),
  )
}

/** The row that stands for all of its key: of those with numbers of cars one that says the same as their sum. */
function takenOf(rows: readonly Car[]): Car | undefined {
  const amounts = rows.flatMap(({ amount }) => amount ?? [])
  const isThere = amounts.reduce((sum, amount) => sum + amount, 0) >= 1
  return rows.find(({ amount }) => amount !== null && amount >= 1 === isThere) ?? rows[0]
}

/** @param other the row that is taken in its place; if the rows of its key differ, the first of the others */
function stateOf({ trouble, line, isValid }: Car, other: Car | undefined, agree: boolean): RowState | null {
  if (trouble) return { file: trouble.reason, otherLine: null }
  if (!agree) return { file: 'doubled-key', otherLine: other?.line ?? null }
  if (other && other.line !== line) return { file: 'equal-row', otherLine: other.line }
  return isValid ? null : { file: 'invalid', otherLine: null }
}
