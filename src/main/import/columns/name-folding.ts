/**
 * Cyrillic letters that look like Latin ones (small, and small forms of capitals that do). A header typed on the wrong
 * keyboard layout (`рriсe`) reads right to the eye; the service ignores such a name in silence, we understand it.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  з: '3',
  і: 'i',
  ї: 'i',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ѕ: 's',
  ј: 'j',
  ԁ: 'd',
  һ: 'h',
  ӏ: 'l',
}

const invisible = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g
const separators = /[\s_\-–—.:;*#№()[\]/\\"'’]+/g

/**
 * A name as it is compared: small letters, one space for whatever stands between words, no BOM, no trailing colon,
 * look-alike letters of both alphabets brought to one. Never shown.
 */
export const foldName = (name: string): string =>
  Array.from(
    name.replace(invisible, '').toLowerCase().replace(separators, ' ').trim(),
    (letter) => lookAlikes[letter] ?? letter,
  ).join('')
