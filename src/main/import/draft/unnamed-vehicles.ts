import type { DraftRow } from '#shared/import/draft.ts'
import type { ResolvedVehicle } from '../../names/resolve-vehicle.ts'
import {
  vehicleFields,
  type VehicleCells,
  type VehicleField,
  type VehicleIds,
} from '../../names/vehicle-ids.ts'
import { vehicleCellsOf } from '../check/row-vehicle.ts'
import { type AskedRows, askedRows, linesToRead } from './asked-rows.ts'
import type { DraftPlan } from './draft-plan.ts'
import type { RowOfDraft } from './draft-row.ts'

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

/** The vehicles of a draft with a name that is not known, or that may mean several. */
const unnamedVehicles = (
  rows: readonly RowOfDraft[],
  known: ReadonlyMap<string, ResolvedVehicle>,
): UnnamedVehicles => ({
  vehicles: [...known]
    .filter(([, { findings }]) => findings.some(isUnnamed))
    .slice(0, mostVehicles)
    .map(([key]) => vehicleCellsOf(key)),
  values: unnamedValues(rows),
})

/** A draft whose names are asked about. */
interface AskedDraft {
  readonly rows: readonly RowOfDraft[]
  readonly plan: Pick<DraftPlan, 'header' | 'mapping'>
  readonly known: ReadonlyMap<string, ResolvedVehicle>
  readonly shown: (row: RowOfDraft) => DraftRow
}

/** Lines of a question that are told. */
const mostLines = 50

export function askedVehicles({ rows, plan, known, shown }: AskedDraft): AskedVehicles {
  const { vehicles, values } = unnamedVehicles(rows, known)
  const read = linesToRead(values.map(({ lines }) => lines))
  const byLine = new Map(rows.map((row) => [row.line, row]))
  return {
    vehicles,
    values: values.map(({ lines, ...each }, at) => {
      const some = read[at] ?? []
      const said = askedRows(
        some.flatMap((line) => byLine.get(line) ?? []).map(shown),
        plan,
        some.length === lines.length,
      )
      return { ...each, lines: lines.slice(0, mostLines), ...said }
    }),
  }
}

const isUnnamed = (found: { readonly code: string }): boolean =>
  found.code === 'name-unknown' || found.code === 'name-ambiguous'

function unnamedValues(rows: readonly RowOfDraft[]): UnnamedValue[] {
  const values = new Map<string, UnnamedValue & { rows: number; lines: number[] }>()
  for (const { line, problems } of rows)
    for (const found of problems.filter(isUnnamed)) {
      const { value } = found
      const code = found.code === 'name-unknown' ? found.code : 'name-ambiguous'
      const [make, model, base] = ['make', 'model', 'base'].map((level) => idOrNone(found.details[level]))
      // Make and model in one cell: the make is asked for first.
      const together = make === null ? 'marka_id' : 'model_id'
      const field =
        found.column === 'make_model' ? together : vehicleFields.find((each) => each === found.column)
      if (!field) continue
      const within = {
        marka_id: make ?? null,
        model_id: model ?? null,
        base_id: base ?? null,
        equip_id: null,
      }
      const key = JSON.stringify([field, code, value, within])
      const known = values.get(key)
      if (!known) values.set(key, { field, code, value, within, rows: 1, lines: [line] })
      else {
        known.rows += 1
        if (known.lines.at(-1) !== line) known.lines.push(line)
      }
    }
  return [...values.values()].toSorted(byRows).slice(0, mostValues)
}

const idOrNone = (id: string | number | undefined): number | null =>
  typeof id === 'number' && id > 0 ? id : null

/** Those that decide most rows first. */
const byRows = (one: UnnamedValue, other: UnnamedValue): number =>
  other.rows - one.rows || compareTexts(one.field, other.field) || compareTexts(one.value, other.value)

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
