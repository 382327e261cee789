import { type KnownNames, type ReadCell, resolveVehicle, type ResolvedVehicle } from './resolve-vehicle.ts'
import type { VehicleCells } from './vehicle-ids.ts'

/**
 * Texts of one file for which names that they may mean are looked for, about a millisecond for each. More of them are no
 * slips of a person but another kind of column: the rest is said to be unknown, without them.
 */
const mostHelped = 500

/** Cells of which the meaning is kept: a file has few names, unless it has the wrong ones. */
const mostKept = 10_000
/** Cells with a longer key, which has their text and what stands before it, hold descriptions: they rarely come again. */
const longestKept = 500

/** Whether a list was never asked for takes statements of the database to find out, and the rows of a file ask for few lists. */
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
  #helped = 0

  /** @param helped unknown texts for which names that they may mean are looked for; 0 for who needs the ids alone */
  constructor(names: KnownNames, helped = mostHelped) {
    this.#names = { ...names, ...askedOnce(names) }
    this.#mostHelped = helped
  }

  read(cells: VehicleCells): ResolvedVehicle {
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
