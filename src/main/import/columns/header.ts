import { type Operation, operations } from '#shared/batch/operation.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import { createOnlyFields, editableFields, requiredOf } from '../../writes/field-lists.ts'
import { columnOfHeader } from './column-names.ts'
import { foldName } from './name-folding.ts'
import { Fault } from '#shared/bridge/failure.ts'

/** Where a header is found, for its messages. */
export interface HeaderPlace {
  readonly file: string
  readonly line: number
}

/**
 * Matches each header with a column that we know, by its contract name or a plain name in three languages. Headers
 * without a name or with an unknown one are null.
 * @throws Fault `header-duplicate` with both columns (counted from 1) if two headers are the same name, or two names of
 * the same column
 */
export function mapHeader(header: readonly string[], place: HeaderPlace): ColumnMapping {
  const first = new Map<string, number>()
  return header.map((name, index) => {
    const column = columnOfHeader(name)
    const key = column ?? foldName(name)
    const earlier = first.get(key)
    if (key !== '' && earlier !== undefined) throw duplicate(header, earlier, index, place)
    first.set(key, index)
    return column
  })
}

function duplicate(header: readonly string[], earlier: number, later: number, place: HeaderPlace): Fault {
  const names = [header[earlier] ?? '', header[later] ?? ''].map((name) => name.trim())
  const column = names[0] === names[1] ? (names[0] ?? '') : names.join(' / ')
  return new Fault('header-duplicate', { ...place, column, columns: `${earlier + 1}, ${later + 1}` })
}

/**
 * The operation that follows from the columns without doubt, or null. `action` means that each row names its own; the id
 * of an advert beside something to change is an edit, and alone in its file a delete; what only a create takes is a
 * create.
 */
export function deriveOperation(
  mapping: ColumnMapping,
  header: readonly string[],
): Operation | 'mixed' | null {
  const has = (column: ColumnName): boolean => mapping.includes(column)
  if (has('action')) return 'mixed'
  if (has('auto_id')) {
    if (editableFields.some(has)) return 'edit'
    // An unknown name beside the id may be a misspelt `price`: such a file must not delete anything by itself.
    const others = mapping.filter(
      (column, index) => column !== 'auto_id' && column !== 'user_id' && header[index]?.trim() !== '',
    )
    return others.length === 0 ? 'delete' : null
  }
  return createOnlyFields.some(has) ? 'create' : null
}

/**
 * @throws Fault `column-missing` naming every column that the contract requires of the operation and the file lacks;
 * if each row names its own operation, the rows are checked instead
 */
export function requireColumns(
  mapping: ColumnMapping,
  operation: Operation | 'mixed',
  place: HeaderPlace,
): void {
  const required = operation === 'mixed' ? (['action'] as const) : requiredOf(operation)
  const missing = required.filter((column) => !mapping.includes(column))
  if (missing.length > 0)
    throw new Fault('column-missing', { ...place, column: missing.join(', '), operation })
}

/**
 * The operation of a check: the column `action` wins, then what the dealer chose, then what the columns tell.
 * @throws Fault `operation-unclear`
 */
export function settleOperation(
  chosen: Operation | null,
  mapping: ColumnMapping,
  header: readonly string[],
  place: HeaderPlace,
): Operation | 'mixed' {
  const derived = deriveOperation(mapping, header)
  const operation = derived === 'mixed' ? derived : (chosen ?? derived)
  if (operation === null) throw new Fault('operation-unclear', { ...place, choices: operations.join(', ') })
  return operation
}
