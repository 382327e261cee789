import { foldVehicleName } from './fold-vehicle-name.ts'
import { type KnownNames, type ReadCell, type ResolvedVehicle, resolveVehicle } from './resolve-vehicle.ts'
import { type VehicleCells, type VehicleField, type VehicleIds, placeOf } from './vehicle-ids.ts'

const keyOf = (field: VehicleField, within: VehicleIds, text: string): string =>
  [...placeOf(field, within), foldVehicleName(text)].join(' ')

/** The id of each text that was chosen, by its place. */
export type ChosenNames = readonly (readonly [string, number])[]

/**
 * Decisions of one file's rows on its names, by their years and engines. The rows of another file may decide
 * otherwise, so it counts for this file alone and before what the account keeps.
 */
export class FileChoices {
  readonly #ids: Map<string, number>

  constructor(chosen: ChosenNames = []) {
    this.#ids = new Map(chosen)
  }

  get all(): ChosenNames {
    return [...this.#ids]
  }

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

/**
 * Texts of one file for which names that they may mean are looked for, about a millisecond for each. More of them are no
 * slips of a person but another kind of column: the rest is said to be unknown, without them.
 */
const mostHelped = 500

/** Cells of which the meaning is kept: a file has few names, unless it has the wrong ones. */
const mostKept = 10_000
/** Cells with a longer key, which has their text and what stands before it, hold descriptions: they rarely come again. */
const longestKept = 500

/**
 * Finding out that a list was never asked for takes statements of the database, and the rows of a file ask for few
 * lists.
 */
function askedOnce(names: KnownNames): Pick<KnownNames, 'isUnasked'> {
  if (!names.isUnasked) return {}
  const asked = new Map<string, boolean>()
  return {
    isUnasked: (within) => {
      const key = JSON.stringify(within)
      const known = asked.get(key)
      if (known !== undefined) return known
      const isUnasked = names.isUnasked?.(within) ?? false
      if (asked.size >= mostKept) asked.clear()
      asked.set(key, isUnasked)
      return isUnasked
    },
  }
}

/** Reads the vehicles of one file: what a cell means within the ids before it, and which lists were asked for, is kept. */
export class VehicleReader {
  readonly #names: KnownNames
  readonly #mostHelped: number
  readonly #cells = new Map<string, ReadCell>()
  readonly #vehicles = new Map<string, ResolvedVehicle>()
  #helped = 0

  /** @param helped unknown texts for which names that they may mean are looked for; 0 for who needs the ids alone */
  constructor(names: KnownNames, helped = mostHelped) {
    this.#names = { ...names, ...askedOnce(names) }
    this.#mostHelped = helped
  }

  read(cells: VehicleCells): ResolvedVehicle {
    const key = JSON.stringify(cells)
    const known = this.#vehicles.get(key)
    if (known) return known
    const made = this.#resolve(cells)
    if (this.#vehicles.size >= mostKept) this.#vehicles.clear()
    if (key.length <= longestKept) this.#vehicles.set(key, made)
    return made
  }

  #resolve(cells: VehicleCells): ResolvedVehicle {
    return resolveVehicle(cells, this.#names, {
      hasHelp: () => this.#helped < this.#mostHelped,
      once: (key, read) => {
        const known = this.#cells.get(key)
        if (known) return known
        const made = read()
        if (made.id === null) this.#helped += 1
        if (key.length > longestKept) return made
        if (this.#cells.size >= mostKept) this.#cells.clear()
        this.#cells.set(key, made)
        return made
      },
    })
  }
}
