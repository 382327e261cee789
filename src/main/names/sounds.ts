import { memoize } from './memoize.ts'
import { lookAlikeLetters } from './look-alike-letters.ts'

/** A rule for a part of a word in Latin letters: what may be heard, as alternatives; blank for nothing. */
type Heard = ReadonlyMap<string, string>

/** Reads `ch=C|S|h`; `-` stands for nothing heard. */
const heard = (lines: readonly string[]): Heard =>
  new Map(
    lines
      .flatMap((line) => line.split(' '))
      .map((entry) => entry.split('='))
      .map(([part = '', sounds = '']): [string, string] => [part, sounds.replaceAll('-', '')]),
  )

/** A Cyrillic letter as it sounds: hard and soft, Ukrainian and Russian are one. */
const cyrillic = heard([
  'а=a б=b в=v г=g ґ=g д=d е=e є=e э=e ё=e ж=j з=z и=i і=i ї=i ы=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t',
  'у=u ў=u ф=f х=h ц=c ч=C ш=S щ=S ь=- ъ=- ю=iu я=ia',
])

/**
 * Sounds and Cyrillic spellings of the parts of a name in Latin letters. Names come from English, German, French,
 * Italian, Czech, Japanese and Korean, so that a part has several. The longest part counts.
 */
const latin = heard([
  'a=a|e|ei aa=a ae=e|ae ai=ai|ei|e|a ay=ai|ei|e au=au|o|av aw=o|au aye=aie|ae|ai al=al|ol|el ault=o|olt|ault',
  'b=b c=k|s|c|C cc=k|C|ks|kc ch=C|S|h|k ck=k d=d dg=dj dj=dj|j e=e|i ea=i|e|ea|ia|ei eau=o ee=i|e ei=ei|ai|i|e',
  'eo=eo|io|o eot=o|eot eu=eu|oi|e|u|iu|io|o ew=iu|u ey=ei|i|e f=f g=g|j|dj gh=g||dj giu=dju|djiu|giu|giiu gn=gn|n|ni h=h|g| i=i|ai',
  'ia=ia|a|aia ie=i|ie|e ii=i igh=ai io=io|aio|o j=dj|j|h|i|z ja=ia|dja|ja|ha k=k kn=n|kn l=l m=m n=n o=o|ou|a',
  'oa=o|oa oe=o|e|oe|oi|u oi=oi|ua oo=u|o ou=u|au|ou|o|a ow=ou|au|o oy=oi p=p ph=f q=k qu=k|kv|ku r=r s=s|z',
  'sc=sk|s|S|sc sch=S|sk sh=S|s sion=jn|jon|jen|Sn|sion|zion t=t tch=C th=t|s|z|f tion=Sn|Son|tion|Sen ts=c|ts',
  'tz=c|tz|ts|tc u=u|a|iu ue=u|iu|ue|e ui=u|ui|i v=v|f w=v|u wr=r|vr x=ks|kz|iks|eks|z|h y=i|ai|u ya=ia|a ye=e|ie',
  'yo=io|o yu=iu|u|e|o|a z=z|s|c|dz zz=c|z|ts|dz',
])

/** Short words are abbreviations more often than not: each letter has the sound it mostly has. */
const latinShort = heard([
  'a=a b=b c=k|c d=d e=e f=f g=g h=h i=i|ai j=dj|j k=k l=l m=m n=n o=o p=p q=k r=r s=s t=t u=u|iu v=v w=v x=ks|iks|eks|h',
  'y=i z=z',
])
const shortLetters = 3

/** The ends of words, where letters are silent. */
const latinEnd = heard([
  'e=e|i|ei| ue=u|iu|ue|| gue=g|gu|ge que=k|kve d=d|t t=t|| ot=o|ot eot=o|eot ault=o|olt|ault eux=o|e le=l|le',
  'x=ks|kz|iks|eks|z|h| b=b|p v=v|f g=g|k|h',
])

const longestPart = 4
const accents = /\p{M}+/gu
const isLatinWord = /^[a-z0-9.+&]+$/
const hasCyrillic = /\p{Script=Cyrillic}/u
const isSoundable = /^[\p{Script=Cyrillic}0-9.+]+$/u

const latinToCyrillic: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikeLetters)
    .filter(([, letter]) => /[a-z]/.test(letter))
    .toReversed()
    .map(([letter, its]) => [its, letter]),
)

const once = (sounds: string): string => sounds.replace(/([a-zCS])\1+/g, '$1')

/**
 * Sounds of words in Cyrillic letters, without spaces. Null if they have other letters, except for those that look like
 * Cyrillic ones.
 */
export function soundsOf(words: readonly string[]): string | null {
  return words.some((word) => hasCyrillic.test(word)) ? soundsOfText(words.join(' ')) : null
}

