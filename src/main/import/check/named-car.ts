import { type CarColumns, yearIn } from '../columns/car-columns.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import { type AdvertCar, isOtherCar, sharesNoWord, textOf } from '../../names/other-car.ts'
import { nameText, noIds, type VehicleCells } from '../../names/vehicle-ids.ts'
import type { Row } from '../rows/row.ts'
import type { RowPlan } from './row-plan.ts'
import { vehicleKey } from './row-vehicle.ts'

/** Reads one cell of a row by its column, counted from 0. */
type CellText = (index: number) => string

/** The cells by which columns name a car; null if all are blank. */
export function namesIn(columns: CarColumns, text: CellText): VehicleCells | null {
  const cellAt = (index: number): string => (index < 0 ? '' : nameText(text(index).trim()))
  const [make, model] =
    columns.together >= 0 ? ['', cellAt(columns.together)] : [cellAt(columns.make), cellAt(columns.model)]
  return make === '' && model === '' ? null : [make, model, '', '']
}

/** Columns of a row with the names in them. */
interface Named {
  readonly columns: CarColumns
  readonly cells: VehicleCells
}

const allNamesIn = (all: readonly CarColumns[], record: Row): Named[] =>
  all.flatMap((columns) => {
    const cells = namesIn(columns, (index) => record.text(index))
    return cells ? [{ columns, cells }] : []
  })

/** Known names of the compared columns, kept apart: nothing is asked about them. */
export const comparedKey = (cells: VehicleCells): string => `${vehicleKey(cells)}\u001fcompared`

/** Columns that name a car in addition to ids; of a new advert the mapped ones are the ids themselves. */
const columnsOf = (
  { namedCars: { mapped, others: others } }: RowPlan,
  isCreate: boolean,
): readonly CarColumns[] => (mapped && !isCreate ? [mapped, ...others] : others)

/** True if a column of the file names a car in addition to ids. */
export const namesCars = ({ namedCars: { mapped, others: others }, yearIndex }: RowPlan): boolean =>
  others.length > 0 || yearIndex >= 0 || mapped !== null

/** The cells of a row that are compared with its advert, or with the ids of the vehicle that it creates. */
export const comparedCells = (record: Row, plan: RowPlan, isCreate: boolean): VehicleCells[] =>
  allNamesIn(columnsOf(plan, isCreate), record).map(({ cells }) => cells)

/**
 * Names next to the id of a row's advert, if they are another car's. Of a whole stock the mapped names are judged with
 * the link of the row's number (stock/linked-car.ts): here they are only said.
 */
export function otherCar(record: Row, plan: RowPlan, car: AdvertCar): Finding | null {
  const details = { title: car.title }
  const { mapped, others: others } = plan.namedCars
  const isStock = plan.addedCells !== undefined
  const named = namedOther(record, plan, car, isStock || !mapped ? others : [mapped, ...others])
  if (named !== null) return finding('', 'other-car', named, details)
  const said = isStock && mapped ? namedOther(record, plan, car, [mapped]) : null
  return said === null ? null : { ...finding('', 'other-car', said, details), severity: 'warning' }
}

/** Names next to the ids of a new advert's row, if they are another vehicle's. */
export function otherVehicle(
  record: Row,
  plan: RowPlan,
  ids: Pick<AdvertCar, 'makeId' | 'modelId'>,
): Finding | null {
  const named = namedOther(record, plan, { ...ids, year: null, title: '' }, plan.namedCars.others)
  return named === null ? uncompared(record, plan) : finding('', 'other-vehicle-named', named)
}

/** Names next to the ids of a new advert that may mean another vehicle, by the names known so far. */
function uncompared(record: Row, plan: RowPlan): Finding | null {
  const unread = allNamesIn(plan.namedCars.others, record).find(
    ({ cells }) => (plan.vehicles.find(comparedKey(cells))?.findings.length ?? 0) > 0,
  )
  if (!unread) return null
  const { make, together } = unread.columns
  return finding(plan.header[together >= 0 ? together : make] ?? '', 'name-uncompared', textOf(unread.cells))
}

function namedOther(
  record: Row,
  plan: RowPlan,
  car: AdvertCar,
  columns: readonly CarColumns[],
): string | null {
  // The service chose the year of an advert that a row of the stock made, and no write changes it.
  const isStock = plan.addedCells !== undefined
  const year = isStock || plan.yearIndex < 0 ? null : yearIn(record.text(plan.yearIndex))
  const all = allNamesIn(columns, record)
  if (all.length === 0) return isOtherCar({ cells: noNames, year }, noIds, car) ? String(year) : null
  const other = all.find(({ columns: { make, together }, cells }) => {
    const ids = plan.vehicles.find(comparedKey(cells))?.ids ?? noIds
    // A model without its make is known by its words alone.
    const isModelAlone = make < 0 && together < 0
    return isOtherCar({ cells, year }, ids, car) || (isModelAlone && sharesNoWord({ cells, year }, car))
  })
  return other ? withYear(textOf(other.cells), year) : null
}

const noNames: VehicleCells = ['', '', '', '']

const withYear = (text: string, year: number | null): string =>
  year === null || text.includes(String(year)) ? text : `${text} ${year}`.trim()
