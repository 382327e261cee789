import { editDistance } from '../words/edit-distance.ts'
import { vehicleWords, writtenWords } from './fold-vehicle-name.ts'
import type { NameCandidate } from './name-match.ts'
import { sameSpellings } from './spoken-names.ts'

/** One letter of so many may be another one, missing or too many; in a shorter name one may. */
const lettersForSlip = 4

/** Candidates that a text may be a slip of, in either alphabet: «Бмвв», `Toyta`; the most alike first. */
export function slipsOf(text: string, candidates: readonly NameCandidate[]): NameCandidate[] {
  const wanted = [writtenWords(text).join(''), vehicleWords(text).join('')]
  const most = Math.max(1, Math.floor((wanted[0]?.length ?? 0) / lettersForSlip))
  return candidates
    .map((each) => ({ each, distance: leastDistance(wanted, spellingsOf(each), most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ each }) => each)
}

const spellings = new WeakMap<NameCandidate, readonly string[]>()

/** Spellings of a candidate: as the service has it, and, if it is one word, as it is typed. */
function spellingsOf(candidate: NameCandidate): readonly string[] {
  const known = spellings.get(candidate)
  if (known) return known
  const words = writtenWords(candidate.name)
  const typed = words.length === 1 ? sameSpellings(words[0] ?? '') : []
  const made = [...new Set([words.join(''), vehicleWords(candidate.name).join(''), ...typed])].filter(
    (name) => name !== '',
  )
  spellings.set(candidate, made)
  return made
}

function leastDistance(texts: readonly string[], names: readonly string[], most: number): number {
  let least = most + 1
  for (const text of texts)
    for (const name of names)
      // A name of one or two letters is like any other.
      if (name.length > 2 && Math.abs(name.length - text.length) <= most)
        least = Math.min(least, editDistance(text, name))
  return least
}
