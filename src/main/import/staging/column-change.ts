import type { ColumnChange } from '#shared/import/column-change.ts'

/** What a cell becomes; null if it stays as it is. */
export function changedCell(
  cell: string,
  { match, value }: Pick<ColumnChange, 'match' | 'value'>,
): string | null {
  const next = match === null ? value : replaced(cell, match, value)
  return next === null || next === cell ? null : next
}

function replaced(
  cell: string,
  { text, whole }: NonNullable<ColumnChange['match']>,
  value: string,
): string | null {
  if (whole) return cell === text ? value : null
  return text !== '' && cell.includes(text) ? cell.replaceAll(text, () => value) : null
}
