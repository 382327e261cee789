import type { NameMatch, NameCandidate } from './name-match.ts'
import { plainVehicleWords } from './fold-vehicle-name.ts'
import { namedWithAsides, type FormedCandidate } from './named-with-asides.ts'
import { formOf, type NameForm } from './name-forms.ts'
import { listOf, type NameList } from './name-list.ts'
import { hasTwoReadings, isForm, isHeard, isWord, type TextWord, textWords } from './text-words.ts'

const withoutAny: readonly string[] = []

/**
 * Modifications or equipment that a text names. A name that is the same except for case, look-alike letters, hyphens,
 * spaces and horsepower counts most. Then comes one in the words of another year, then one in the other alphabet.
 * @param before what may stand before the name, such as the make before a model
 * @param hasHelp whether names that are only near are looked for
 */
export function matchWhole(
  text: string,
  candidates: readonly NameCandidate[],
  before: readonly string[] = withoutAny,
  hasHelp = true,
): NameMatch {
  const list = listOf(candidates, withoutAny)
  const texts = [text, ...before.flatMap((words) => withoutBefore(text, words))]
  const same = asWritten(text, texts, list)
  if (same.length > 0 || !hasHelp) return { same, near: [] }
  const words = textWords(text)
  return { same, near: nearest(words, list.like(words)) }
}

function asWritten(text: string, texts: readonly string[], { whole }: NameList): readonly NameCandidate[] {
  const exact = whole.exactly(text)
  return exact.length > 0 ? exact : whole.inOtherWords(texts)
}

/**
 * Makes or models that a text names: by the whole name as matchWhole() does, by its sound, by a shorter form, or among
 * words that say nothing of the model. Nothing is taken if several can be meant.
 * @param before what may stand before the name, such as the make before a model
 * @param besides whether the text may have other words than the name
 * @param hasHelp whether names that are only near are looked for
 */
export const matchName = (
  text: string,
  candidates: readonly NameCandidate[],
  before: readonly string[] = withoutAny,
  how: Matching = {},
): NameMatch => matchIn(listOf(candidates, before), text, how)

interface Matching {
  readonly hasAsides?: boolean
  readonly hasHelp?: boolean
}

/** The same of a list. */
export function matchIn(
  list: NameList,
  text: string,
  { hasAsides: hasAsides = true, hasHelp = true }: Matching = {},
): NameMatch {
  const exact = list.whole.exactly(text)
  const words = textWords(text)
  if (exact.length > 0 && !hasTwoReadings(words)) return { same: exact, near: [] }
  const read = reading(text, words, list)
  const alone = namedAlone(read)
  if (alone.length > 0) return { same: alone, near: [] }
  const own = read.texts.at(-1) ?? []
  const { same, near } = hasAsides ? namedWithAsides(own, read.like, list.formed) : { same: [], near: [] }
  if (same.length > 0) return { same, near: [] }
  return { same: [], near: hasHelp ? [...new Set([...near, ...nearest(own, read.like)])] : near }
}

/** Those that a text names without further words. */
export const matchAlone = (text: string, candidates: readonly NameCandidate[]): readonly NameCandidate[] =>
  namedAlone(reading(text, textWords(text), listOf(candidates, withoutAny)))

interface Reading {
  readonly text: string
  /** Its words, then those behind the make if it begins with one. */
  readonly texts: readonly (readonly TextWord[])[]
  readonly list: NameList
  /** Those of the list that have anything of the text. */
  readonly like: readonly FormedCandidate[]
}

const reading = (text: string, words: readonly TextWord[], list: NameList): Reading => ({
  text,
  texts: words.length > 0 ? [words, ...withoutMakes(words, list.makes)] : [],
  list,
  like: list.like(words),
})

function namedAlone({ text, texts, list, like }: Reading): readonly NameCandidate[] {
  const [words = [], ...bare] = texts
  const behindMake = bare.map((each) => each.map((word) => word.written).join(' '))
  const written = asWritten(text, [text, ...behindMake], list)
  const own = bare[0] ?? words
  const named = (isNamed: (each: FormedCandidate) => boolean): NameCandidate[] =>
    like.filter(isNamed).map(({ candidate }) => candidate)
  if (written.length > 0) {
    if (!hasTwoReadings(own)) return written
    return [...new Set([...written, ...named(({ whole }) => isHeard(own, whole))])]
  }
  const hasForm = (form: NameForm): boolean => texts.some((one) => isForm(one, form))
  const heard = named(({ whole }) => hasForm(whole))
  return heard.length > 0 ? heard : named(({ shorter }) => shorter.some(hasForm))
}

/** No make has more words, even if it is written letter by letter. */
const mostMakeWords = 12

/** The text without a make at its beginning, in any of the make's spellings. */
function withoutMakes(words: readonly TextWord[], makes: readonly NameForm[]): TextWord[][] {
  for (let count = Math.min(words.length - 1, mostMakeWords); count > 0; count -= 1)
    if (makes.some((make) => isForm(words.slice(0, count), make))) return [words.slice(count)]
  return []
}

/** The text without these words at its beginning; nothing if it doesn't begin with them. */
function withoutBefore(text: string, words: string): string[] {
  const all = plainVehicleWords(text)
  const first = plainVehicleWords(words)
  const begins = first.length > 0 && first.length < all.length && first.every((word, at) => word === all[at])
  return begins ? [all.slice(first.length).join(' ')] : []
}

/** More words are a description: they are looked through no further. */
const mostWords = 10

/**
 * Those that have all words of the text, that begin with it, or whose words the text has all. First come those with
 * most of its words, then the shortest.
 */
function nearest(wanted: readonly TextWord[], candidates: readonly FormedCandidate[]): NameCandidate[] {
  const words = wanted.slice(0, mostWords)
  if (words.length === 0) return []
  return candidates
    .map((each) => ({ each, count: wordsOf(words, each), length: each.whole.plain.length }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || one.length - other.length)
    .map(({ each }) => each.candidate)
}

/**
 * Number of the text's words that are the candidate's, if they are all of the text's or all of its name's; 0 if not.
 */
function wordsOf(words: readonly TextWord[], { candidate, whole, shorter }: FormedCandidate): number {
  const about = candidate.about === '' ? whole : formOf(`${candidate.name} ${candidate.about}`)
  const has = ({ written, plain }: NameForm, word: TextWord): boolean =>
    written.some((its, at) => isWord(word, its, plain[at] ?? ''))
  const isGlued = (at: number): boolean =>
    about.plain.includes((words[at - 1]?.plain ?? '') + (words[at]?.plain ?? ''))
  const count = words.filter((word, at) => has(about, word) || isGlued(at) || isGlued(at + 1)).length
  if (count === words.length) return count
  const begins = whole.plain.some((_, at) => isForm(words, beginning(whole, at + 1)))
  if (begins) return words.length
  const forms = [whole, ...shorter]
  const isAmong = forms.some((form) =>
    form.written.every((its, at) => words.some((word) => isWord(word, its, form.plain[at] ?? ''))),
  )
  return Math.max(isAmong ? Math.max(count, 1) : 0, longestRun(words, forms))
}

const beginning = (form: NameForm, count: number): NameForm => ({
  ...form,
  written: form.written.slice(0, count),
  plain: form.plain.slice(0, count),
})

/** The most words side by side that are one of the forms. */
function longestRun(words: readonly TextWord[], forms: readonly NameForm[]): number {
  for (let count = words.length; count > 0; count -= 1)
    for (let from = 0; from + count <= words.length; from += 1)
      if (forms.some((form) => isForm(words.slice(from, from + count), form))) return count
  return 0
}
