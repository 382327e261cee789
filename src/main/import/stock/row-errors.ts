import { type Car, type Verdict, verdict } from './decisions.ts'

/**
 * The rows that say nothing of their own, by line: without a key, left out, with an error, or with the key of another row. Rows
 * that say the same are one, told at the later ones; of those that differ nobody knows which is right. A row that a person left
 * out makes no other one doubled.
 */
export function rowErrors(cars: readonly Car[]): Map<number, Verdict> {
  const rows = rowsByKey(cars)
  const errors = new Map<number, Verdict>()
  for (const car of cars) {
    const found = ownError(car) ?? besideOthers(car, rows.get(car.key?.key ?? ''))
    if (found) errors.set(car.line, found)
  }
  return errors
}

/** The rows of a key that are taken. */
interface RowsOfKey {
  firstLine: number
  /** The line of the first row but one; null if there is none. */
  nextLine: number | null
  readonly content: number
  agree: boolean
}

function rowsByKey(cars: readonly Car[]): Map<string, RowsOfKey> {
  const rows = new Map<string, RowsOfKey>()
  for (const { key, leftOut, line, content } of cars) {
    if (!key || leftOut) continue
    const known = rows.get(key.key)
    if (!known) rows.set(key.key, { firstLine: line, nextLine: null, content, agree: true })
    else {
      const [first, ...others] = [known.firstLine, known.nextLine ?? line, line].toSorted((a, b) => a - b)
      known.firstLine = first ?? line
      known.nextLine = others.find((other) => other !== first) ?? null
      known.agree &&= known.content === content
    }
  }
  return rows
}

function ownError({ trouble, leftOut }: Car): Verdict | null {
  if (leftOut) return verdict('error', 'left-out')
  return trouble && verdict('error', trouble.reason)
}

function besideOthers({ line, isValid }: Car, rows: RowsOfKey | undefined): Verdict | null {
  const isFirst = !rows || rows.firstLine === line
  if (rows && !rows.agree)
    return verdict('error', 'doubled-key', { otherLine: isFirst ? rows.nextLine : rows.firstLine })
  if (!isFirst) return verdict('unchanged', 'equal-row', { otherLine: rows.firstLine })
  return isValid ? null : verdict('error', 'invalid')
}
