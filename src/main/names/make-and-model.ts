import { writtenWords } from './fold-vehicle-name.ts'
import { matchAlone, type NameCandidate } from './match-name.ts'
import { textWords } from './text-words.ts'

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
  return splitAt(writtenWords(text), makes) ?? splitAt(textWords(text).map(({ written }) => written), makes)
}

function splitAt(words: readonly string[], makes: readonly NameCandidate[]): MakeAndModel | null {
  for (let count = Math.min(words.length, mostWords); count > 0; count--) {
    const same = matchMake(words.slice(0, count).join(' '), makes)
    if (same.length > 0) return { makes: same, model: words.slice(count).join(' ') }
  }
  return null
}

/** The beginnings of a file's texts are few: each is matched once with a list of makes. */
const matched = new WeakMap<readonly NameCandidate[], Map<string, readonly NameCandidate[]>>()
const mostKept = 20_000

function matchMake(text: string, makes: readonly NameCandidate[]): readonly NameCandidate[] {
  const known = matched.get(makes) ?? new Map<string, readonly NameCandidate[]>()
  matched.set(makes, known)
  const match = known.get(text) ?? matchAlone(text, makes)
  if (known.size >= mostKept) known.clear()
  known.set(text, match)
  return match
}
