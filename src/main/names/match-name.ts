import { foldVehicleName, plainVehicleWords, vehicleWordSpellings } from './fold-vehicle-name.ts'

/** A vehicle's make, model, modification or equipment that a text may mean. */
export interface NameCandidate {
  readonly id: number
  /** '' if only the id is known. */
  readonly name: string
  /** What tells it from others of the same name: its generation and body style; '' if nothing does. */
  readonly about: string
  readonly source: NameSourceKind
}

/** Where a name comes from: the service's lookups, an advert that was read, or a create of our own. */
export type NameSourceKind = 'lookup' | 'advert' | 'create'

export interface NameMatch {
  /** Those that the text names. */
  readonly same: readonly NameCandidate[]
  /** If there are none: those whose names have the text's words, the most alike first. */
  readonly near: readonly NameCandidate[]
}

/** Every way in which a candidate may be named, the shortest first. */
const namings = ({ id, name, about }: NameCandidate): string[] =>
  name === ''
    ? []
    : [
        name,
        ...(about === '' ? [] : [`${name} ${about}`, `${about} ${name}`]),
        `${name} (${id})`,
        `${name} ${about} (${id})`,
      ]

interface Folded {
  readonly exact: ReadonlySet<string>
  readonly plain: ReadonlySet<string>
  readonly words: readonly (readonly string[])[]
}

/** A list is matched with each row of a file: each of its names is folded once. */
const folded = new WeakMap<NameCandidate, Folded>()

function foldedNamings(candidate: NameCandidate): Folded {
  const known = folded.get(candidate)
  if (known) return known
  const all = namings(candidate)
  const words = all.map(plainVehicleWords)
  const made = {
    exact: new Set(all.map(foldVehicleName)),
    plain: new Set(words.map((own) => own.join(''))),
    words,
  }
  folded.set(candidate, made)
  return made
}

const withoutAny: readonly string[] = []

/**
 * Which of the candidates a text names. A name that is the same but for case, look-alike letters, hyphens, spaces and
 * horsepower counts more than one in the words of another year, and this more than one in the other alphabet.
 * @param before what may stand before the name, such as the make before a model
 */
export function matchName(
  text: string,
  candidates: readonly NameCandidate[],
  before: readonly string[] = withoutAny,
): NameMatch {
  const wanted = foldVehicleName(text)
  const exact = candidates.filter((each) => foldedNamings(each).exact.has(wanted))
  if (exact.length > 0) return { same: exact, near: [] }
  const texts = [text, ...before.flatMap((words) => withoutBefore(text, words))]
  const plain = texts.map((each) => plainVehicleWords(each).join(''))
  const same = candidates.filter((each) => plain.some((words) => foldedNamings(each).plain.has(words)))
  if (same.length > 0) return { same, near: [] }
  const spelled = texts.map(vehicleWordSpellings)
  const alike = candidates.filter((each) => spelled.some((words) => isSpelled(each, words)))
  return { same: alike, near: alike.length > 0 ? [] : nearest(text, candidates) }
}

/** Whether one of the candidate's names is these words, each in one of its spellings. */
export const isSpelled = (candidate: NameCandidate, words: readonly ReadonlySet<string>[]): boolean =>
  foldedNamings(candidate).words.some(
    (own) => own.length === words.length && own.every((word, at) => words[at]?.has(word)),
  )

/** The text without these words at its beginning; nothing if it doesn't begin with them. */
function withoutBefore(text: string, words: string): string[] {
  const [all, first] = [plainVehicleWords(text), plainVehicleWords(words)]
  const begins = first.length > 0 && first.length < all.length && first.every((word, at) => word === all[at])
  return begins ? [all.slice(first.length).join(' ')] : []
}

/** Those that have all words of the text, or whose words the text has all, the shortest first; then those without a name. */
function nearest(text: string, candidates: readonly NameCandidate[]): NameCandidate[] {
  const wanted = vehicleWordSpellings(text)
  const near = candidates
    .map((each) => ({ each, words: plainVehicleWords(`${each.name} ${each.about}`) }))
    .filter(({ each, words }) => {
      if (each.name === '') return false
      const named = plainVehicleWords(each.name)
      return (
        wanted.every((spellings) => words.some((word) => spellings.has(word))) ||
        named.every((word) => wanted.some((spellings) => spellings.has(word)))
      )
    })
    .toSorted((one, other) => one.words.length - other.words.length)
    .map(({ each }) => each)
  return [...near, ...candidates.filter(({ name }) => name === '')]
}
