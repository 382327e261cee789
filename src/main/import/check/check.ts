import { requiredOf } from '#shared/batch/field-lists.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import type { FieldKind, FieldName } from '#shared/batch/write-fields.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import type { Values } from '../../writes/values.ts'
import { isDriven, saysUsed } from '../columns/used-words.ts'
import { type CellValue, endMark, type Row, rowOfValues } from '../rows/row.ts'
import { type CheckedRow, isValid, nothingSaid } from './checked-row.ts'
import { columnAt } from './lost-lines.ts'
import { otherVehicle } from './named-car.ts'
import { asPlanned } from './planned-record.ts'
import { readCell } from './read-cell.ts'
import { findAdvert } from './row-number.ts'
import type { CellPlan, RowPlan } from './row-plan.ts'
import { checkLength, checkTexts, joinedText } from './row-texts.ts'
import { nameVehicle, operationOfRow } from './row-vehicle.ts'
import { emptyOr, scanNumberId } from './scanners.ts'

const nothing: readonly never[] = []

/** Checks values that a person typed, or that the app has, as the row of a file that holds them. */
export const checkValues = (values: readonly CellValue[], plan: RowPlan): CheckedRow =>
  check(rowOfValues(plan.mapping, values), plan)

/**
 * Checks a row: of a file, of a stock file, of a form, of a paste, of one typed cell. A row without an error has a
 * payload that the schemas of writes/advert-write.ts accept. The advert gives the currency of an edit without a price
 * (`withOwnCurrency`).
 */
export function check(record: Row, plan: RowPlan): CheckedRow {
  const checked = checkCells(record, plan)
  const lost = plan.lostIn(record)
  // Its cells are not those that were meant: more words about the row would only mislead.
  if (lost.length > 0) return { ...checked, problems: lost, mark: undefined }
  const found = signFindings(record, plan, checked)
  const whole = found.length === 0 ? checked : { ...checked, problems: [...found, ...checked.problems] }
  return isValid(whole) ? whole : { ...whole, mark: undefined }
}

/** Reads the cells against the contract's parameter tables (POST, PUT, DELETE /auto/new/autos): an empty one is a parameter that isn't sent. */
function checkCells(own: Row, plan: RowPlan): CheckedRow {
  const record = asPlanned(own, plan)
  const problems: Finding[] = []
  const ragged = extraProblem(record, plan)
  if (ragged) problems.push(ragged)
  const operation = operationOfRow(record, plan) ?? missingOperation(record, plan, problems)
  const short =
    !plan.fixedCells && record.length < plan.header.length ? shortProblem(record, plan, operation) : null
  if (short) problems.push(short)
  const unread = { record: own, operation, payload: nothingSaid, comparison: null, replacesUnknown: false }
  // Cells of a ragged row are under the wrong headers: more words about them would only mislead.
  if (operation === null || ragged || short?.severity === 'error') return { ...unread, problems }
  const cells = plan.cells[operation]
  const numbers: number[] = []
  for (const cell of cells) numbers.push(readCell(record, cell, plan, problems))
  if (plan.numberIndexes.length > 0 || plan.numberIndex >= 0)
    findAdvert(record, plan, operation, numbers, problems)
  // A row of a car that has an advert needs not say what a new one does.
  if (problems.some(isLinked)) return { ...unread, problems: problems.filter(isLinked) }
  if (plan.userIndex >= 0) checkUser(record, plan, problems)
  if (operation === 'create') {
    nameVehicle(record, plan, numbers, problems)
    checkNames(record, plan, numbers, problems)
    checkUnused(record, plan, problems)
    checkUsed(record, plan, problems)
  }
  if (operation === 'edit') checkEdit(record, plan, cells, numbers, problems)
  const isOut = numbers[cells.findIndex(({ field }) => field === 'in_stock')] === 0
  // A row that puts its car out of stock does what its words say.
  if (!isOut) checkState(record, plan, operation, problems)
  if (operation !== 'delete') {
    checkTexts(record, plan, problems)
    checkLength(record, plan, problems)
  }
  return {
    record: own,
    operation,
    payload: payloadOf(own, cells, numbers, operation),
    problems: problems.length === 0 ? nothing : problems,
    comparison: null,
    replacesUnknown: false,
    mark: operation === 'create' ? markOf(numbers) : (numbers[0] ?? Number.NaN),
  }
}