const soundsOfText = memoize((text) => soundsIn(text.split(' ')))

function soundsIn(words: readonly string[]): string | null {
  const written = words.map((word) =>
    hasCyrillic.test(word)
      ? Array.from(word, (letter) => latinToCyrillic.get(letter) ?? letter).join('')
      : word,
  )
  if (!written.every((word) => isSoundable.test(word))) return null
  return written
    .map((word) => once(Array.from(word, (letter) => cyrillic.get(letter) ?? letter).join('')))
    .join('')
}

/** Sounds of words in Latin letters, read aloud. */
export class Pattern {
  readonly isSpoken: boolean
  readonly #parts: readonly string[]
  #heard: RegExp | undefined
  #begins: ReadonlySet<string> | undefined

  constructor(words: readonly string[]) {
    this.isSpoken = isSpoken(words)
    this.#parts = words.flatMap(wordParts)
  }

  /** True if these sounds are one of the ways in which the words are read. */
  test(sounds: string): boolean {
    this.#heard ??= new RegExp(
      `^${this.#parts.map((part) => `(?:${part.replace(/[.+]/g, '\\$&')})`).join('')}$`,
    )
    return this.#heard.test(sounds)
  }

  /** Every first letter of what may be heard; '' if that may be nothing. */
  get begins(): ReadonlySet<string> {
    return (this.#begins ??= firstLettersOf(this.#parts))
  }
}

function firstLettersOf(parts: readonly string[]): Set<string> {
  const letters = new Set<string>()
  for (const part of parts) {
    const sounds = part.split('|')
    for (const sound of sounds) if (sound !== '') letters.add(sound.slice(0, 1))
    if (!sounds.includes('')) return letters
  }
  return letters.add('')
}

/** Sounds of words in Latin letters, read aloud; null if they have other letters. */
export const patternOf = (words: readonly string[]): Pattern | null => patternOfText(words.join(' '))

const patternOfText = memoize((text) => {
  const words = text.split(' ').map(withoutAccents)
  const isHearable = text.length <= longestName && words.every((word) => isLatinWord.test(word))
  return isHearable ? new Pattern(words) : null
})

const withoutAccents = (word: string): string => word.normalize('NFD').replace(accents, '')

/** Letters without a vowel are spelled one by one, and each has several sounds; a single letter before a word is all right. */
const isSpoken = (words: readonly string[]): boolean =>
  words.some((word) => /[a-z].*[aeiouy]|[aeiouy].*[a-z]/.test(word)) &&
  words.every((word) => !/^[^aeiouy\d]{2,3}\d*$/.test(word))

/** A longer text is no name. */
const longestName = 60

/** The parts of a word one after the other, each with all that may be heard of it: `a|e|ei`. */
function wordParts(word: string): string[] {
  // A doubled consonant is heard once; doubled vowels have rules of their own.
  if (word.replace(/[^a-z]/g, '').length <= shortLetters)
    return word === 'c' ? ['k|s|c'] : Array.from(word, (letter) => latinShort.get(letter) ?? letter)
  const bare = word.replace(/([bdfghjklmnpqrstvx])\1+/g, '$1')
  const parts: string[] = []
  for (let at = 0; at < bare.length;) {
    const part = partAt(bare, at)
    const ends = at + part.length === bare.length && at > 0
    parts.push((ends ? latinEnd.get(part) : undefined) ?? latin.get(part) ?? part)
    at += part.length
  }
  return parts
}

/** The longest part with a rule that begins here: one of an end only if the word ends with it. */
function partAt(word: string, at: number): string {
  for (let length = longestPart; length > 1; length -= 1) {
    const part = word.slice(at, at + length)
    if (part.length < length) continue
    const isEnd = at > 0 && at + length === word.length
    if (latin.has(part) || (isEnd && latinEnd.has(part))) return part
  }
  return word[at] ?? ''
}

/**
 * True if one of the two is in Cyrillic letters, and sounds as the other, in Latin letters or in Cyrillic ones, is
 * read.
 */
export const soundAlike = (one: readonly string[], other: readonly string[]): boolean =>
  areHeardAlike(one, other, ({ isSpoken: isWord }) => isWord)

/** The same of letters that are no word too: «РХ» may be RX. */
export const mayBeHeard = (one: readonly string[], other: readonly string[]): boolean =>
  areHeardAlike(one, other, () => true)

function areHeardAlike(
  one: readonly string[],
  other: readonly string[],
  counts: (pattern: Pattern) => boolean,
): boolean {
  const its = soundsOf(one)
  const others = soundsOf(other)
  if (its !== null && others !== null) return its === others
  const sound = its ?? others
  const pattern = sound === null ? null : patternOf(its === null ? one : other)
  return sound !== null && pattern !== null && counts(pattern) && pattern.test(sound)
}
