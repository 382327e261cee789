import { foldOf } from '../../writes/stock-key.ts'
import { sortKey } from '../sort-key.ts'
import type { ColumnValue } from './ranked-column.ts'

/** Between the parts of a listed number; no number has it. */
const end = '\u0000'

/** Digits of the length of a group: a number has 100 characters at most. */
const lengthDigits = 3

/** Groups of digits in the order of their numbers: 9 before 10, and `A-9` before `A-10`. */
const withLengths = (digits: string): string => {
  const bare = digits.replace(/^0+(?=\d)/, '')
  return String(bare.length).padStart(lengthDigits, '0') + bare
}

/** A stock number as lists hold it: sorted as people count, else as a dictionary has it; behind that what is searched in. */
export const listedNumber = (key: string): string =>
  [sortKey(key).replace(/\d+/g, withLengths), key.toLowerCase(), foldOf(key)].join(end)

/**
 * Test for a listed number that begins with a text, also if it is spelt another way: `а79` in Cyrillic begins
 * `A-0790`.
 */
export function beginsWith(text: string): (value: ColumnValue) => boolean {
  return comparing(text, (number, searched) => number.startsWith(searched))
}

/** Test for a listed number that contains a text, also if it is spelt another way. */
export function contains(text: string): (value: ColumnValue) => boolean {
  return comparing(text, (number, searched) => number.includes(searched))
}

function comparing(
  text: string,
  fits: (number: string, searched: string) => boolean,
): (value: ColumnValue) => boolean {
  const searched = text.normalize('NFC').trim().toLowerCase()
  const fold = foldOf(searched)
  return (value) => {
    if (typeof value !== 'string' || searched === '') return false
    const [, key = '', folded = ''] = value.split(end)
    return fits(key, searched) || (fold !== '' && fits(folded, fold))
  }
}
