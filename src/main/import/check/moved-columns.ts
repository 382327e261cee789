import { columnNamed, columnOfHeader } from '../columns/column-names.ts'
import { isOtherSum } from '../columns/money-headers.ts'
import type { Row } from '../rows/row.ts'
import type { RowPlan } from './row-plan.ts'

/**
 * True if a record below the header is the header of a table with other columns. Its rows would be read by the first
 * one, an old price as the price. One with the same columns in their places is recognized before (outside-table.ts).
 */
export function movesColumns(record: Row, { header, mapping }: Pick<RowPlan, 'header' | 'mapping'>): boolean {
  if (!isHeader(record, header)) return false
  const own = header.map(plain)
  return record.cells.map(plain).some((cell, index) => {
    if (cell === own[index] || cell === '') return false
    if (own.includes(cell)) return true
    const column = mapping[index] ?? null
    return (
      column !== null && columnOfHeader(cell) !== column && (columnNamed(cell) !== null || isOtherSum(cell))
    )
  })
}

/**
 * True if a record has no number, and more names of columns than anything else: a car may have the equipment `Base`.
 */
export function isHeader(record: Row, header: readonly string[]): boolean {
  if (hasNumber(record)) return false
  const own = header.map(plain)
  const cells = record.cells.map(plain).filter((cell) => cell !== '')
  const names = cells.filter((cell) => own.includes(cell) || columnNamed(cell) !== null)
  return names.length > 1 && names.length * 2 > cells.length
}

const plain = (cell: string): string => cell.trim().toLowerCase()

/** Nearly every row has a plain number, and no header has one: found without making a text of the cells. */
function hasNumber(record: Row): boolean {
  for (let index = 0; index < record.length; index++) if (record.digits(index) >= 0) return true
  return false
}
