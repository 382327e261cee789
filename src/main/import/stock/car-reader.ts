import { hash } from 'node:crypto'
import { fieldsOfCreates } from '#shared/batch/field-lists.ts'
import { comparedColumns, yearIn } from '../columns/car-columns.ts'
import { vehicleFields } from '../../names/vehicle-ids.ts'
import { amountIn } from '../check/value-words.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import { asPlanned } from '../check/planned-record.ts'
import { isOfLostLines } from '../check/lost-lines.ts'
import { check } from '../check/check.ts'
import { planRows, type RowPlan } from '../check/row-plan.ts'
import { bareText, scanNumberId, scanQuantity, scanStock } from '../check/scanners.ts'
import type { Row } from '../rows/row.ts'
import type { Car } from './decisions.ts'
import { readKeyCell } from '../check/row-number.ts'
import type { StockColumns } from './stock-columns.ts'
import type { Vehicle } from './stock-facts.ts'

/** Reads what decisions need of the cars of a file. */
export class CarReader {
  /** Reads every row as one of a new car, whatever it does: only such a row names its vehicle. */
  readonly newCars: RowPlan
  readonly #plan: RowPlan
  /** The same cars by the cells of their vehicles alone. */
  readonly #vehiclePlan: RowPlan
  readonly #columns: StockColumns
  readonly #isOut: (key: string) => boolean
  readonly #vehicles = new Map<string, Vehicle | null>()
  /** The column that may hold a number of cars. */
  readonly #amountIndex: number
  readonly #saying: readonly number[]

  /** @param isOut whether the advert of a key is out of stock */
  constructor(plan: RowPlan, columns: StockColumns, isOut: (key: string) => boolean) {
    this.#isOut = isOut
    this.newCars = planRows({ ...plan, operation: 'create' }, plan.vehicles)
    this.#vehiclePlan = withVehiclesAlone(this.newCars)
    this.#plan = plan
    this.#columns = columns
    this.#amountIndex = columns.quantityIndex < 0 ? columns.stockIndex : columns.quantityIndex
    this.#saying = sayingColumns(columns, this.#amountIndex)
  }

  /** @param kept why fields of it stay as a person set them */
  car(row: CheckedRow, kept: Car['kept']): Car {
    const { record, operation, payload, comparison } = row
    const { line } = record
    const { idIndex, keyIndex, yearIndex } = this.#columns
    const id = idIndex < 0 ? null : scanNumberId(record, idIndex)
    const { key, trouble } = readKeyCell(record.meantText(keyIndex))
    const inStock = this.#inStock(record, key?.key ?? '')
    const isComplete = !lacksOnlyVehicle(row)
    return {
      line,
      key,
      trouble,
      isComplete,
      // It may have an advert already.
      isValid: !isComplete || isValid(row),
      holdsRows: row.problems.some(isOfLostLines),
      vehicle: this.#vehicleOf(record),
      price: (payload.price ?? null) as Car['price'],
      currency: (payload.currency_id ?? null) as Car['currency'],
      year: yearIndex < 0 ? null : yearIn(record.meantText(yearIndex)),
      autoId: typeof id === 'number' ? id : null,
      inStock,
      soldOut: this.#columns.quantityIndex >= 0 && inStock === 0,
      changes: operation === 'edit' && isValid(row) && !comparison?.unchanged,
      kept,
      content: this.#contentOf(record),
      amount: this.#amountOf(record),
    }
  }

  /** Null without a column of the file for it; a blank keeps a car out that is out. */
  #inStock(record: Row, key: string): Car['inStock'] {
    const { stockIndex, quantityIndex, added } = this.#columns
    const scan = quantityIndex < 0 ? scanStock : scanQuantity
    if (stockIndex < added.length) return null
    const flag = scan(asPlanned(record, this.#plan), stockIndex)
    if (flag === null && this.#isOut(key)) return 0
    return flag === 0 || flag === 1 ? flag : null
  }

  /** Values of a car in the columns that are used. */
  #contentOf(record: Row): string {
    const says = this.#amountOf(record) === null && record.text(this.#amountIndex).trim() !== ''
    const columns = says ? [...this.#saying, this.#amountIndex] : this.#saying
    return hash('sha1', columns.map((index) => record.text(index)).join('\0'))
  }

  #amountOf(record: Row): number | null {
    if (this.#amountIndex < this.#columns.added.length) return null
    return amountIn(bareText(asPlanned(record, this.#plan).text(this.#amountIndex)))
  }

  /** Null if the file says nothing of it. Many cars are of one vehicle. */
  #vehicleOf(own: Row): Vehicle | null {
    const record = asPlanned(own, this.newCars)
    const { vehicleIndexes } = this.newCars
    if (vehicleIndexes.every((index) => index < 0)) return null
    const text = vehicleIndexes.map((index) => record.text(index)).join('\u001f')
    const known = this.#vehicles.get(text)
    if (known !== undefined) return known
    const vehicle = this.#readVehicle(own)
    this.#vehicles.set(text, vehicle)
    return vehicle
  }

  #readVehicle(record: Row): Vehicle | null {
    const { payload } = check(record, this.#vehiclePlan)
    const [marka = 0, model = 0, base = 0, equip = 0] = vehicleFields.map((field) =>
      Number(payload[field] ?? 0),
    )
    return marka === 0 ? null : [marka, model, base, equip]
  }
}

/** Columns of the file that say something of a car besides its number and count. */
function sayingColumns(columns: StockColumns, amountIndex: number): number[] {
  const { header, mapping, added, keyIndex, idIndex } = columns
  const compared = comparedColumns(header, mapping)
  return header.flatMap((_, index) => {
    const isUsed = mapping[index] !== null || index === idIndex || compared.includes(index)
    return index >= added.length && index !== keyIndex && index !== amountIndex && isUsed ? [index] : []
  })
}

const withVehiclesAlone = (plan: RowPlan): RowPlan => {
  const create = plan.cells.create.filter(({ field }) => vehicleFields.some((each) => each === field))
  return { ...plan, cells: { ...plan.cells, create }, texts: [] }
}

/** True if only fields that a new advert needs are missing. */
const lacksOnlyVehicle = ({ operation, problems }: CheckedRow): boolean => {
  const errors = problems.filter(({ severity }) => severity === 'error')
  return (
    operation === 'create' &&
    errors.length > 0 &&
    errors.every(
      ({ code, column }) => code === 'required' && fieldsOfCreates.some((field) => field === column),
    )
  )
}
