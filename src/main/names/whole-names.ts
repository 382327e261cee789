import { foldVehicleName, plainVehicleWords, vehicleWordSpellings } from './fold-vehicle-name.ts'
import type { NameCandidate } from './name-match.ts'
import { Places } from './places.ts'

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

interface Naming {
  readonly at: number
  readonly words: readonly string[]
}

/** The candidates of one list by everything that each may be named, each in the order of the list. */
export class WholeNames {
  readonly #candidates: readonly NameCandidate[]
  readonly #exact = new Places()
  readonly #plain = new Places()
  readonly #byFirstWord = new Map<string, Naming[]>()

  constructor(candidates: readonly NameCandidate[]) {
    this.#candidates = candidates
    for (const [at, candidate] of candidates.entries())
      for (const naming of namings(candidate)) this.#put(naming, at)
  }

  /** Those with a name that is the same but for case, look-alike letters, hyphens, spaces and horsepower. */
  exactly(text: string): readonly NameCandidate[] {
    const folded = foldVehicleName(text)
    return folded === '' ? [] : this.#exact.of([folded], this.#candidates)
  }

  /** Those of the texts in the words of another year; if there are none, in the other alphabet. */
  inOtherWords(texts: readonly string[]): readonly NameCandidate[] {
    const plain = texts.map((each) => plainVehicleWords(each).join(''))
    const same = this.#plain.of(plain, this.#candidates)
    if (same.length > 0) return same
    const spelled = new Set(texts.flatMap((each) => this.#spelled(vehicleWordSpellings(each))))
    return this.#candidates.filter((_, at) => spelled.has(at))
  }

  /** Places of those with a name that is these words, each in one of its spellings. */
  #spelled(words: readonly ReadonlySet<string>[]): number[] {
    const [first = new Set<string>()] = words
    return Array.from(first, (word) => this.#byFirstWord.get(word) ?? [])
      .flat()
      .filter(
        (naming) =>
          naming.words.length === words.length && naming.words.every((word, at) => words[at]?.has(word)),
      )
      .map(({ at }) => at)
  }

  #put(naming: string, at: number): void {
    const words = plainVehicleWords(naming)
    const [first] = words
    this.#exact.put(foldVehicleName(naming), at)
    this.#plain.put(words.join(''), at)
    if (first === undefined) return
    const others = this.#byFirstWord.get(first) ?? []
    others.push({ at, words })
    this.#byFirstWord.set(first, others)
  }
}
