import type { Vehicle } from './stock-facts.ts'

/** Texts that are equal for equal vehicles. */
export const modelName = ([marka, model]: Vehicle): string => `${String(marka)}/${String(model)}`
export const trimName = (vehicle: Vehicle): string => vehicle.join('/')

export const isModelKnown = ([marka, model]: Vehicle): boolean => marka > 0 && model > 0

/** True if all four ids are known. */
export const isWhole = (vehicle: Vehicle): boolean => vehicle.every((id) => id > 0)

/** Make, model, modification and equipment make a vehicle: no edit changes them. What isn't known differs from nothing. */
export const isOtherVehicle = (left: Vehicle | null, right: Vehicle | null): boolean =>
  !!left && !!right && left.some((id, at) => id > 0 && (right[at] ?? 0) > 0 && id !== right[at])

/**
 * Under which marks a vehicle is found by those that may be the same. Where four ids are not known it may be any of its make and
 * model; without these, any at all.
 */
export function vehicleMarks(vehicle: Vehicle | null): string[] {
  if (!vehicle || !isModelKnown(vehicle)) return ['any', 'unknown']
  const model = modelName(vehicle)
  return ['any', `model ${model}`, isWhole(vehicle) ? `trim ${trimName(vehicle)}` : `model alone ${model}`]
}

/** The marks of those that a vehicle may be the same as. */
export function questionMarks(vehicle: Vehicle | null): string[] {
  if (!vehicle || !isModelKnown(vehicle)) return ['any']
  const model = modelName(vehicle)
  if (!isWhole(vehicle)) return [`model ${model}`, 'unknown']
  return [`trim ${trimName(vehicle)}`, `model alone ${model}`, 'unknown']
}
