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
  readonly content: number
  agree: boolean
}

function rowsByKey(cars: readonly Car[]): Map<string, RowsOfKey> {
  const rows = new Map<string, RowsOfKey>()
  for (const { key, leftOut, line, content } of cars) {
    if (!key || leftOut) continue
    const known = rows.get(key.key)
    if (!known) rows.set(key.key, { firstLine: line, content, agree: true })
    else {
      known.firstLine = Math.min(known.firstLine, line)
      known.agree &&= known.content === content
    }
  }
  return rows
}

function ownError({ key, leftOut }: Car): Verdict | null {
  if (leftOut) return verdict('error', 'left-out')
  return key ? null : verdict('error', 'no-key')
}

function besideOthers({ line, isValid }: Car, rows: RowsOfKey | undefined): Verdict | null {
  const firstLine = rows && rows.firstLine !== line ? rows.firstLine : null
  if (rows && !rows.agree) return verdict('error', 'doubled-key', { firstLine })
  if (firstLine !== null) return verdict('unchanged', 'equal-row', { firstLine })
  return isValid ? null : verdict('error', 'invalid')
}
