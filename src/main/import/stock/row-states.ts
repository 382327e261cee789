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
  const rows = rowsByKey(cars)
  return new Map(
    cars.flatMap((car) => {
      const found = stateOf(car, rows.get(car.key?.key ?? ''))
      return found ? [[car.line, found] as const] : []
    }),
  )
}

/** The rows of a key that are taken. */
interface RowsOfKey {
  firstLine: number
  /** The line of the first row but one; null if there is none. */
  nextLine: number | null
  readonly content: string
  agree: boolean
  /** Number of cars that they say together; null if they say nothing of that. */
  amount: number | null
  /** The first rows that say that there is none, and that there is one. */
  readonly firstOf: [none: number | null, some: number | null]
}

function rowsByKey(cars: readonly Car[]): Map<string, RowsOfKey> {
  const rows = new Map<string, RowsOfKey>()
  for (const car of cars) {
    const { key, line, content } = car
    if (!key) continue
    const known = rows.get(key.key)
    if (!known) {
      const first = { firstLine: line, nextLine: null, content, agree: true }
      rows.set(key.key, withAmount({ ...first, amount: null, firstOf: [null, null] }, car))
    } else {
      withAmount(known, car)
      const [first, ...others] = [known.firstLine, known.nextLine ?? line, line].toSorted((a, b) => a - b)
      known.firstLine = first ?? line
      known.nextLine = others.find((other) => other !== first) ?? null
      known.agree &&= known.content === content
    }
  }
  return rows
}

function withAmount(rows: RowsOfKey, { line, amount }: Car): RowsOfKey {
  if (amount === null) return rows
  rows.amount = (rows.amount ?? 0) + amount
  const place = amount >= 1 ? 1 : 0
  rows.firstOf[place] = Math.min(rows.firstOf[place] ?? line, line)
  return rows
}

/** The row that stands for all of its key: of those with numbers of cars one that says the same as their sum. */
const takenLine = ({ firstLine, amount, firstOf }: RowsOfKey): number =>
  (amount === null ? null : firstOf[amount >= 1 ? 1 : 0]) ?? firstLine

function stateOf({ trouble, line, isValid }: Car, rows: RowsOfKey | undefined): RowState | null {
  if (trouble) return { file: trouble.reason, otherLine: null }
  if (rows && !rows.agree)
    return { file: 'doubled-key', otherLine: rows.firstLine === line ? rows.nextLine : rows.firstLine }
  if (rows && takenLine(rows) !== line) return { file: 'equal-row', otherLine: takenLine(rows) }
  return isValid ? null : { file: 'invalid', otherLine: null }
}
