import { foldVehicleName } from './fold-vehicle-name.ts'
import type { KnownNames } from './resolve-vehicle.ts'
import { placeOf, type VehicleField, type VehicleIds } from './vehicle-ids.ts'

const keyOf = (field: VehicleField, within: VehicleIds, text: string): string =>
  [...placeOf(field, within), foldVehicleName(text)].join(' ')

/**
 * What the rows of one file decide of its names, by their years and engines. The rows of another file may decide
 * otherwise, so it counts for this file alone and before what the account keeps.
 */
export class FileChoices {
  readonly #ids = new Map<string, number>()

  choose(field: VehicleField, within: VehicleIds, text: string, id: number): void {
    this.#ids.set(keyOf(field, within, text), id)
  }

  /** Forgets all: the file is checked for another account, whose service may have other ids. */
  clear(): void {
    this.#ids.clear()
  }

  /** The names of the account, as they are known in this file. */
  over(names: KnownNames): KnownNames {
    return {
      ...names,
      chosen: (field, within, text) =>
        this.#ids.get(keyOf(field, within, text)) ?? names.chosen(field, within, text),
    }
  }
}
