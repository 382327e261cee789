import { lookAlikeLetters } from './look-alike-letters.ts'
import { otherSpellings, sameSpellings } from './spoken-names.ts'

/** Spellings of one word that a search asks for at most. */
const mostSpellings = 24

type Letters = ReadonlyMap<string, readonly string[]>

/** Reads `ж=zh|j`: what is written for a letter, or for several, the likeliest first; a digit stands for itself. */
const lettersOf = (lines: readonly string[]): Letters =>
  new Map([
    ...Array.from('0123456789', (digit): [string, string[]] => [digit, [digit]]),
    ...lines
      .flatMap((line) => line.split(' '))
      .map((entry) => entry.split('='))
      .map(([from = '', to = '']): [string, string[]] => [from, to.split('|')]),
  ])

/** Cyrillic as names are written in Latin letters. */
const toLatin = lettersOf([
  'дж=j|dzh кс=x|ks ія=ia|iya ия=ia|iya а=a б=b в=v|w г=h|g ґ=g д=d е=e ё=e|yo є=ie|ye|e ж=zh|j з=z|s',
  'и=y|i і=i|y ї=i|yi й=i|y к=k|c л=l м=m н=n о=o п=p р=r с=s|c т=t у=u ф=f х=kh|h ц=ts|c ч=ch ш=sh',
  'щ=shch ъ= ы=y ь= э=e ю=iu|yu|u я=ia|ya|a',
])

/** The reverse, by the rules of 2010 for Ukrainian names. */
const toCyrillic = lettersOf([
  'shch=щ zh=ж kh=х ts=ц ch=ч sh=ш yi=ї ye=є yu=ю ya=я ie=є|іє iu=ю ia=я|ія a=а b=б c=к|с d=д e=е f=ф',
  'g=ґ|г h=г|х i=і|ї|и j=дж|й k=к l=л|ль m=м n=н o=о p=п q=к r=р s=с t=т u=у v=в w=в x=кс y=и|й z=з',
])

const longestKey = 4

/** The spellings of a word by these letters; none if a letter of it has no place among them. */
function transliterations(word: string, letters: Letters): string[] {
  let spelled = ['']
  for (let at = 0; at < word.length;) {
    const key = keyAt(word, at, letters)
    if (key === undefined) return []
    const choices = letters.get(key) ?? ['']
    spelled = choices.flatMap((choice) => spelled.map((begun) => begun + choice)).slice(0, mostSpellings)
    at += key.length
  }
  return spelled
}

/** The longest key that begins here. */
function keyAt(word: string, at: number, letters: Letters): string | undefined {
  for (let length = longestKey; length > 0; length -= 1) {
    const key = word.slice(at, at + length)
    if (key.length === length && letters.has(key)) return key
  }
  return undefined
}

const isLatin = /^[a-z0-9]+$/
const isCyrillic = /^[\p{Script=Cyrillic}0-9]+$/u
const isNumber = /^\p{N}+$/u

const cyrillicOf: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikeLetters)
    .filter(([, latin]) => /[a-z]/.test(latin))
    .toReversed()
    .map(([cyrillic, latin]) => [latin, cyrillic]),
)

/** A word in letters of one alphabet, if those of the other only look like them. */
function looksLike(word: string): string[] {
  const latin = Array.from(word, (letter) =>
    letter === 'з' ? letter : (lookAlikeLetters[letter] ?? letter),
  ).join('')
  const cyrillic = Array.from(word, (letter) => cyrillicOf.get(letter) ?? letter).join('')
  return [...(isLatin.test(latin) ? [latin] : []), ...(isCyrillic.test(cyrillic) ? [cyrillic] : [])]
}

/**
 * A typed word and its possible spellings in adverts: with look-alike letters of the other alphabet, transliterated,
 * and as the service writes makes and cities ("бмв" is "bmw"). The word itself comes first.
 */
export const spellingsOf = (typed: string): string[] => spelled(typed, otherSpellings)

/** The same of a word that is whole, as in a file: "мер" is no Mercedes there. */
export const wholeSpellingsOf = (word: string): string[] => spelled(word, sameSpellings)

function spelled(typed: string, others: (word: string) => string[]): string[] {
  const word = typed.toLowerCase()
  if (isNumber.test(word)) return [typed]
  const translated =
    word.length < 2 ? [] : [...transliterations(word, toLatin), ...transliterations(word, toCyrillic)]
  return [...new Set([typed, ...looksLike(word), ...others(word), ...translated])].slice(0, 3 * mostSpellings)
}
