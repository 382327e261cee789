import { combinations, type Combination } from '../../../src/sandbox/vehicles/combinations.ts'

/** Make, model, modification and equipment of a vehicle that the sandbox takes; the first 42 are of the BMW X5 (9, 96). */
export function fourIds(place = 0): Combination {
  const found = combinations(place + 1)[place]
  if (found === undefined) throw new RangeError(`the catalogue has no combination ${place}`)
  return found
}

/** The same as the cells of a row: `9,96,900640,901580`. */
export const fourCells = (place = 0, delimiter = ','): string => Object.values(fourIds(place)).join(delimiter)
