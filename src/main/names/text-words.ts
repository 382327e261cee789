import { asideOf, type Aside } from './asides.ts'
import { foldLetters, plainVehicleWords, vehicleWordSpellings, writtenWords } from './fold-vehicle-name.ts'
import { memoize } from './memoize.ts'
import { lookAlikeLetters } from './look-alike-letters.ts'
import { hasClass, type NameForm } from './name-forms.ts'
import { mayBeHeard, soundAlike, soundsOf } from './sounds.ts'

/** A word of a text that may be a name. */
export class TextWord {
  readonly written: string
  readonly plain: string
  #spellings: ReadonlySet<string> | undefined
  #aside: Aside | null | undefined

  constructor(written: string) {
    this.written = written
    this.plain = plainVehicleWords(written).join('')
  }

  /** Spellings of it in names, as plain words. */
  get spellings(): ReadonlySet<string> {
    return (this.#spellings ??= vehicleWordSpellings(this.written)[0] ?? new Set())
  }

  /** Aside of the word; null if it may belong to the model's name. */
  get aside(): Aside | null {
    if (this.#aside === undefined) this.#aside = asideOf(this.plain)
    return this.#aside
  }
}

/** The words of a text; letters before a number are a word of their own (`RX350`), unless both say one thing (`W213`). */
export function textWords(text: string): TextWord[] {
  const written = writtenWords(text).flatMap((word, at) =>
    at > 0 && asideOf(foldLetters(word)) !== null ? [word] : apart(word),
  )
  return withIndexes(written).map(wordOf)
}

const wordOf = memoize((written) => new TextWord(written))

/** A letter behind the engine's number is of it: `220 d`. */
function withIndexes(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const before = joined.at(-1) ?? ''
    if (/^[dieдие]$/.test(word) && /^\d{3}$/.test(before)) joined[joined.length - 1] = before + word
    else joined.push(word)
  }
  return joined
}

function apart(word: string): string[] {
  const [, plus] = /^(.+)\+$/.exec(word) ?? []
  if (plus !== undefined) return [...apart(plus), 'plus']
  const [, letters, number] = /^(\p{L}+)(\d.*)$/u.exec(word) ?? []
  if (letters !== undefined && number !== undefined) return [letters, number]
  const [, series] = /^(\d)er$/.exec(word) ?? []
  return series === undefined ? [word] : [series, 'er']
}

/** Few Cyrillic letters that all look like Latin ones are taken for them. */
const isLookAlike = (word: string): boolean =>
  word.length <= 3 && Array.from(word).every((letter) => lookAlikeLetters[letter] !== undefined)
const isLoneLetter = (word: string): boolean => word.length === 1 && isLookAlike(word)
const isCyrillicWord = (word: string): boolean => /^\p{Script=Cyrillic}{2,}$/u.test(word)

/** True if a word of a text is a word of a name: in one of its spellings, or by its sound. */
export const isWord = (word: TextWord, its: string, itsPlain: string): boolean =>
  word.plain === itsPlain ||
  word.spellings.has(itsPlain) ||
  (!isLoneLetter(word.written) && soundAlike([word.written], [its]))

/** True if words of a text are a form of a name, together or apart; a class or series in any order: «клас E». */
export function isForm(words: readonly TextWord[], form: NameForm): boolean {
  if (words.map(({ plain }) => plain).join('') === form.plain.join('')) return true
  const { written, plain } = form
  const isSame = (order: readonly TextWord[]): boolean =>
    order.every((word, at) => isWord(word, written[at] ?? '', plain[at] ?? ''))
  if (words.length === plain.length && (isSame(words) || (hasClass(form) && isSame(words.toReversed()))))
    return true
  return soundsTogether(words, form)
}

/** A text with a Cyrillic word may be heard as a whole: «ленд крузер», «лендкрузер», «РАВ 4». */
function soundsTogether(words: readonly TextWord[], { written }: NameForm): boolean {
  const texts = words.map((word) => word.written)
  if (texts.some(isCyrillicWord)) return soundAlike(texts, written)
  // Latin letters for a name in Cyrillic.
  return soundsOf(texts) === null && soundAlike(texts, written)
}

/**
 * True if some letters of a text are others by their sound than by their look, and nothing in it is Latin: «В-клас»,
 * «С40».
 */
export const hasTwoReadings = (words: readonly TextWord[]): boolean =>
  words.some(({ written }) => isLookAlike(written) && /[внрсух]/.test(written)) &&
  !words.some(({ written }) => /[a-z]/.test(written))

/** True if words of a text in Cyrillic may be meant by their sound, as words or as letters. */
export const isHeard = (words: readonly TextWord[], { written }: NameForm): boolean =>
  mayBeHeard(
    words.map((word) => word.written),
    written,
  )
