import { currencies, type CurrencyId } from '#shared/batch/currency.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { ColumnName } from '#shared/import/file-columns.ts'
import type { FieldKind, FieldName } from '#shared/batch/write-fields.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import { requiredOf } from '#shared/batch/field-lists.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import type { Values } from '../../writes/values.ts'
import type { Row } from '../rows/row.ts'
import type { CheckedRow } from './checked-row.ts'
import { saysDelete } from '../columns/action-columns.ts'
import { isDay, isSold } from '../columns/sold-words.ts'
import { isCellError, isLeftover } from './cell-error.ts'
import { asPlanned } from './planned-record.ts'
import { otherVehicle } from './named-car.ts'
import { findAdvert } from './row-number.ts'
import type { CellPlan, RowPlan } from './row-plan.ts'
import { checkLength, checkTexts, joinedText } from './row-texts.ts'
import { vehicleFields } from '../../names/vehicle-ids.ts'
import { isName, nameVehicle, operationIn } from './row-vehicle.ts'
import {
  emptyOr,
  readUnitPrice,
  type Scan,
  scanNumberId,
  scanCurrency,
  scanFlag,
  scanId,
  scanPrice,
  scanQuantity,
  scanStock,
  type UnitPrice,
  unclearPrice,
} from './scanners.ts'
import { areUnits } from './value-words.ts'

const nothing: readonly never[] = []

/**
 * Reads one record against the contract's parameter tables (POST, PUT, DELETE /auto/new/autos). An empty cell is a
 * parameter that isn't sent. A row without an error has a payload that the schemas of writes/advert-write.ts accept.
 */
export function checkRow(own: Row, plan: RowPlan): CheckedRow {
  const record = asPlanned(own, plan)
  const problems: Finding[] = []
  const ragged = extraProblem(record, plan)
  if (ragged) problems.push(ragged)
  const operation = operationIn(record, plan) ?? missingOperation(record, plan, problems)
  const short =
    !plan.fixedCells && record.length < plan.header.length ? shortProblem(record, plan, operation) : null
  if (short) problems.push(short)
  // Cells of a ragged row are under the wrong headers: more words about them would only mislead.
  if (operation === null || ragged || short?.severity === 'error')
    return { record: own, operation, numbers: nothing, problems, comparison: null }
  const cells = plan.cells[operation]
  const numbers: number[] = []
  for (const cell of cells) numbers.push(readCell(record, cell, plan, problems))
  if (plan.numberIndexes.length > 0 || plan.numberIndex >= 0)
    findAdvert(record, plan, operation, numbers, problems)
  // A row of a car that has an advert needs not say what a new one does.
  if (problems.some(isLinked))
    return { record: own, operation, numbers: nothing, problems: problems.filter(isLinked), comparison: null }
  if (plan.userIndex >= 0) checkUser(record, plan, problems)
  if (operation === 'create') {
    nameVehicle(record, plan, numbers, problems)
    checkNames(record, plan, numbers, problems)
    checkUnused(record, plan, problems)
  }
  if (operation === 'edit') checkEdit(record, plan, cells, numbers, problems)
  if (operation !== 'delete') {
    checkSold(record, plan, problems)
    checkTexts(record, plan, problems)
    checkLength(record, plan, problems)
  }
  return {
    record: own,
    operation,
    numbers,
    problems: problems.length === 0 ? nothing : problems,
    comparison: null,
  }
}

/**
 * The parameters that a checked row is sent with, complete if the row has no error. Apart from the check because most
 * rows are only checked.
 */
export function payloadOf(row: CheckedRow, plan: RowPlan): Values {
  const payload: Partial<Record<FieldName, string | number>> = {}
  const { operation } = row
  if (operation === null) return payload
  for (const [at, cell] of plan.cells[operation].entries()) {
    const value = valueIn(row, cell, at)
    // A new advert has no text to erase.
    if (value === undefined || (value === '' && operation === 'create')) continue
    payload[cell.field] = value
  }
  return payload
}

/**
 * Value that a row gives the field of a cell, which is the plan's one at this place for its operation; undefined if
 * nothing.
 */
