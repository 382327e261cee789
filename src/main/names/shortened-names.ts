import type { ResolvedVehicle } from './resolve-vehicle.ts'
import type { VehicleCells, VehicleIds } from './vehicle-ids.ts'

/** So many words behind a name are left away to find it. */
const mostWords = 4

/** The same names without their last words: `BMW X5 Sport`, `BMW X5`. */
export function shortened([make, model, base, equip]: VehicleCells): VehicleCells[] {
  const words = model.trim().split(/\s+/)
  return Array.from({ length: Math.min(mostWords, words.length - 1) }, (_, at) => [
    make,
    words.slice(0, -1 - at).join(' '),
    base,
    equip,
  ])
}

/** The ids of names that are only compared: of a model that is not found with all words behind it, by its first ones. */
export function namedIds(cells: VehicleCells, read: (cells: VehicleCells) => ResolvedVehicle): VehicleIds {
  const { ids } = read(cells)
  if (ids.marka_id === null || ids.model_id !== null) return ids
  for (const shorter of shortened(cells)) {
    const found = read(shorter).ids
    if (found.model_id !== null) return found
  }
  return ids
}
