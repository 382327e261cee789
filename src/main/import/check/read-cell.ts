import { currencies, type CurrencyId } from '#shared/batch/currency.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import { vehicleFields } from '../../names/vehicle-ids.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import type { Row } from '../rows/row.ts'
import { isCellError, isLeftover } from './cell-error.ts'
import type { CellPlan, RowPlan } from './row-plan.ts'
import { isName } from './row-vehicle.ts'
import {
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

/** Reads a cell that holds no text: NaN if it holds no value. What is wrong with it, or assumed of it, is added to the problems. */
export function readCell(record: Row, cell: CellPlan, plan: RowPlan, problems: Finding[]): number {
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
