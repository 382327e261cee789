import { foldLetters, foldVehicleName, vehicleWordSpellings, writtenWords } from './fold-vehicle-name.ts'
import { isSpelled, type NameCandidate } from './match-name.ts'

/** A make and a model that stand in one text. */
export interface MakeAndModel {
  /** The makes whose name the text begins with: several only if they have the same name. */
  readonly makes: readonly NameCandidate[]
  /** What stands behind the make, in small letters; '' if nothing does. */
  readonly model: string
}

/** The longest name of a make, in words. */
const mostWords = 6

/** Splits `Mercedes-Benz E 220` behind the longest make that it begins with; null if it begins with none. */
export function splitMakeAndModel(text: string, makes: readonly NameCandidate[]): MakeAndModel | null {
  const written = writtenWords(text)
  const words = written.map(foldLetters)
  const byName = makesByName(makes)
  for (let count = Math.min(words.length, mostWords); count > 0; count--) {
    const named = byName.get(words.slice(0, count).join(''))
    if (named) return { makes: named, model: written.slice(count).join(' ') }
  }
  return splitSpelled(text, makes)
}

/** The same for a make in the other alphabet, or as it is spoken: `БМВ Х5`. The model keeps its letters. */
function splitSpelled(text: string, makes: readonly NameCandidate[]): MakeAndModel | null {
  const words = writtenWords(text)
  const spellings = vehicleWordSpellings(text)
  for (let count = Math.min(words.length, mostWords); count > 0; count--) {
    const begun = spellings.slice(0, count)
    const named = makes.filter((make) => isSpelled(make, begun))
    if (named.length > 0) return { makes: named, model: words.slice(count).join(' ') }
  }
  return null
}

/** A list of makes is asked for each row of a file: its names are folded once. */
const folded = new WeakMap<readonly NameCandidate[], ReadonlyMap<string, readonly NameCandidate[]>>()

function makesByName(makes: readonly NameCandidate[]): ReadonlyMap<string, readonly NameCandidate[]> {
  const known = folded.get(makes)
  if (known) return known
  const named = makes.filter(({ name }) => name !== '')
  const made = Map.groupBy(named, ({ name }) => foldVehicleName(name))
  folded.set(makes, made)
  return made
}
