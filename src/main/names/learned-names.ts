import { z } from 'zod'
import { identifier } from '../service/tolerant.ts'
import type { LearnedName } from './names-table.ts'
import type { NameSourceKind } from './name-match.ts'
import { noIds, vehicleFields, type VehicleIds } from './vehicle-ids.ts'

type Names = readonly (string | null | undefined)[]

/** Names that belong to ids which are known to belong together, in the same order. */
export function namesOfVehicle(ids: VehicleIds, names: Names, source: NameSourceKind): LearnedName[] {
  const learned: LearnedName[] = []
  let within: VehicleIds = noIds
  for (const [level, field] of vehicleFields.entries()) {
    const id = ids[field]
    if (id === null || !Number.isSafeInteger(id) || id <= 0) break
    const name = names[level]?.trim() ?? ''
    if (name !== '' || level >= 2) learned.push({ field, within, id, name, source })
    within = { ...within, [field]: id }
  }
  return learned
}

/** Fuller record of a new vehicle (docs/service/practice.md, "info"). */
const chainSchema = z.object({
  modificationId: identifier.nullable().catch(null),
  equipmentId: identifier.nullable().catch(null),
})

/** Most records of a reading have neither: a hundred thousand are not parsed for nothing. */
const noChain = { modificationId: null, equipmentId: null }
const hasChain = (autoData: object): boolean => 'modificationId' in autoData || 'equipmentId' in autoData

/** Names that a read of an advert teaches, and ids that belong together. */
interface ReadVehicle {
  readonly markId: number | null
  readonly markName: string | null
  readonly modelId: number | null
  readonly modelName: string | null
  readonly autoData: { readonly version: string | null }
}

/** The ids of a read vehicle; records of used ones, and shorter records, name neither modification nor equipment. */
export function vehicleIdsOfRecord({ markId, modelId, autoData }: ReadVehicle): VehicleIds {
  const { modificationId, equipmentId } = hasChain(autoData) ? chainSchema.parse(autoData) : noChain
  return { marka_id: markId, model_id: modelId, base_id: modificationId, equip_id: equipmentId }
}

export const namesOfRecord = (record: ReadVehicle): LearnedName[] =>
  namesOfVehicle(
    vehicleIdsOfRecord(record),
    [record.markName, record.modelName, record.autoData.version],
    'advert',
  )

/** The parameters of a create that the service accepted. */
interface CreatedVehicle {
  readonly marka_id: number
  readonly model_id: number
  readonly base_id: number
  readonly equip_id: number
  readonly version?: string | undefined
}

/** Names that a create teaches: the ids belong together, and the seller's own words name the modification. */
export const namesOfCreate = ({ version, ...ids }: CreatedVehicle): LearnedName[] =>
  namesOfVehicle(ids, [null, null, version], 'create')
