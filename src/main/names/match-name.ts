import type { NameCandidate, NameMatch } from './name-match.ts'
import { foldVehicleName, plainVehicleWords, vehicleWordSpellings } from './fold-vehicle-name.ts'
import { namedWithAsides, type FormedCandidate } from './named-with-asides.ts'
import { formOf, nameForms, type NameForm, shorterForms, withoutMake } from './name-forms.ts'
import { hasTwoReadings, isForm, isHeard, isWord, type TextWord, textWords } from './text-words.ts'

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
 * Which modifications or equipment a text names. A name that is the same but for case, look-alike letters, hyphens,
 * spaces and horsepower counts more than one in the words of another year, and this more than one in the other alphabet.
 * @param before what may stand before the name, such as the make before a model
 * @param hasHelp whether names that are only near are looked for
 */
export function matchWhole(
  text: string,
  candidates: readonly NameCandidate[],
  before: readonly string[] = withoutAny,
  hasHelp = true,
): NameMatch {
  const texts = [text, ...before.flatMap((words) => withoutBefore(text, words))]
  const same = asWritten(text, texts, candidates)
  const isOpen = same.length === 0 && hasHelp
  return { same, near: isOpen ? nearest(textWords(text), formed(candidates, [])) : [] }
}

function exactly(text: string, candidates: readonly NameCandidate[]): readonly NameCandidate[] {
  const wanted = foldVehicleName(text)
  return wanted === '' ? [] : candidates.filter((each) => foldedNamings(each).exact.has(wanted))
}

function asWritten(
  text: string,
  texts: readonly string[],
  candidates: readonly NameCandidate[],
): readonly NameCandidate[] {
  const exact = exactly(text, candidates)
  if (exact.length > 0) return exact
  const plain = texts.map((each) => plainVehicleWords(each).join(''))
  const same = candidates.filter((each) => plain.some((words) => foldedNamings(each).plain.has(words)))
  if (same.length > 0) return same
  const spelled = texts.map(vehicleWordSpellings)
  return candidates.filter((each) => spelled.some((words) => isSpelled(each, words)))
}

/**
 * Which makes or models a text names: by its whole name as matchWhole() does, then by its sound, then by a shorter form,
 * then with words beside it that say nothing of the model. Nothing is taken if several can be meant.
 * @param before what may stand before the name, such as the make before a model
 * @param besides whether other words may stand beside the name
 * @param hasHelp whether names that are only near are looked for
 */
export function matchName(
  text: string,
  candidates: readonly NameCandidate[],
  before: readonly string[] = withoutAny,
  { besides = true, hasHelp = true }: { readonly besides?: boolean; readonly hasHelp?: boolean } = {},
): NameMatch {
  const exact = exactly(text, candidates)
  if (exact.length > 0 && !hasTwoReadings(textWords(text))) return { same: exact, near: [] }
  const read = reading(text, candidates, before)
  const alone = namedAlone(read)
  if (alone.length > 0) return { same: alone, near: [] }
  const words = read.texts.at(-1) ?? []
  const { same, near } = besides ? namedWithAsides(words, read.all) : { same: [], near: [] }
  if (same.length > 0) return { same, near: [] }
  return { same: [], near: hasHelp ? [...new Set([...near, ...nearest(words, read.all)])] : near }
}

/** Those that a text names with no word beside the name. */
export const matchAlone = (text: string, candidates: readonly NameCandidate[]): readonly NameCandidate[] =>
  namedAlone(reading(text, candidates, withoutAny))

/** A file has few makes: their forms are kept by their names. */
const makeForms = new Map<string, readonly NameForm[]>()

function formsOfMake(make: string): readonly NameForm[] {
  const known = makeForms.get(make)
  if (known) return known
  const forms = [formOf(make), ...shorterForms(make)]
  if (makeForms.size >= 2_000) makeForms.clear()
  makeForms.set(make, forms)
  return forms
}

interface Reading {
  readonly text: string
  /** Its words, then those behind the make if it begins with one. */
  readonly texts: readonly (readonly TextWord[])[]
  readonly all: readonly FormedCandidate[]
}

function reading(text: string, candidates: readonly NameCandidate[], before: readonly string[]): Reading {
  const makes = before.flatMap(formsOfMake)
  const words = textWords(text)
  const texts = words.length > 0 ? [words, ...withoutMakes(words, makes)] : []
  return { text, texts, all: formed(candidates, makes) }
}

function namedAlone({ text, texts, all }: Reading): readonly NameCandidate[] {
  const [words = [], ...bare] = texts
  const written = asWritten(
    text,
    [text, ...bare.map((each) => each.map((word) => word.written).join(' '))],
    all.map(({ candidate }) => candidate),
  )
  const own = bare[0] ?? words
  const named = (isNamed: (each: FormedCandidate) => boolean): NameCandidate[] =>
    all.filter(isNamed).map(({ candidate }) => candidate)
  if (written.length > 0) {
    if (!hasTwoReadings(own)) return written
    return [...new Set([...written, ...named(({ whole }) => isHeard(own, whole))])]
  }
  const hasForm = (form: NameForm): boolean => texts.some((one) => isForm(one, form))
  const heard = named(({ whole }) => hasForm(whole))
  return heard.length > 0 ? heard : named(({ shorter }) => shorter.some(hasForm))
}

const formed = (candidates: readonly NameCandidate[], makes: readonly NameForm[]): FormedCandidate[] =>
  candidates
    .filter(({ name }) => name !== '')
    .map((candidate) => {
      const { whole, shorter } = nameForms(candidate)
      if (makes.length === 0) return { candidate, whole, shorter }
      const makeless = [whole, ...shorter].flatMap((form) => withoutMake(form, makes))
      return { candidate, whole, shorter: makeless.length > 0 ? [...shorter, ...makeless] : shorter }
    })

/** The text without a make at its beginning, in any of the make's spellings. */
function withoutMakes(words: readonly TextWord[], makes: readonly NameForm[]): TextWord[][] {
  for (let count = words.length - 1; count > 0; count -= 1)
    if (makes.some((make) => isForm(words.slice(0, count), make))) return [words.slice(count)]
  return []
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

/** More words are a description: they are looked through no further. */
const mostWords = 10

/**
 * Those that have all words of the text, that begin with it, or whose words the text has all: first those with most of
 * its words, then the shortest.
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

/** How many words of the text are the candidate's, if they are all of the text's or all of its name's; 0 if not. */
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
