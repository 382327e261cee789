import type { NameCandidate } from './name-match.ts'
import { firstLetters, goesOn, nameForms } from './name-forms.ts'
import { memoize } from './memoize.ts'
import { soundsOf } from './sounds.ts'
import { isHeard, isWord, type TextWord, textWords } from './text-words.ts'
import { editDistance } from '../words/edit-distance.ts'
import { vehicleWords, writtenWords } from './fold-vehicle-name.ts'
import { sameSpellings } from './spoken-names.ts'

/** One letter of so many may be another one, missing or too many; in a shorter name one may. */
const lettersForSlip = 4

/** Candidates that a text may be a slip of, in either alphabet: «Бмвв», `Toyta`; the most alike first. */
function slipsOf(text: string, candidates: readonly NameCandidate[]): NameCandidate[] {
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

/**
 * Candidates that a text may mean though it isn't their name. First come those near it and those that continue one of
 * these. Then come those by sound, by a slip, by common words, by first letters, by the same consonants.
 */
export function likelyNames(
  text: string,
  near: readonly NameCandidate[],
  candidates: readonly NameCandidate[],
): NameCandidate[] {
  const words = textWords(text)
  const slips = slipsOf(text, candidates)
  const shared = candidates
    .map((each) => ({ each, share: sharedLetters(words, each) }))
    .filter(({ share }) => share > 0)
    .toSorted((one, other) => other.share - one.share || one.each.name.length - other.each.name.length)
    .map(({ each }) => each)
  const runs = runsOf(words)
  const heard = candidates.filter((each) => {
    const { whole, shorter } = nameForms(each)
    return runs.some((run) => isHeard(run, whole) || shorter.some((form) => isHeard(run, form)))
  })
  const ends = near.map((each) => nameForms(each).whole)
  const more = candidates.filter((each) => ends.some((end) => goesOn(nameForms(each).whole, end) !== null))
  return [...new Set([...near, ...more, ...heard, ...slips, ...shared])]
}

/** More words are a description. */
const mostWords = 8

/** Words side by side that may be heard letter by letter, as «РХ» of «лексус РХ 350». */
const runsOf = (words: readonly TextWord[]): TextWord[][] =>
  words
    .slice(0, mostWords)
    .flatMap((_, from, all) => all.slice(from).map((__, count) => all.slice(from, from + count + 1)))
    .filter(([first]) => /^\p{L}/u.test(first?.written ?? ''))

/** Fewer letters are in too many names. */
const leastLetters = 3

/** Share of the letters of the text that are words of the candidate. */
function sharedLetters(words: readonly TextWord[], candidate: NameCandidate): number {
  if (candidate.name === '') return 0
  const { whole, shorter } = nameForms(candidate)
  const forms = [whole, ...shorter]
  const own = forms.flatMap(({ written, plain }) =>
    written.map((word, at) => [word, plain[at] ?? ''] as const),
  )
  const letters = firstLetters(whole.written.filter((word) => /^\p{L}/u.test(word)))
  let shared = 0
  let all = 0
  for (const word of words) {
    const { plain } = word
    all += plain.length
    if (/^\d/.test(plain)) {
      shared += own.some(([, its]) => its === plain) ? plain.length : 0
    } else if (letters.length > 1 && plain === letters) shared += plain.length
    else if (plain.length >= leastLetters && own.some(([its, itsPlain]) => isLikeWord(word, its, itsPlain)))
      shared += plain.length
  }
  return all === 0 ? 0 : shared / all
}

const isLikeWord = (word: TextWord, its: string, itsPlain: string): boolean =>
  isWord(word, its, itsPlain) || consonantsOf(word.written) === consonantsOf(its)

/** The consonants of a word as it may be heard, each in the first of its sounds. */
const consonantsOf = memoize((word) => {
  const sounds = soundsOf([word]) ?? word
  const bare = sounds
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/c(?=[ei])/g, 's')
    .replace(/sch|sh/g, 'S')
    .replace(/ch|C/g, 'S')
    .replace(/[cq]/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/w/g, 'v')
    .replace(/z/g, 's')
    .replace(/[aeiouyh]/g, '')
    .replace(/(.)\1+/g, '$1')
  return bare.length > 1 ? bare : word
})
