import { isUnasked } from '#shared/batch/row.ts'
import type { ResolvedVehicle } from '../../names/resolve-vehicle.ts'
import { namedIds, shortened } from '../../names/shortened-names.ts'
import type { VehicleCells } from '../../names/vehicle-ids.ts'
import { asPlanned } from '../check/planned-record.ts'
import type { RowPlan, RowVehicles } from '../check/row-plan.ts'
import { comparedCells, comparedKey, namesCars } from '../check/named-car.ts'
import { operationOfRow, vehicleCells, vehicleKey } from '../check/row-vehicle.ts'
import type { Compare } from '../compare/compare.ts'
import type { Row } from '../rows/row.ts'

/** The vehicles that the rows of a draft name, each asked for once and kept with the draft. */
export class DraftVehicles implements RowVehicles {
  checksIds = false
  readonly #known = new Map<string, ResolvedVehicle>()

  get known(): ReadonlyMap<string, ResolvedVehicle> {
    return this.#known
  }

  /** Forgets what was not found for certain: more may be known now. */
  forgetUnsure(): void {
    for (const [key, { findings }] of this.#known) if (findings.length > 0) this.#known.delete(key)
  }

  find(key: string): ResolvedVehicle | undefined {
    return this.#known.get(key)
  }

  /**
   * Asks for the vehicles of these records that are not known yet.
   * @param compare null without anything to compare with
   */
  ask(records: readonly Row[], plan: RowPlan, compare: Compare | null): void {
    if (!compare) return
    this.checksIds = compare.holdsNames
    this.#askCompared(records, plan, compare)
    if (!plan.vehicleIndexes.some((index) => index >= 0)) return
    // Columns under the contract's own names hold ids alone.
    if (!this.checksIds && !plan.cells.create.some(({ named, together }) => named || together)) return
    for (const record of records) {
      const cells = vehicleCells(asPlanned(record, plan), plan)
      const key = cells && vehicleKey(cells)
      if (cells && key !== null && !this.#known.has(key)) this.#known.set(key, compare.vehicle(cells))
    }
  }

  /**
   * Names that are only compared: an unknown one is no question. One that was never looked up is reported for new
   * adverts, unless the known names already say whether the vehicle is that of the ids.
   */
  #askCompared(records: readonly Row[], plan: RowPlan, compare: Compare): void {
    if (!namesCars(plan)) return
    for (const each of records) {
      const record = asPlanned(each, plan)
      const isCreate = operationOfRow(record, plan) === 'create'
      for (const cells of comparedCells(record, plan, isCreate)) {
        const key = comparedKey(cells)
        if (this.#known.has(key)) continue
        const found = isCreate
          ? nextToIds(cells, ownIds(record, plan), compare)
          : { ids: namedIds(cells, compare.vehicle), findings: [] }
        this.#known.set(key, found)
      }
    }
  }
}

/** The vehicle of a new advert by the names next to its ids; one whose first words say enough needs no look-up. */
function nextToIds(
  cells: VehicleCells,
  { make, model }: OwnIds,
  { vehicle }: Pick<Compare, 'vehicle'>,
): ResolvedVehicle {
  const { ids, ...read } = vehicle(cells)
  const findings = read.findings.filter(isUnasked)
  if (findings.length === 0 || ids.marka_id === null) return { ids, findings }
  if (make > 0 && ids.marka_id !== make) return { ids, findings: [] }
  const shorter = shortened(cells).map(vehicle)
  return shorter.find((each) => each.ids.model_id === model) ?? { ids, findings }
}

/** Make and model of the ids in a row; 0 for none. */
interface OwnIds {
  readonly make: number
  readonly model: number
}

function ownIds(record: Row, { vehicleIndexes }: RowPlan): OwnIds {
  const [make = -1, model = -1] = vehicleIndexes
  return { make: make < 0 ? 0 : record.digits(make), model: model < 0 ? 0 : record.digits(model) }
}
