import { isUtf8 } from 'node:buffer'
import { negativeLogLikelihood } from './text-likelihood.ts'

/** Encodings in which Ukrainian files are written, and which programs take one for the other. */
const singleByte = [
  ...(['windows-1251', 'windows-1252', 'ibm866', 'koi8-u', 'koi8-r'] as const),
  ...(['x-mac-cyrillic', 'iso-8859-5', 'windows-1250'] as const),
] as const
type SingleByte = (typeof singleByte)[number]

const decoders = new Map(singleByte.map((encoding) => [encoding, new TextDecoder(encoding)] as const))
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The byte of each sign of an encoding that is not ASCII. */
const bytesOf = new Map(
  [...decoders].map(([encoding, decoder]) => {
    const signs = Array.from({ length: 128 }, (_, at) => 128 + at)
    return [encoding, new Map(signs.map((byte) => [decoder.decode(Uint8Array.of(byte)), byte]))] as const
  }),
)

/** The bytes of a text in an encoding; null if it has not all of its signs. */
function encoded(text: string, encoding: SingleByte): Uint8Array | null {
  const table = bytesOf.get(encoding)
  const bytes: number[] = []
  for (const sign of text) {
    const byte = sign < '\u0080' ? sign.charCodeAt(0) : table?.get(sign)
    if (byte === undefined) return null
    bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

const signsOf = (encoding: SingleByte, from: number, to: number): string =>
  [...(bytesOf.get(encoding) ?? [])]
    .flatMap(([sign, byte]) => (byte >= from && byte <= to ? [sign] : []))
    .join('')

/** A character of UTF-8 in an encoding of one byte a sign: a first byte of two, three or four, with those that follow it. */
const utf8Character = (encoding: SingleByte): string => {
  const next = `[${signsOf(encoding, 0x80, 0xbf)}]`
  const two = signsOf(encoding, 0xc2, 0xdf)
  const three = signsOf(encoding, 0xe0, 0xef)
  const four = signsOf(encoding, 0xf0, 0xf4)
  return `[${two}]${next}|[${three}]${next}{2}|[${four}]${next}{3}`
}

const utf8In = (encoding: SingleByte, least: number): string => `(?:${utf8Character(encoding)}){${least},}`

const wholeIn = (encoding: SingleByte): string => `^(?:[\\0-\\x7f]|${utf8Character(encoding)})*$`
/** Texts that are UTF-8 as a whole in an encoding: a text of words is none from its first letters on. */
const wholeUtf8 = new Map(singleByte.map((encoding) => [encoding, new RegExp(wholeIn(encoding))] as const))
/** The same in any of them: most words are in none. */
const wholeInAny = new RegExp(singleByte.map(wholeIn).join('|'))

/**
 * Characters of UTF-8 in another encoding. Plain words have them too (`офіційний`): only a reading as UTF-8 decides.
 */
const likeUtf8 = new RegExp(
  [
    utf8In('windows-1251', 2),
    utf8In('koi8-u', 2),
    utf8In('windows-1252', 1),
    utf8In('windows-1250', 1),
    utf8In('x-mac-cyrillic', 2),
  ].join('|'),
  'u',
)

/**
 * Signs that a text of words hardly ever has: only such a text is looked at closely, because a file has many. Capitals behind a
 * small letter, marks among letters, letters with accents in a row, box lines, words of capitals.
 */
const suspect = new RegExp(
  [
    '[а-яґєії][А-ЯҐЄІЇ]{2}',
    '[\u0400-\u04ff][¤¦§©¬®°±µ¶·†‡‰‹›€™≤≥≈√ƒ∆¿¡]|[¤¦§©¬®°±µ¶†‡‰‹›€™≤≥≈√ƒ∆¿¡][\u0400-\u04ff]',
    '№[\u0400-\u04ff]{2}',
    '[ЂЃЉЊЌЋЏђѓљњќћџЎўЈјЅѕ]',
    '[\u00c0-\u017f˙´¸˝]{3}',
    '[\u0080-\u009f\u2500-\u259f]',
    '[А-ЯҐЄІЇ]{4}',
  ].join('|'),
  'u',
)

/** Signs of a text that are not ASCII. */
function countHigh(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    // The second half of a sign of two units counts with the first.
    if (unit > 0x7f && (unit < 0xdc00 || unit > 0xdfff)) count += 1
  }
  return count
}

/** Letters of such a text: a chance reading as UTF-8 has other signs. */
const usual = /^[\p{ASCII}\u00a0-\u024f\u0400-\u052f\u2000-\u22ff\p{Extended_Pictographic}\ufe0f]*$/u

/** In nats: the repaired text must be so much likelier than the one that is there. Mac Cyrillic has most letters where Windows has them. */
const enough = 12
const enoughOfMac = 6
/** In nats for each sign that is not ASCII: a text of words has less. */
const ofWords = 3.6
/** Letters that are spoilt in the same way hardly ever make sense together by chance. */
const fewest = 4

/** The text whose letters these surely are, read in a wrong encoding; null if they are none of another text. */
export function repairedText(text: string): string | null {
  const isSuspect = suspect.test(text)
  if ((!isSuspect && !likeUtf8.test(text)) || countHigh(text) < 2) return null
  const repaired = repairedOnce(text, isSuspect)
  // Programs that save what they read wrongly do it more than once.
  return repaired === null ? null : (repairedOnce(repaired, true) ?? repaired)
}

/** @param isSuspect whether it may be a text of another encoding of one byte a sign */
function repairedOnce(text: string, isSuspect: boolean): string | null {
  const all = [utf8Within(text) ?? utf8InWords(text), isSuspect ? singleByteWithin(text) : null].filter(
    (read) => read !== null,
  )
  const [best] = all.sort((one, other) => negativeLogLikelihood(one) - negativeLogLikelihood(other))
  return best ?? null
}

/** The text with those of its words repaired that are UTF-8; null if none is. */
function utf8InWords(text: string): string | null {
  const parts = text.split(/( +)/u)
  const words = parts.map((word) => (countHigh(word) < 2 ? null : utf8Within(word)))
  return words.some((word) => word !== null) ? parts.map((part, at) => words[at] ?? part).join('') : null
}

/** The text as the UTF-8 that it is in an encoding, if it is and has fewer odd signs so. */
function utf8Within(text: string): string | null {
  if (!wholeInAny.test(text)) return null
  let before: number | null = null
  for (const encoding of singleByte) {
    const bytes = wholeUtf8.get(encoding)?.test(text) ? encoded(text, encoding) : null
    if (!bytes || !isUtf8(bytes)) continue
    const read = utf8.decode(bytes)
    // Two capitals of ISO 8859-5 (ТО) are a sign of UTF-8 by chance.
    if (encoding === 'iso-8859-5' && countHigh(read) < 2) continue
    if (read === text || !usual.test(read)) continue
    before ??= negativeLogLikelihood(text)
    if (negativeLogLikelihood(read) < before) return read
  }
  return null
}

/** The text as another encoding of one byte a sign reads it, if that is words and the text is none. */
function singleByteWithin(text: string): string | null {
  if (countHigh(text) < fewest) return null
  const before = negativeLogLikelihood(text)
  const readings = singleByte.flatMap((from) => {
    const bytes = encoded(text, from)
    if (!bytes) return []
    return singleByte.flatMap((to) => {
      if (to === from) return []
      const read = decoders.get(to)?.decode(bytes) ?? ''
      const cost = negativeLogLikelihood(read)
      const isWords =
        cost < before - (from === 'x-mac-cyrillic' ? enoughOfMac : enough) && cost < ofWords * countHigh(read)
      return isWords ? [{ read, cost }] : []
    })
  })
  const [best] = readings.sort((one, other) => one.cost - other.cost)
  return best?.read ?? null
}

/** A question mark inside a word, or some where one begins. */
const insideWord = /[а-яґєії]\?[а-яґєії]|[А-ЯҐЄІЇ]\?[А-ЯҐЄІЇ]|(?:^|\s)\?+[а-яґєії]/u
/** Marks in the place of a word: a person who asks writes fewer, and few write several such. */
const wholeWords = /(?:^|\s)\?{4,}(?=[\s,.;]|$)|(?:^|\s)\?{2,}\s(?:.*\s)?\?{2,}(?=\s|$)/u
const ofMarks = /(?:^|\s)\?{2,}/gu

/** True if question marks stand in the place of letters. */
export function hasLostLetters(text: string): boolean {
  if (!text.includes('?')) return false
  if (insideWord.test(text) || wholeWords.test(text)) return true
  const marks = text.match(/\?/gu)?.length ?? 0
  const signs = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const words = text.match(ofMarks)?.length ?? 0
  return marks >= 2 && marks > signs && words > 0
}
