import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { problemCodes } from '#shared/batch/row.ts'
import type { NameFinding, ResolvedVehicle } from '../../names/resolve-vehicle.ts'
import { vehicleFields, type VehicleCells } from '../../names/vehicle-ids.ts'
import { asPlanned } from '../check/planned-record.ts'
import type { RowPlan } from '../check/row-plan.ts'
import { comparedCells, comparedKey, namesCars } from '../check/named-car.ts'
import { operationIn, vehicleCells, vehicleKey } from '../check/row-vehicle.ts'
import type { RowVehicles } from '../check/row-vehicles.ts'
import type { Compare } from '../compare/compare.ts'
import type { RecordView } from '../records/record-view.ts'
import { storedJson } from '../../storage/stored-json.ts'
import { readStored } from '../../storage/stored-record.ts'
import { draftPlace } from './draft-place.ts'

/** Vehicles in one question. */
const vehiclesPerQuestion = 500

const nameCodes = problemCodes.filter(
  (code) =>
    code === 'name-unknown' || code === 'name-ambiguous' || code === 'name-learned' || code === 'ids-apart',
)
const resolvedSchema = z.object({
  ids: z.record(z.enum(vehicleFields), z.number().nullable()),
  taken: z.partialRecord(z.enum(vehicleFields), z.object({ name: z.string(), about: z.string() })).optional(),
  findings: z.array(
    z.object({
      field: z.enum(vehicleFields),
      code: z.enum(nameCodes),
      details: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
})
const storedSchema = z.object({
  cells: z.string(),
  resolved: storedJson.pipe(resolvedSchema),
})

/** The vehicles that the rows of a draft name, each asked for once and kept with the draft: its rows are read by them again. */
export class StagedVehicles implements RowVehicles {
  readonly checksIds: boolean
  readonly #db: DatabaseSync
  readonly #compare: Compare | null
  readonly #known = new Map<string, ResolvedVehicle>()

  /** @param compare null if there is nobody to ask: no name is known but those that are kept */
  constructor(db: DatabaseSync, compare: Compare | null = null) {
    this.#db = db
    this.#compare = compare
    this.checksIds = compare?.holdsNames ?? false
    for (const row of db.prepare('SELECT cells, resolved FROM vehicles').all()) {
      const { cells, resolved } = readStored(storedSchema, row, draftPlace('vehicles'))
      this.#known.set(cells, resolved)
    }
  }

  find(key: string): ResolvedVehicle | undefined {
    return this.#known.get(key)
  }

  /** Asks main for the vehicles of these records that are not known yet. */
  async ask(records: readonly RecordView[], plan: RowPlan): Promise<void> {
    if (!this.#compare) return
    await this.#askCompared(records, plan)
    if (!plan.vehicleIndexes.some((index) => index >= 0)) return
    // Columns under the contract's own names hold ids alone.
    if (!this.checksIds && !plan.cells.create.some(({ named, together }) => named || together)) return
    const wanted = new Map<string, VehicleCells>()
    for (const record of records) {
      const cells = vehicleCells(asPlanned(record, plan), plan)
      const key = cells && vehicleKey(cells)
      if (cells && key !== null && !this.#known.has(key)) wanted.set(key, cells)
    }
    await this.#askFor(wanted, this.#compare)
  }

  /**
   * Names that are only compared: what isn't known of them is no question, but what was never asked for is told of new adverts, unless the
   * names that are known tell already whether the vehicle is that of the ids.
   */
  async #askCompared(records: readonly RecordView[], plan: RowPlan): Promise<void> {
    if (!this.#compare || !namesCars(plan)) return
    const [beside, created] = [new Map<string, VehicleCells>(), new Map<string, VehicleCells>()]
    const own = new Map<VehicleCells, OwnIds>()
    for (const each of records) {
      const record = asPlanned(each, plan)
      const isCreate = operationIn(record, plan) === 'create'
      for (const cells of comparedCells(record, plan, isCreate)) {
        const key = comparedKey(cells)
        if (!this.#known.has(key)) (isCreate ? created : beside).set(key, cells)
        if (isCreate) own.set(cells, ownIds(record, plan))
      }
    }
    await this.#askFor(beside, {
      vehicles: async (cells) => (await this.#vehiclesOf(cells)).map(({ ids }) => ({ ids, findings: [] })),
    })
    await this.#askFor(created, { vehicles: (cells) => this.#besideIds(cells, own) })
  }

  /** The vehicles of new adverts that names beside their ids mean; those of which the first words say enough need no look-up. */
  async #besideIds(
    all: readonly VehicleCells[],
    own: ReadonlyMap<VehicleCells, OwnIds>,
  ): Promise<ResolvedVehicle[]> {
    const found = (await this.#vehiclesOf(all)).map(({ ids, findings }) => ({
      ids,
      findings: findings.filter(isUnasked),
    }))
    const told: ResolvedVehicle[] = []
    for (const [at, vehicle] of found.entries()) {
      const cells = all[at] ?? noCells
      const { make, model } = own.get(cells) ?? { make: 0, model: 0 }
      const named = vehicle.ids.marka_id
      if (vehicle.findings.length === 0 || named === null) told.push(vehicle)
      else if (make > 0 && named !== make) told.push({ ...vehicle, findings: [] })
      else {
        const shorter = await this.#vehiclesOf(shortened(cells))
        told.push(shorter.find(({ ids }) => ids.model_id === model) ?? vehicle)
      }
    }
    return told
  }

  #vehiclesOf(cells: readonly VehicleCells[]): Promise<readonly ResolvedVehicle[]> {
    return this.#compare?.vehicles(cells) ?? Promise.resolve([])
  }

  async #askFor(
    wanted: ReadonlyMap<string, VehicleCells>,
    { vehicles }: Pick<Compare, 'vehicles'>,
  ): Promise<void> {
    const all = [...wanted]
    for (let from = 0; from < all.length; from += vehiclesPerQuestion) {
      const some = all.slice(from, from + vehiclesPerQuestion)
      this.#keep(some, await vehicles(some.map(([, cells]) => cells)))
    }
  }

  #keep(asked: readonly (readonly [string, VehicleCells])[], answers: readonly ResolvedVehicle[]): void {
    const insert = this.#db.prepare('INSERT OR REPLACE INTO vehicles VALUES (?, ?)')
    asked.forEach(([key], at) => {
      const resolved = answers[at]
      if (!resolved) return
      this.#known.set(key, resolved)
      insert.run(key, JSON.stringify(resolved))
    })
  }
}

/** Make and model of the ids in a row; 0 for none. */
interface OwnIds {
  readonly make: number
  readonly model: number
}

function ownIds(record: RecordView, { vehicleIndexes }: RowPlan): OwnIds {
  const [make = -1, model = -1] = vehicleIndexes
  return { make: make < 0 ? 0 : record.digits(make), model: model < 0 ? 0 : record.digits(model) }
}

const noCells: VehicleCells = ['', '', '', '']

/** So many words behind a name are left away to find it. */
const mostWords = 4

/** The same names without their last words: `BMW X5 Sport`, `BMW X5`. */
function shortened([make, model, base, equip]: VehicleCells): VehicleCells[] {
  const words = model.trim().split(/\s+/)
  return Array.from({ length: Math.min(mostWords, words.length - 1) }, (_, at) => [
    make,
    words.slice(0, -1 - at).join(' '),
    base,
    equip,
  ])
}

/** True if the service was never asked for the names that a text may mean. */
const isUnasked = ({ details }: NameFinding): boolean => details.unasked === 1
