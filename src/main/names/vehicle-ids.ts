/** What a create names its vehicle by, from the make to the equipment. */
export const vehicleFields = ['marka_id', 'model_id', 'base_id', 'equip_id'] as const
export type VehicleField = (typeof vehicleFields)[number]

/** The same as the names table calls them. */
export const vehicleKinds = ['make', 'model', 'base', 'equip'] as const
export type VehicleKind = (typeof vehicleKinds)[number]

/** Make, model, modification and equipment, as far as they are known. */
export type VehicleIds = Readonly<Record<VehicleField, number | null>>

/** Make, model, modification and equipment as the cells of a row have them: ids or names, '' if there is none. */
export type VehicleCells = readonly [make: string, model: string, base: string, equip: string]

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
