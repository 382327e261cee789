import { Fault } from '#shared/bridge/failure.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import { isOfLostLines } from '../check/lost-lines.ts'
import { repairedText } from '../encoding/spoilt-letters.ts'
import type { RowOfDraft } from './draft-row.ts'
import type { Row } from '../rows/row.ts'

/** The result of a change of a column. */
export interface ChangedColumn {
  /** Rows with another text then. */
  readonly changed: ReadonlyMap<RowOfDraft, Row>
  /** Rows that stay as they are because lines of the file are lost in them: changed, they would pass without them. */
  readonly lost: number
}

/** The rows that a change of a column changes. */
export function changedColumn(
  rows: readonly RowOfDraft[],
  { column, ...change }: ColumnChange,
): ChangedColumn {
  const changed = new Map<RowOfDraft, Row>()
  let lost = 0
  for (const row of rows) {
    const { record } = row.checked
    const value = changedCell(record.text(column), change)
    if (value === null) continue
    if (holdsLines(row)) lost += 1
    else changed.set(row, record.with([[column, value]]))
  }
  return { changed, lost }
}

/** True if lines of the file are lost in a row. */
export const holdsLines = ({ checked }: RowOfDraft): boolean => checked.problems.some(isOfLostLines)

/** @throws Fault `invalid-request` if the column is none of the file's */
export function requireColumn(column: number, columns: number): void {
  if (column >= columns) throw new Fault('invalid-request', { path: 'column' })
}

/** The new text of a cell; null if it stays as it is. */
function changedCell(cell: string, { match, value }: Pick<ColumnChange, 'match' | 'value'>): string | null {
  const next = match === null ? value : match === 'spoilt' ? repairedText(cell) : replaced(cell, match, value)
  return next === null || next === cell ? null : next
}

function replaced(
  cell: string,
  { text, whole }: Exclude<ColumnChange['match'], 'spoilt' | null>,
  value: string,
): string | null {
  if (whole) return cell === text ? value : null
  return text !== '' && cell.includes(text) ? cell.replaceAll(text, () => value) : null
}
