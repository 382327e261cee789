import { lookAlikeLetters } from '../names/look-alike-letters.ts'

/** A dealer's own number of a car, and its fold: keys with one fold may be two spellings of one number. */
export interface StockKey {
  readonly key: string
  readonly fold: string
}

/** `1024.0`: a number as programs write one that they keep with decimals. */
const wholeFloat = /^(\d+)\.0$/

/** Characters that a key has at most. */
const longestKey = 100

/** Blanks and what no screen shows: U+00A0, U+200B and their like. */
const outerBlanks = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu

/** The minus sign is no hyphen by its class, yet spreadsheets write it for one. */
const blanksAndHyphens = /[\s\p{Z}\p{Cf}\p{Pd}\u2212]+/gu

/** `A-0790` and `A790`: the zeros at the beginning of each group of digits, but for the last digit. */
const leadingZeros = /(?<!\d)0+(?=\d)/g

/** Capital letters of Greek that look like a Latin letter, or else like a Cyrillic one. */
const greekLetters: Readonly<Record<string, string>> = {
  Α: 'A',
  Β: 'B',
  Γ: 'Г',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Π: 'П',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Φ: 'Ф',
  Χ: 'X',
}

/** Letters alone: a digit for a letter (`З` and `3`, `O` and `0`) makes another number. The capital palochka looks like I. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(lookAlikeLetters)
      .filter(([, twin]) => /\p{L}/u.test(twin))
      .map(([letter, twin]) => [letter.toUpperCase(), twin.toUpperCase()]),
  ),
  ...greekLetters,
  Ӏ: 'I',
}
const lookAlike = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'g')

/**
 * Key in a cell: NFC, without the blanks around it and the `.0` of a whole number; inner blanks and case are kept.
 * Equal keys are equal texts. Null for a blank cell, and for more than 100 characters.
 */
export function readStockKey(text: string): StockKey | null {
  const key = keyIn(text)
  return key === null ? null : { key, fold: foldOf(key) }
}

/** The text of the key alone: enough to find its link. */
export function keyIn(text: string): string | null {
  const key = text.normalize('NFC').replace(outerBlanks, '').replace(wholeFloat, '$1')
  // Most texts are far from the limit: characters are counted only of those that may be over it.
  return key === '' || (key.length > longestKey && [...key].length > longestKey) ? null : key
}

/**
 * True if a key is another one without the zeros in front, which a spreadsheet cuts when it takes `0001` for a
 * number.
 */
export const lacksZerosOf = (key: string, other: string): boolean =>
  /^0+\d/.test(other) && other.replace(/^0+(?=\d)/, '') === key

/**
 * A key without the usual mistakes: compatibility forms, case, look-alike letters of another alphabet, blanks and
 * hyphens of any kind, leading zeros of each group of digits. It never makes two keys one, it only asks.
 */
export const foldOf = (key: string): string =>
  key
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(blanksAndHyphens, '')
    .replace(lookAlike, (letter) => lookAlikes[letter] ?? letter)
    // A mark that stood behind a blank belongs to the letter before it now.
    .normalize('NFKC')
    .replace(leadingZeros, '')