/** Equal numbers have equal marks; others hardly ever do. */
const markOf = (numbers: readonly number[]): number =>
  numbers.reduce((mark, number) => (Math.imul(mark, 31) + (Math.round(number * 100) || 0)) | 0, 0)

function payloadOf(
  record: Row,
  cells: readonly CellPlan[],
  numbers: readonly number[],
  operation: Operation,
): Values {
  const payload: Partial<Record<FieldName, string | number>> = {}
  for (const [at, cell] of cells.entries()) {
    const value = cell.kind === 'text' ? (cell.constant ?? joinedText(record, cell)) : numbers[at]
    // A new advert has no text to erase.
    if (value === undefined || Number.isNaN(value) || (value === '' && operation === 'create')) continue
    payload[cell.field] = value
  }
  return payload
}

const cellCounts = (record: Row, { header, addedCells = 0 }: RowPlan) => ({
  cells: record.length - addedCells,
  columns: header.length - addedCells,
})

/**
 * Cells behind those of the header. Blank ones are fine if nearly all rows have as many. In a single row they come from
 * an unquoted delimiter inside a text, which pushes cells out of the header's columns.
 */
function extraProblem(record: Row, plan: RowPlan): Finding | null {
  const { header, extraCells, fixedCells } = plan
  if (fixedCells || record.length <= header.length) return null
  const details = cellCounts(record, plan)
  const extra = Array.from({ length: record.length - header.length }, (_, at) =>
    record.text(header.length + at),
  )
  const text = extra.find((cell) => cell.trim() !== '')
  if (text === undefined && extra.length === extraCells) return null
  return finding('', 'too-many-cells', text ?? '', details)
}

/**
 * Cells that are missing at the end. An error if the operation requires one of them or the price is among them, because
 * such a row looks cut off; else a warning.
 */
function shortProblem(record: Row, plan: RowPlan, operation: Operation | null): Finding {
  const { header, mapping } = plan
  const details = cellCounts(record, plan)
  const required: readonly (ColumnName | null)[] =
    operation === null ? [] : [...requiredOf(operation), 'price']
  const lacking = mapping.findIndex((column, at) => at >= record.length && required.includes(column))
  const code = operation === null || lacking >= 0 ? 'too-few-cells' : 'short-row'
  return finding(header[Math.max(lacking, record.length)] ?? '', code, '', details)
}

function missingOperation(record: Row, plan: RowPlan, problems: Finding[]): null {
  const cell = record.text(plan.actionIndex)
  problems.push(finding('action', emptyOr(cell, 'not-an-operation') ?? 'required', cell))
  return null
}

function checkUser(record: Row, { userIndex, userId }: RowPlan, problems: Finding[]): void {
  const value = scanNumberId(record, userIndex)
  if (value === null || value === userId) return
  const code: ProblemCode = typeof value === 'number' ? 'other-user' : value
  problems.push(finding('user_id', code, record.text(userIndex), { account: userId }))
}

const isLinked = ({ code }: Finding): boolean => code === 'number-linked'

/** A create has no id yet: one in its row may mean that an edit was meant. */
function checkUnused(record: Row, { autoIdIndex }: RowPlan, problems: Finding[]): void {
  const cell = record.text(autoIdIndex)
  if (cell.trim() !== '') problems.push(finding('auto_id', 'unused-cell', cell))
}

