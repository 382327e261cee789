import { editableFields, fieldsOfCreates } from '#shared/batch/field-lists.ts'
import { type Operation, operations } from '#shared/batch/operation.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { deriveOperation, missingColumns, namesAdverts } from '#shared/import/column-needs.ts'
import { areJoined, type ColumnJoins } from '#shared/import/column-joins.ts'
import { areTheSame, type ColumnName } from '#shared/import/file-columns.ts'
import { vehicleFields } from '../../names/vehicle-ids.ts'
import { columnNamed, columnOfHeader } from './column-names.ts'
import { takeNumber } from './number-column.ts'
import { Fault } from '#shared/bridge/failure.ts'

/** Place where a header is found, for its messages. */
export interface HeaderPlace {
  readonly file: string
  readonly line: number
  /** Why columns are missing: none has a name, or none says which adverts are meant. */
  readonly reason?: 'no-header' | 'no-id'
}

/**
 * Matches each header with a known column: by its contract name or a plain name in three languages; else by such a name
 * with a unit or an addition (`Price, $`), if only one has it. Headers without a name or with an unknown one are null,
 * also if several have the same one.
 * @throws Fault `header-duplicate` with both columns (counted from 1) if two headers name the same column
 */
export function mapHeader(header: readonly string[], place: HeaderPlace): ColumnMapping {
  const mapping = namedFields(header)
  mapping.forEach((column, index) => {
    const earlier = mapping.indexOf(column)
    if (column !== null && column !== 'stock_no' && earlier < index)
      throw duplicate(header, earlier, index, place)
  })
  takeNamesWithAdditions(mapping, header)
  // Columns of their own for make and model say more than one with both.
  const apart = mapping.some((column) => column === 'marka_id' || column === 'model_id')
  const together = mapping.map((column) => (apart && column === 'make_model' ? null : column))
  return takeNumber(together, header)
}

/** The fields that headers name. Names of a vehicle next to its ids (`Марка` and `marka_id`) are compared with them. */
function namedFields(header: readonly string[]): (ColumnName | null)[] {
  const named = header.map(columnNamed)
  const isContract = (index: number): boolean => header[index]?.trim().toLowerCase() === named[index]
  return named.map((column, index) => {
    if (column === null || !vehicleFields.some((field) => field === column) || isContract(index))
      return column
    return named.some((other, at) => other === column && isContract(at)) ? null : column
  })
}

/** With both `Price, $` and `Price, €` the dealer says which. */
function takeNamesWithAdditions(mapping: (ColumnName | null)[], header: readonly string[]): void {
  const found = header.map((name, index) => (mapping[index] === null ? columnOfHeader(name) : null))
  const isTaken = new Set(mapping)
  found.forEach((column, index) => {
    if (column === null || isTaken.has(column)) return
    if (found.indexOf(column) === found.lastIndexOf(column)) mapping[index] = column
  })
}

/**
 * Columns (counted from 0) that may all be the field by their names, so that none is taken: `Price, $` and `Price, €`.
 */
export interface Rivals {
  readonly field: ColumnName
  readonly columns: number[]
}

/** The rivals for fields that no column is mapped to. */
export function rivalsIn(header: readonly string[], mapping: ColumnMapping): Rivals[] {
  const found = new Map<ColumnName, number[]>()
  header.forEach((name, index) => {
    const field = mapping[index] === null ? columnOfHeader(name) : null
    if (field !== null && !mapping.some((column) => column !== null && areTheSame(column, field)))
      found.set(field, [...(found.get(field) ?? []), index])
  })
  return [...found].flatMap(([field, columns]) => (columns.length > 1 ? [{ field, columns }] : []))
}

function twice(
  header: readonly string[],
  columns: readonly number[],
  field: ColumnName,
  { file }: HeaderPlace,
): Fault {
  const names = columns.map((index) => header[index]?.trim() ?? '').join(', ')
  const numbers = columns.map((index) => index + 1).join(', ')
  return new Fault('column-twice', { file, column: names, columns: numbers, value: field })
}

function duplicate(header: readonly string[], earlier: number, later: number, place: HeaderPlace): Fault {
  const names = [header[earlier] ?? '', header[later] ?? ''].map((name) => name.trim())
  const column = names[0] === names[1] ? (names[0] ?? '') : names.join(' / ')
  return new Fault('header-duplicate', { ...place, column, columns: `${earlier + 1}, ${later + 1}` })
}

/**
 * @throws Fault `column-missing` naming every column that the contract requires and the file lacks; if each row names
 * its own operation, the rows are checked instead
 */
export function requireColumns(
  mapping: ColumnMapping,
  operation: Operation | 'mixed',
  place: HeaderPlace,
  currencyInPrices = false,
): void {
  const missing = missingColumns(mapping, operation, currencyInPrices)
  if (missing.length > 0)
    throw new Fault('column-missing', {
      ...(missing.includes('auto_id') && { reason: 'no-id' }),
      ...place,
      column: missing.join(', '),
      operation,
    })
}

/** @throws Fault `column-twice` if two columns give a row the same field and are not joined, as a mapping from a file may */
export function requireOneEach(
  mapping: ColumnMapping,
  header: readonly string[],
  place: HeaderPlace,
  joins: ColumnJoins = {},
): void {
  mapping.forEach((column, later) => {
    if (column === null) return
    const collides = (other: ColumnName | null): boolean =>
      other !== null && areTheSame(column, other) && !(other === column && areJoined(column, joins))
    const earlier = mapping.slice(0, later).findIndex(collides)
    if (earlier >= 0) throw twice(header, [earlier, later], column, place)
  })
}

/**
 * Operation of a check: the column `action` wins, then the dealer's choice, then the columns.
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
  if (operation === null)
    throw new Fault('operation-unclear', {
      ...(changesUnnamed(mapping) && { reason: 'no-id' }),
      ...place,
      choices: operations.join(', '),
    })
  return operation
}

/** True if the columns change adverts and don't say which. */
const changesUnnamed = (mapping: ColumnMapping): boolean =>
  !namesAdverts(mapping) &&
  editableFields.some((field) => mapping.includes(field)) &&
  !fieldsOfCreates.some((field) => mapping.includes(field))
