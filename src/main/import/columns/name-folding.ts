import { lookAlikeLetters } from '../../names/look-alike-letters.ts'

const invisible = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g
const separators = /[\s_\-–—.:;*#№()[\]/\\"'’]+/g
const lookAlikes = new RegExp(`[${Object.keys(lookAlikeLetters).join('')}]`, 'g')

/** In characters: a longer text is no name, and folding one of 32,000 takes a tenth of a second. */
const longestName = 500

const latinAccents = /(?<=[a-z])\p{M}+/gu
const oneLetter: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l' }

/** `Währung` and `Wahrung`, `dostępność` and `dostepnosc` are one: programs and people leave accents out. */
const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(latinAccents, '')
    .normalize('NFC')
    .replace(/[ßł]/g, (letter) => oneLetter[letter] ?? letter)

/**
 * A name as it is compared: small letters, single spaces between words, no BOM, no trailing colon, no accents of Latin
 * letters. Look-alike letters of both alphabets become one: a header typed on the wrong keyboard layout (`рriсe`) is
 * understood, which the service ignores in silence. Never shown.
 */
export function foldName(name: string): string {
  if (name.length > longestName) return name
  const plain = withoutAccents(name.replace(invisible, '').toLowerCase()).replace(separators, ' ').trim()
  return plain.replace(lookAlikes, (letter) => lookAlikeLetters[letter] ?? letter)
}

/** Names as they are compared, from lists with commas. */
export const foldedNames = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(', ').map(foldName)))
