import { lookAlikeLetters } from '../../names/look-alike-letters.ts'

const invisible = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g
const separators = /[\s_\-–—.:;*#№()[\]/\\"'’]+/g
const lookAlikes = new RegExp(`[${Object.keys(lookAlikeLetters).join('')}]`, 'g')

/**
 * A name as it is compared: small letters, one space for whatever is between words, no BOM, no trailing colon,
 * look-alike letters of both alphabets brought to one: a header typed on the wrong keyboard layout (`рriсe`) is
 * understood, which the service ignores in silence. Never shown.
 */
export function foldName(name: string): string {
  const plain = name.replace(invisible, '').toLowerCase().replace(separators, ' ').trim()
  return plain.replace(lookAlikes, (letter) => lookAlikeLetters[letter] ?? letter)
}
