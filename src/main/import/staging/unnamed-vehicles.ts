import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { VehicleCells } from '../../names/vehicle-ids.ts'
import { vehicleCellsOf } from '../check/row-vehicle.ts'

/** Vehicles that are asked for at most. */
const mostVehicles = 5_000

const cellsSchema = z.object({ cells: z.string() })

export interface UnnamedVehicles {
  /** The cells of each, as the file has them, without those of ids alone. */
  readonly vehicles: readonly VehicleCells[]
}

/** The vehicles of a draft with a name that is not known, or that may mean several. */
export const unnamedVehicles = (db: DatabaseSync): UnnamedVehicles => ({
  vehicles: db
    .prepare(
      `SELECT cells FROM vehicles WHERE EXISTS (
         SELECT 1 FROM json_each(resolved, '$.findings')
         WHERE value ->> 'code' IN ('name-unknown', 'name-ambiguous')) LIMIT ${mostVehicles}`,
    )
    .all()
    .map((row) => vehicleCellsOf(cellsSchema.parse(row).cells)),
})
