import { Fault } from '#shared/bridge/failure.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import type { Constants } from '#shared/import/column-map.ts'
import { givenBy } from '#shared/import/file-columns.ts'
import { kindOf } from '#shared/batch/field-lists.ts'
import { Row } from '../rows/row.ts'
import { type Scan, scanCurrency, scanFlag, scanId, scanPrice, scanStock } from './scanners.ts'

/** A value that every row of a file has: a text, or the number of any other kind. */
export type Constant = string | number

/** The constant's value, or null if it is none that a cell of the field could hold. */
export function constantOf(field: FieldName, text: string): Constant | null {
  if (text.trim() === '') return null
  if (kindOf(field) === 'text') return text
  const value = scanned(field, text)
  return typeof value === 'number' ? value : null
}

function scanned(field: FieldName, text: string): Scan {
  const record = new Row(1, [text])
  switch (kindOf(field)) {
    case 'price':
      return scanPrice(record, 0, '.')
    case 'currency':
      return scanCurrency(record, 0)
    case 'flag':
      return field === 'in_stock' ? scanStock(record, 0) : scanFlag(record, 0)
    default:
      return scanId(record, 0)
  }
}

/**
 * @throws Fault `constant-value` if a value doesn't fit its field, `constant-column` if a column of the file has the
 * same field: a row would have two values
 */
export function requireConstants(
  constants: Constants,
  mapping: ColumnMapping,
  header: readonly string[],
  file: string,
): void {
  for (const [field, value] of Object.entries(constants) as [FieldName, string][]) {
    if (constantOf(field, value) === null) throw new Fault('constant-value', { file, column: field, value })
    const at = mapping.findIndex((column) => column !== null && givenBy(column).includes(field))
    if (at >= 0) throw new Fault('constant-column', { file, column: header[at] ?? '', value: field })
  }
}