export function valueIn(
  { record, numbers }: CheckedRow,
  cell: CellPlan,
  at: number,
): string | number | undefined {
  if (numbers.length === 0) return undefined
  if (cell.kind === 'text') return cell.constant ?? joinedText(record, cell)
  const value = numbers[at]
  return Number.isNaN(value) ? undefined : value
}

const cellCounts = (record: Row, { header, addedCells = 0 }: RowPlan) => ({
  cells: record.length - addedCells,
  columns: header.length - addedCells,
})

/**
 * Cells behind those of the header. Blank ones are fine if nearly all rows have as many; in a single row they are what
 * an unquoted delimiter inside a text pushes out of the header's columns.
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
 * Cells that are missing at the end: an error if the operation requires one of them or the price is among them, because
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

function readCell(record: Row, cell: CellPlan, plan: RowPlan, problems: Finding[]): number {
  // Make and model in one cell are read with the rest of the vehicle.
  if (cell.kind === 'text' || cell.together) return Number.NaN
  if (typeof cell.constant === 'number') return cell.constant
  const value =
    cell.kind === 'flag' && cell.index === plan.quantityIndex
      ? scanQuantity(record, cell.index)
      : scanCell(record, cell, plan)
  if (typeof value === 'number') {
    if (cell.kind === 'currency') sayUnits(record, cell, value, problems)
    return cell.kind === 'price' ? inOwnCurrency(value, null, record, cell, plan, problems) : value
  }
  if (value === 'not-a-number' && cell.kind === 'price') return readPrice(record, cell, plan, problems)
  if (value === null && cell.kind === 'currency') {
    const currency = currencyOfPrice(record, plan, problems)
    if (currency !== null) return currency
  }
  if (value !== null && cell.named && isName(value)) return Number.NaN
  if (value !== null) problems.push(cellFinding(record, cell, value, plan))
  else if (cell.required) problems.push(finding(cell.field, 'required'))
  else sayNoValue(record, cell, problems)
  return Number.NaN
}

function sayUnits(record: Row, { field, index }: CellPlan, value: number, problems: Finding[]): void {
  const text = record.text(index)
  if (areUnits(text))
    problems.push(finding(field, 'value-assumed', text, { means: currencies[value as CurrencyId] }))
}

/** A word for no value is left out, and said. */
function sayNoValue(record: Row, { field, index }: CellPlan, problems: Finding[]): void {
  const text = record.text(index)
  if (text.trim() !== '') problems.push(finding(field, 'no-value', text))
}

function cellFinding(
  record: Row,
  { field, index, kind }: CellPlan,
  code: ProblemCode,
  { quantityIndex }: RowPlan,
): Finding {
  const text = record.text(index)
  if (isCellError(text)) return finding(field, 'cell-error', text)
  if (isLeftover(text)) return finding(field, 'cell-error', text, { why: 'leftover' })
  const isNamed = code === 'not-a-number' && vehicleFields.some((each) => each === field)
  const isQuantity = code === 'not-a-number' && kind === 'flag' && index === quantityIndex
  const why = isNamed ? 'ids-alone' : isQuantity ? 'quantity' : null
  return finding(field, code, text, why === null ? {} : { why })
}

/** A price that carries its unit counts if the unit is the row's currency. */
function readPrice(record: Row, cell: CellPlan, plan: RowPlan, problems: Finding[]): number {
  const { field, index } = cell
  const text = record.text(index)
  const priced = readUnitPrice(text, plan.decimalMark)
  if (typeof priced?.value !== 'number') {
    const isError = isCellError(text) || isLeftover(text)
    const code = isError ? 'cell-error' : (priced?.value ?? 'not-a-number')
    const why = code === 'not-a-number' ? unclearPrice(text) : isError && isLeftover(text) ? 'leftover' : null
    problems.push(finding(field, code, text, why === null ? {} : { why }))
    return Number.NaN
  }
  if (priced.isAssumed) problems.push(finding(field, 'value-assumed', text, { means: meantBy(priced) }))
  return inOwnCurrency(priced.value, priced.currency, record, cell, plan, problems)
}

