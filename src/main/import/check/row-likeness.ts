import type { Row } from '../rows/row.ts'
import { columnNamed } from '../columns/column-names.ts'
import type { OutsideReason } from './outside-table.ts'
import { check } from './check.ts'
import type { RowPlan } from './row-plan.ts'
import { readUnitPrice, scanNumberId, scanCurrency } from './scanners.ts'

/** The count of a stock has fewer digits than the ids that the service gives. */
const leastId = 10_000

/** A row of a stock file that is known by its number. */
export type IsCar = (record: Row) => boolean

/** Reasons that no cell speaks against. */
const final: ReadonlySet<OutsideReason> = new Set(['column-numbers', 'tool-line', 'example', 'explanation'])

/**
 * True if a record that looks like no row is still checked as one. Its cells say what a row has to, or it may hold lost
 * lines of the file: `Total 3 owners` with an id and a price.
 */
export function isRowAfterAll(
  record: Row,
  reason: OutsideReason,
  plan: RowPlan,
  isCar: IsCar = () => false,
): boolean {
  if (mayHideRows(record, reason, plan)) return true
  if (final.has(reason)) return false
  if (reason === 'note' || reason === 'dragged') return hasPlausibleId(record, plan) || isCar(record)
  if (reason === 'comment' && beginsWithId(record, plan)) return false
  if (reason === 'repeated-header' && record.cells.some((cell) => columnNamed(cell) !== null)) return false
  return hasPlausibleId(record, plan) || namesVehicle(record, plan) || checksAsRow(record, plan)
}

/** Its first line alone decides. A header that is repeated has no cells but those of the header. */
function mayHideRows(record: Row, reason: OutsideReason, plan: RowPlan): boolean {
  const { quote, lineEnds } = record
  if (quote?.openedIn !== undefined) return true
  if (reason === 'repeated-header' || lineEnds === 0 || plan.fixedCells === true) return false
  return reason === 'totals' || plan.lostIn(record).length > 0
}

/** A car that is commented out: no id begins so. */
function beginsWithId({ cells }: Row, { autoIdIndex, vehicleIndexes }: RowPlan): boolean {
  const first = cells.findIndex((cell) => cell.trim() !== '')
  return first === autoIdIndex || vehicleIndexes.includes(first)
}

function hasPlausibleId(record: Row, { autoIdIndex }: RowPlan): boolean {
  const id = scanNumberId(record, autoIdIndex)
  return typeof id === 'number' && id >= leastId
}

/** Two of the four say which vehicle it is, next to the cell with the word for totals. */
function namesVehicle(record: Row, { vehicleIndexes, makeModelIndex }: RowPlan): boolean {
  const first = record.cells.findIndex((cell) => cell.trim() !== '')
  const filled = [...new Set([...vehicleIndexes, makeModelIndex])].filter(
    (index) => index !== first && record.text(index).trim() !== '',
  )
  return filled.length > 1
}

/** Nothing is wrong with its cells but names that are looked up later, and it names its currency itself. */
function checksAsRow(record: Row, plan: RowPlan): boolean {
  const namesCurrency =
    typeof scanCurrency(record, plan.currencyIndex) === 'number' ||
    typeof readUnitPrice(record.text(plan.priceIndex), plan.decimalMark)?.currency === 'number'
  if (!namesCurrency) return false
  const { operation, problems } = check(record, plan)
  return operation !== null && !problems.some(({ severity }) => severity === 'error')
}
