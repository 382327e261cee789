import { foldLetters, foldVehicleName, writtenWords } from './fold-vehicle-name.ts'
import { memoize } from './memoize.ts'
import { matchAlone } from './match-name.ts'
import type { NameCandidate } from './name-match.ts'
import { textWords } from './text-words.ts'

/** A make and a model that stand in one text. */
export interface MakeAndModel {
  /** The makes whose name the text begins with: several only if they have the same name. */
  readonly makes: readonly NameCandidate[]
  /** Text behind the make, in small letters; '' if nothing does. */
  readonly model: string
}

/** The longest name of a make, in words. */
const mostWords = 6

/** Splits `Mercedes-Benz E 220` behind the longest make that it begins with; null if it begins with none. */
export function splitMakeAndModel(text: string, makes: readonly NameCandidate[]): MakeAndModel | null {
  const words = writtenWords(text)
  return (
    splitExactly(words, makes) ??
    splitAt(words, makes) ??
    splitAt(
      textWords(text).map(({ written }) => written),
      makes,
    )
  )
}

/** Most texts have the make as the service names it. */
function splitExactly(words: readonly string[], makes: readonly NameCandidate[]): MakeAndModel | null {
  const byName = makesByName(makes)
  for (let count = Math.min(words.length, mostWords); count > 0; count--) {
    const named = byName.get(words.slice(0, count).map(foldLetters).join(''))
    if (named) return { makes: named, model: words.slice(count).join(' ') }
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

/** The same for a make that is written otherwise. */
function splitAt(words: readonly string[], makes: readonly NameCandidate[]): MakeAndModel | null {
  for (let count = Math.min(words.length, mostWords); count > 0; count--) {
    const same = matchMake(words.slice(0, count).join(' '), makes)
    if (same.length > 0) return { makes: same, model: words.slice(count).join(' ') }
  }
  return null
}

/** The beginnings of a file's texts are few: each is matched once with a list of makes. */
const matching = new WeakMap<readonly NameCandidate[], (text: string) => readonly NameCandidate[]>()

function matchMake(text: string, makes: readonly NameCandidate[]): readonly NameCandidate[] {
  const match = matching.get(makes) ?? memoize((each) => matchAlone(each, makes))
  matching.set(makes, match)
  return match(text)
}
