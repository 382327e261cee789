import { memoize } from './memoize.ts'
import { lookAlikeLetters } from './look-alike-letters.ts'
import { wholeSpellingsOf } from './search-words.ts'
import { sameSpellings } from './spoken-names.ts'

const invisible = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g

/** Horsepower behind its number: `306 к.с.`, `306 л. с.`, `306hp`. */
const horsepower = /(\d)\s*(?:[кkлl]\.?\s*[сc](?!\p{L})\.?|b?hp(?!\p{L}))/gu

/** A decimal comma, as in `2,0 TDI`. */
const decimalComma = /(\d),(?=\d)/g

/** A point that is no decimal mark. */
const loosePoint = /\.(?!\d)|(?<!\d)\./g

const betweenWords = /[\s_\-‐-―−:;,/\\|()[\]{}"'’ʼ«»“”]+/g

const lookAlikes = new RegExp(`[${Object.keys(lookAlikeLetters).join('')}]`, 'g')
const letterOf = (letter: string): string => lookAlikeLetters[letter] ?? letter

/** A word with the look-alike letters of both alphabets brought to one. */
export const foldLetters = (word: string): string => word.replace(lookAlikes, letterOf)

/** The words of a name in small letters of the alphabet that they are written in. */
export const writtenWords = (name: string): string[] =>
  name
    .replace(invisible, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(horsepower, '$1hp ')
    .replace(decimalComma, '$1.')
    .replace(loosePoint, ' ')
    .replace(betweenWords, ' ')
    .split(' ')
    .filter((word) => word !== '')

/**
 * Words of a vehicle's name as they are compared: small letters, one form of look-alike letters, no hyphens and
 * brackets, horsepower in one spelling. Source: docs/service/lookups.md.
 */
export const vehicleWords = (name: string): string[] => writtenWords(name).map(foldLetters)

/** The name without regard to case, look-alikes, hyphens, spaces and the spelling of horsepower. Never shown. */
export const foldVehicleName = (name: string): string => vehicleWords(name).join('')

const fold = (word: string): string => vehicleWords(word).join('')

/** Words that mean the same in the names of different years (docs/service/lookups.md), folded. */
const sameWords: ReadonlyMap<string, string> = new Map(
  [
    ['at', 'steptronic', 'автомат', 'automatic', 'акпп', 'акп'],
    ['mt', 'manual', 'механіка', 'механика', 'мкпп', 'ручна', 'ручная'],
    ['fl', 'facelift', 'рестайлінг', 'рестайлинг', 'restyling'],
    ['4wd', 'awd', '4x4'],
    ['class', 'клас', 'класс', 'classe', 'klasse', 'klasa', 'klass', 'clase', 'klase'],
    ['series', 'серія', 'серії', 'серия', 'серии', 'serie', 'seria', 'serii', 'reihe', 'er'],
  ].flatMap(([one = '', ...others]) => others.map((other) => [fold(other), fold(one)] as const)),
)

const sameWord = (folded: string): string => sameWords.get(folded) ?? folded

/** The words of a name, with one word for those that mean the same in the names of different years. */
export const plainVehicleWords = (name: string): string[] => vehicleWords(name).map(sameWord)

/** An accent of a Latin letter: "Škoda" is written "Skoda". A Cyrillic letter with a mark is another letter. */
const accent = /(?<=\p{Script=Latin})\p{M}+/gu

/**
 * Spellings of each word of a name: the word itself, then in the other alphabet, by ear or without accents ("бмв" is
 * "bmw"). The words are as plainVehicleWords() gives them. A code keeps its letters: no "S40" is a "С40".
 */
export const vehicleWordSpellings = (name: string): ReadonlySet<string>[] =>
  writtenWords(name).map(spellingsOfWord)

const spellingsOfWord = memoize((word): ReadonlySet<string> => {
  const bare = word.normalize('NFD').replace(accent, '').normalize('NFC')
  const others = isCode(word) ? [] : wholeSpellingsOf(word)
  return new Set([word, bare, ...others].map((each) => sameWord(foldLetters(each))))
})

const isCode = (word: string): boolean =>
  word.length < 3 ? !sameSpellings(word).includes(word) : /\d/.test(word)
