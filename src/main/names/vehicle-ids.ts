/** Fields by which a create names its vehicle, from the make to the equipment. */
export const vehicleFields = ['marka_id', 'model_id', 'base_id', 'equip_id'] as const
export type VehicleField = (typeof vehicleFields)[number]

/** The same as the names table calls them. */
export const vehicleKinds = ['make', 'model', 'base', 'equip'] as const
export type VehicleKind = (typeof vehicleKinds)[number]

/** Make, model, modification and equipment, as far as they are known. */
export type VehicleIds = Readonly<Record<VehicleField, number | null>>

/** Make, model, modification and equipment as the cells of a row have them: ids or names, '' if there is none. */
export type VehicleCells = readonly [make: string, model: string, base: string, equip: string]

/** Place of a name, by the kind of its field and the ids before it. */
export type NamePlace = readonly [kind: VehicleKind, makeId: number, modelId: number, baseId: number]

/** The place of a field's names within these ids. An equipment is known by its modification alone. */
export function placeOf(field: VehicleField, { marka_id, model_id, base_id }: VehicleIds): NamePlace {
  const kind = vehicleKinds[vehicleFields.indexOf(field)] ?? 'make'
  if (kind === 'make') return [kind, 0, 0, 0]
  if (kind === 'equip') return [kind, 0, 0, base_id ?? 0]
  return [kind, marka_id ?? 0, kind === 'base' ? (model_id ?? 0) : 0, 0]
}

export const noIds: VehicleIds = { marka_id: null, model_id: null, base_id: null, equip_id: null }

/** The ids of a vehicle among parameters by their contract names. */
export function vehicleIdsIn(values: Readonly<Record<string, string | number | undefined>>): VehicleIds {
  const [marka_id, model_id, base_id, equip_id] = vehicleFields.map((field) => {
    const value = values[field]
    return typeof value === 'number' ? value : null
  })
  return {
    marka_id: marka_id ?? null,
    model_id: model_id ?? null,
    base_id: base_id ?? null,
    equip_id: equip_id ?? null,
  }
}

/** The id that a text is; null if it is a name. */
export function idIn(text: string): number | null {
  const bare = text.trim()
  if (!/^\d{1,15}$/.test(bare)) return null
  const id = Number(bare)
  return id > 0 ? id : null
}

/** The letters of a cell that may be a name: no name has more, and each is looked at in many ways. */
export const nameText = (text: string): string => text.slice(0, 500)
