import { type Operation, operations } from '#shared/batch/advert-write.ts'
import { createOnlyColumns, editableColumns, fieldOfHeader, requiredColumns } from './columns.ts'
import type { ColumnMapping, FieldName } from '#shared/import/draft.ts'
import { foldName } from './name-folding.ts'
import { Fault } from '#shared/bridge/failure.ts'

/** Where a header stands, for its messages. */
export interface HeaderPlace {
  readonly file: string
  readonly line: number
}

/**
 * Matches each header with a field by its contract name or a plain name in three languages. Columns without a name or
 * with an unknown one are null.
 * @throws Fault `header-duplicate` with both columns (counted from 1) where two headers are the same name, or two names
 * of the same field
 */
export function mapHeader(header: readonly string[], place: HeaderPlace): ColumnMapping {
  const first = new Map<string, number>()
  return header.map((name, index) => {
    const field = fieldOfHeader(name)
    const key = field ?? foldName(name)
    const earlier = first.get(key)
    if (key !== '' && earlier !== undefined) throw duplicate(header, earlier, index, place)
    first.set(key, index)
    return field
  })
}

function duplicate(header: readonly string[], earlier: number, later: number, place: HeaderPlace): Fault {
  const names = [header[earlier] ?? '', header[later] ?? ''].map((name) => name.trim())
  const column = names[0] === names[1] ? (names[0] ?? '') : names.join(' / ')
  return new Fault('header-duplicate', { ...place, column, columns: `${earlier + 1}, ${later + 1}` })
}

/**
 * The operation that the columns tell without doubt, or null. `action` means that each row tells its own; an id of an
 * advert beside something to change is an edit, and alone in its file a delete; what only a create takes is a create.
 */
export function deriveOperation(
  mapping: ColumnMapping,
  header: readonly string[],
): Operation | 'mixed' | null {
  const has = (field: FieldName): boolean => mapping.includes(field)
  if (has('action')) return 'mixed'
  if (has('auto_id')) {
    if (editableColumns.some(has)) return 'edit'
    // An unknown name beside the id may be a misspelt `price`: such a file must not delete anything by itself.
    const others = mapping.filter(
      (field, index) => field !== 'auto_id' && field !== 'user_id' && header[index]?.trim() !== '',
    )
    return others.length === 0 ? 'delete' : null
  }
  return createOnlyColumns.some(has) ? 'create' : null
}

/**
 * @throws Fault `column-missing` naming every column that the contract requires of the operation and the file lacks;
 * where each row tells its own operation, the rows are asked instead
 */
export function requireColumns(
  mapping: ColumnMapping,
  operation: Operation | 'mixed',
  place: HeaderPlace,
): void {
  const required = operation === 'mixed' ? (['action'] as const) : requiredColumns[operation]
  const missing = required.filter((field) => !mapping.includes(field))
  if (missing.length > 0)
    throw new Fault('column-missing', { ...place, column: missing.join(', '), operation })
}

/** The operation of a check: the column `action` wins, then what was asked for, then what the columns tell. */
export function settleOperation(
  asked: Operation | null,
  mapping: ColumnMapping,
  header: readonly string[],
  place: HeaderPlace,
): Operation | 'mixed' {
  const derived = deriveOperation(mapping, header)
  const operation = derived === 'mixed' ? derived : (asked ?? derived)
  if (operation === null) throw new Fault('operation-unclear', { ...place, choices: operations.join(', ') })
  return operation
}