const meantBy = ({ value, currency }: UnitPrice): string =>
  currency === null ? String(value) : `${value} ${currencies[currency]}`

/** The price if its unit is the row's currency: that of its cell, else that of the column's name, else any. */
function inOwnCurrency(
  value: number,
  unit: CurrencyId | null,
  record: Row,
  { field, index }: CellPlan,
  plan: RowPlan,
  problems: Finding[],
): number {
  const priced = unit ?? plan.headerCurrency
  if (priced === null) return value
  const currency = plan.currency ?? scanCurrency(record, plan.currencyIndex)
  if (typeof currency !== 'number' || currency === priced) return value
  const details = { priced: currencies[priced], currency: currencies[currency] }
  problems.push(finding(field, 'currency-differs', record.text(index), details))
  return Number.NaN
}

/** The currency that the price, or the name of its column, says of a row that names none itself: taken, and said. */
function currencyOfPrice(record: Row, plan: RowPlan, problems: Finding[]): CurrencyId | null {
  const text = record.text(plan.priceIndex)
  if (text.trim() === '') return null
  const priced = readUnitPrice(text, plan.decimalMark)
  const unit = typeof priced?.value === 'number' ? priced.currency : null
  const currency = unit ?? plan.headerCurrency
  if (currency === null) return null
  const said = unit === null ? (plan.header[plan.mapping.indexOf('price')] ?? '') : text
  problems.push(finding('currency_id', 'currency-of-price', said, { priced: currencies[currency] }))
  return currency
}

/** A switch and no table of functions: it runs for every cell of a file, and this way the scanners are inlined. */
function scanCell(
  record: Row,
  { field, kind, index, named, dashIsNo }: CellPlan,
  { decimalMark }: RowPlan,
): Scan {
  switch (kind) {
    case 'id':
      return named ? scanId(record, index) : scanNumberId(record, index)
    case 'price':
      return scanPrice(record, index, decimalMark)
    case 'currency':
      return scanCurrency(record, index)
    case 'flag':
      return field === 'in_stock' ? scanStock(record, index, dashIsNo) : scanFlag(record, index, dashIsNo)
    case 'text':
      return null
  }
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

/** A column that isn't used may say that the car is sold, or that its advert is to be deleted. */
function checkSold(record: Row, { header, deleteIndexes, stateIndexes }: RowPlan, problems: Finding[]): void {
  const says = (indexes: readonly number[], isSaid: (cell: string) => boolean): number | undefined =>
    indexes.find((index) => record.text(index) !== '' && isSaid(record.text(index).trim()))
  const at = says(deleteIndexes, (cell) => saysDelete(cell) || isDay(cell)) ?? says(stateIndexes, isSold)
  if (at !== undefined)
    problems.push(finding(header[at]?.trim() ?? '', 'unused-cell', record.text(at), { why: 'sold' }))
}

/** Names in columns beside the ids of a new advert's vehicle. */
function checkNames(record: Row, plan: RowPlan, numbers: readonly number[], problems: Finding[]): void {
  if (plan.namedCars.beside.length === 0) return
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
  numbers: readonly number[],
  problems: Finding[],
): void {
  const numberOf = (wanted: FieldKind): number =>
    numbers[cells.findIndex(({ kind }) => kind === wanted)] ?? Number.NaN
  const price = numberOf('price')
  const isTold = problems.some(({ column, severity }) => column === 'currency_id' && severity === 'error')
  if (!Number.isNaN(price) && Number.isNaN(numberOf('currency')) && !isTold)
    problems.push(finding('currency_id', 'price-without-currency', '', { price }))
  if (problems.some(({ severity }) => severity === 'error')) return
  const changes = cells.some((cell, at) => {
    const { editable, kind, constant } = cell
    if (!editable) return false
    if (constant !== null) return true
    return kind === 'text' ? joinedText(record, cell) !== undefined : !Number.isNaN(numbers[at])
  })
  // A currency that is given in the row is a change that was meant.
  if (!changes) problems.push(finding('', 'nothing-to-change', record.text(currencyIndex).trim()))
}
