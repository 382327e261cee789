import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import {
  vehicleFields,
  type VehicleCells,
  type VehicleField,
  type VehicleIds,
} from '../../names/vehicle-ids.ts'
import { vehicleCellsOf } from '../check/row-vehicle.ts'
import { storedJson } from '../../storage/stored-json.ts'
import { readStored } from '../../storage/stored-record.ts'
import type { AskedRows } from './asked-rows.ts'
import { draftPlace } from './draft-place.ts'

/** Vehicles that are asked for at most. */
const mostVehicles = 5_000
/** Values that are listed one by one, those with most rows first. */
const mostValues = 200

/** A value of the file that is no known name, or may mean several, and how many rows it decides. */
export interface UnnamedValue {
  readonly field: VehicleField
  readonly code: 'name-unknown' | 'name-ambiguous'
  readonly value: string
  /** The ids of the cells before it. */
  readonly within: VehicleIds
  readonly rows: number
  /** The lines of its rows. */
  readonly lines: readonly number[]
}

export interface UnnamedVehicles {
  /** The cells of each, as the file has them. */
  readonly vehicles: readonly VehicleCells[]
  readonly values: readonly UnnamedValue[]
}

/** The same with what the rows of each value say beside it. */
export interface AskedVehicles extends Pick<UnnamedVehicles, 'vehicles'> {
  readonly values: readonly (UnnamedValue & AskedRows)[]
}

const cellsSchema = z.object({ cells: z.string() })
const idOrNone = z
  .number()
  .nullable()
  .transform((id) => (id === 0 ? null : id))
const valueSchema = z
  .object({
    field: z.enum(vehicleFields),
    code: z.enum(['name-unknown', 'name-ambiguous']),
    value: z.string(),
    rows: z.int(),
    make: idOrNone,
    model: idOrNone,
    base: idOrNone,
    lines: storedJson.pipe(z.array(z.int())),
  })
  .transform(({ make, model, base, ...found }) => ({
    ...found,
    within: { marka_id: make, model_id: model, base_id: base, equip_id: null },
  }))

/** Make and model in one cell: the make is asked for first. */
const fieldOfColumn = `CASE column WHEN 'make_model'
  THEN iif(coalesce(details ->> 'make', 0) = 0, 'marka_id', 'model_id') ELSE column END`

/** The vehicles of a draft with a name that is not known, or that may mean several. */
export const unnamedVehicles = (db: DatabaseSync): UnnamedVehicles => ({
  vehicles: db
    .prepare(
      `SELECT cells FROM vehicles WHERE EXISTS (
         SELECT 1 FROM json_each(resolved, '$.findings')
         WHERE value ->> 'code' IN ('name-unknown', 'name-ambiguous')) LIMIT ${mostVehicles}`,
    )
    .all()
    .map((row) => vehicleCellsOf(readStored(cellsSchema, row, draftPlace('vehicles')).cells)),
  values: db
    .prepare(
      `SELECT ${fieldOfColumn} AS field, code, value, count(*) AS rows,
         details ->> 'make' AS make, details ->> 'model' AS model, details ->> 'base' AS base,
         json_group_array(DISTINCT line ORDER BY line) AS lines
       FROM findings WHERE code IN ('name-unknown', 'name-ambiguous')
       GROUP BY 1, 2, 3, 5, 6, 7 ORDER BY rows DESC, field, value LIMIT ${mostValues}`,
    )
    .all()
    .map((row) => readStored(valueSchema, row, draftPlace('vehicles'))),
})
