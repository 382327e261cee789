import { decodeEntities } from '../../service/plain-text.ts'

/** Signs of control but for tabs, line ends, and those that are problems of their row: NUL, and the end mark of DOS. */
const control = String.raw`(?![\t\n\r\0\u001a])\p{Cc}`
/** Signs that no screen shows, except those that join the parts of an emoji. */
const invisible = String.raw`[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]`
/** Blanks that programs fill a column up with. */
const filling = String.raw`(?<![^\S\n])[^\S\n]{3,}$`

const between = (first: number, last: number): string =>
  `${String.fromCharCode(first)}-${String.fromCharCode(last)}`
/** The same signs in one class, which is found faster. */
const controls = [
  [1, 8],
  [11, 12],
  [14, 25],
  [27, 31],
  [127, 159],
  [0x2028, 0x2029],
] as const

/** Most texts have nothing of this. */
const suspicious = new RegExp(
  `[&\\\\%${controls.map(([first, last]) => between(first, last)).join('')}]|=\\?|=[0-9A-F]{2}=|_x00|${invisible}|${filling}`,
  'u',
)

/** The line ends of word processors, of Unicode, and of programs that escape them. */
const otherLineEnds = /[\v\f\u0085\u2028\u2029]|_x000[Dd]_\r?\n|_x000[AaDd]_/gu
const unshown = new RegExp(`${control}|${invisible}|${filling}`, 'gu')

/** `=?UTF-8?B?0J3…?=`: a header of a mail. */
const mailWord = /=\?utf-8\?([bq])\?([^?\s]*)\?=/giu
const unicodeEscape = /\\u([\da-f]{4})/giu
/** A run of bytes as in an address, in a word that is no address. */
const percentRun = /(?:%[\da-f]{2})+/giu
/** The same as mails and programs write them: `=D0=9D`, `\xd0\x9d`. */
const escapedRun = /(?:=[\dA-F]{2}){2,}|(?:\\x[\da-f]{2}){2,}/gu
const addressed = /\S*(?:\/\/|www\.|\/|\?\S*=)\S*/u

/** `\n` as two letters, but for a path (`C:\new`) and a word of Latin letters that goes on. */
const literalEnd = /\\r\\n|\\n(?![a-z])|\\r(?![a-z])/gu
const path = /\b[a-z]:\\/iu
/** A line end behind a backslash, as MySQL writes it. */
const escapedEnd = /\\(?=\n|$)/gu

/** A text without what programs made of its letters, each for certain; the same text if there is nothing of it. */
export function cleanText(text: string): string {
  if (!suspicious.test(text)) return text
  return [withoutControl, withoutMailWords, withoutEscapes, withoutPercents, withoutEntities, withLineEnds]
    .reduce((cleaned, step) => step(cleaned), text)
    .replace(unshown, '')
}

const withoutControl = (text: string): string => text.replace(otherLineEnds, '\n')

const withoutMailWords = (text: string): string =>
  text.replace(mailWord, (whole, kind: string, word: string) => {
    const bytes =
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64')
        : Buffer.from(
            word
              .replaceAll('_', ' ')
              .replace(/=([\da-f]{2})/giu, (_sign, hex: string) =>
                String.fromCodePoint(Number.parseInt(hex, 16)),
              ),
            'latin1',
          )
    const read = bytes.toString('utf8')
    return read.includes('\ufffd') ? whole : read
  })

/** Letters alone: a control sign that is escaped may be meant as it is written. */
const withoutEscapes = (text: string): string =>
  text
    .replace(escapedRun, (run) => lettersOf(run.replaceAll(/=|\\x/g, '%'), run))
    .replace(unicodeEscape, (whole, hex: string) => {
      const sign = String.fromCharCode(Number.parseInt(hex, 16))
      return /\p{Cc}/u.test(sign) ? whole : sign
    })
    .toWellFormed()

function withoutPercents(text: string): string {
  if (!text.includes('%')) return text
  const words = text.split(/(\s+)/u)
  const read = words
    .map((word) => (addressed.test(word) ? word : word.replace(percentRun, (run) => lettersOf(run, run))))
    .join('')
  // A form that was sent has a plus for each blank.
  return words.length === 1 && read !== text ? read.replaceAll('+', ' ') : read
}

/** Bytes that are no letters beyond ASCII stay as they are written: `50%25` may be meant. */
function lettersOf(run: string, written: string): string {
  try {
    const read = decodeURIComponent(run)
    return /[^\p{ASCII}\p{Cc}]/u.test(read) ? read : written
  } catch {
    return written
  }
}

/** Twice, because what is put into a page is often encoded once more. */
const withoutEntities = (text: string): string => decoded(decoded(text))
const decoded = (text: string): string => decodeEntities(text.replaceAll(/&nbsp;|&#160;/giu, ' '))

function withLineEnds(text: string): string {
  const real = text.replace(escapedEnd, '')
  return path.test(real) ? real : real.replace(literalEnd, '\n')
}