/** A column may say that the car is sold or its advert is to be deleted, and in a list of deletions that it stays. */
function checkState(
  record: Row,
  { header, soldSigns, staySigns }: RowPlan,
  operation: Operation,
  problems: Finding[],
): void {
  for (const { columns, says, why } of operation === 'delete' ? staySigns : soldSigns)
    for (const at of columns) {
      const cell = record.text(at)
      if (cell === '' || !says(cell.trim())) continue
      problems.push(finding(header[at]?.trim() ?? '', 'car-state', cell, { why }))
      return
    }
}

/** A new advert is one of a new car: a row may say that its car is none. */
function checkUsed(record: Row, { header, used }: RowPlan, problems: Finding[]): void {
  const at =
    used.conditions.find((index) => saysUsed(record.text(index))) ??
    used.mileages.find((index) => isDriven(record.text(index), header[index] ?? ''))
  if (at !== undefined) problems.push(finding(header[at]?.trim() ?? '', 'car-used', record.text(at).trim()))
}

/** Names in columns next to the ids of a new advert's vehicle. */
function checkNames(record: Row, plan: RowPlan, numbers: readonly number[], problems: Finding[]): void {
  if (plan.namedCars.others.length === 0) return
  const idOf = (field: FieldName): number | null => {
    const value = numbers[plan.cells.create.findIndex((cell) => cell.field === field)] ?? Number.NaN
    return Number.isNaN(value) ? null : value
  }
  const found = otherVehicle(record, plan, { makeId: idOf('marka_id'), modelId: idOf('model_id') })
  if (found) problems.push(found)
}

function checkEdit(
  record: Row,
  { currencyIndex }: RowPlan,
  cells: readonly CellPlan[],
  numbers: number[],
  problems: Finding[],
): void {
  const placeOf = (wanted: FieldKind): number => cells.findIndex(({ kind }) => kind === wanted)
  const currencyAt = placeOf('currency')
  const price = numbers[placeOf('price')] ?? Number.NaN
  // What is set for all rows, or by the name of the prices' column, says nothing of a row without a price.
  if (Number.isNaN(price) && typeof cells[currencyAt]?.constant === 'number') numbers[currencyAt] = Number.NaN
  const isReported = problems.some(({ column, severity }) => column === 'currency_id' && severity === 'error')
  if (!Number.isNaN(price) && Number.isNaN(numbers[currencyAt]) && !isReported)
    problems.push(finding('currency_id', 'price-without-currency', '', { price }))
  if (problems.some(({ severity }) => severity === 'error')) return
  const changes = cells.some((cell, at) => {
    const { editable, kind, constant } = cell
    if (!editable) return false
    if (constant !== null && kind !== 'currency') return true
    return kind === 'text' ? joinedText(record, cell) !== undefined : !Number.isNaN(numbers[at])
  })
  // A currency that is given in the row is a change that was meant.
  if (!changes) problems.push(finding('', 'nothing-to-change', record.text(currencyIndex).trim()))
}

/**
 * Signs that no cell may hold. The scanners find a NUL in the cells that they read. The end mark is left out at the very
 * end of a file; anywhere else a program may have stopped reading there.
 */
const badSigns = [
  ['\0', 'nul-byte'],
  [endMark, 'end-mark'],
] as const

/** Findings about the row's text as a whole: misplaced quotation marks, and such signs. */
function signFindings(record: Row, plan: RowPlan, { problems }: CheckedRow): readonly Finding[] {
  const { quote, cells } = record
  if (!quote && !record.hasSigns) return nothing
  const found = badSigns.flatMap(([sign, code]) =>
    cells.flatMap((cell, at) => {
      const column = columnAt(plan, at)
      const isReported = problems.some((each) => each.code === code && each.column === column)
      return cell.includes(sign) && !isReported ? [finding(column, code, cell)] : []
    }),
  )
  if (!quote) return found
  const misplaced = finding(columnAt(plan, quote.column), 'quote-misplaced', record.text(quote.column))
  return [{ ...misplaced, severity: quote.broken ? 'error' : 'warning' }, ...found]
}
