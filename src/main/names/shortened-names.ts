import type { ResolvedVehicle } from './resolve-vehicle.ts'
import type { VehicleCells, VehicleIds } from './vehicle-ids.ts'

/** A model with its make has hardly more words. */
const mostWords = 4

/** The first words of the same names, the most first: `BMW X5 Sport`, `BMW X5`, `BMW`. */
export function shortened([make, model, base, equip]: VehicleCells): VehicleCells[] {
  const words = model.trim().split(/\s+/)
  const most = Math.min(mostWords, words.length - 1)
  return Array.from({ length: most }, (_, at) => [make, words.slice(0, most - at).join(' '), base, equip])
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
