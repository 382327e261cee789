import { negativeLogLikelihood } from './text-likelihood.ts'

/** Encodings in which Ukrainian files are written, and which programs take one for the other. */
const singleByte = ['windows-1251', 'windows-1252', 'ibm866', 'koi8-u', 'koi8-r'] as const
/** Encodings as which programs read UTF-8, too. */
const readers = [...singleByte, 'windows-1250', 'x-mac-cyrillic'] as const
type SingleByte = (typeof readers)[number]

const decoders = new Map(readers.map((encoding) => [encoding, new TextDecoder(encoding)] as const))
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

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

/** Characters of UTF-8 in an encoding of one byte a sign: a first byte of two or three, with those that follow it. */
const utf8In = (encoding: SingleByte, least: number): string => {
  const next = `[${signsOf(encoding, 0x80, 0xbf)}]`
  const two = `[${signsOf(encoding, 0xc2, 0xdf)}]${next}`
  return `(?:${two}|[${signsOf(encoding, 0xe0, 0xef)}]${next}{2}){${least},}`
}

/**
 * Signs that a text of words hardly ever has: only such a text is looked at closely, because a file has many. Signs of UTF-8,
 * capitals behind a small letter, marks among letters, letters with accents in a row, box lines, words of capitals.
 */
const suspect = new RegExp(
  [
    utf8In('windows-1251', 2),
    utf8In('koi8-u', 2),
    utf8In('windows-1252', 1),
    utf8In('windows-1250', 1),
    utf8In('x-mac-cyrillic', 2),
    '[а-яґєії][А-ЯҐЄІЇ]{2}',
    '[\u0400-\u04ff][¤¦§©¬®°±µ¶·†‡‰‹›€™]|[¤¦§©¬®°±µ¶†‡‰‹›€™][\u0400-\u04ff]',
    '[ЂЃЉЊЌЋЏђѓљњќћџЎўЈјЅѕ]',
    '[À-ÿ]{3}',
    '[\u0080-\u009f\u2500-\u259f]',
    '[А-ЯҐЄІЇ]{4}',
  ].join('|'),
  'u',
)

/** Signs of a text that are not ASCII. */
const high = /[^\p{ASCII}]/gu
const countHigh = (text: string): number => text.match(high)?.length ?? 0

/** Letters of such a text: a chance reading as UTF-8 has other signs. */
const usual = /^[\p{ASCII}\u00a0-\u024f\u0400-\u052f\u2000-\u22ff\p{Extended_Pictographic}\ufe0f]*$/u

/** In nats: the repaired text must be so much likelier than the one that is there. */
const enough = 12
/** In nats for each sign that is not ASCII: a text of words has less. */
const ofWords = 3.6
/** Letters that are spoilt in the same way hardly ever make sense together by chance. */
const fewest = 4

/** The text whose letters these surely are, read in a wrong encoding; null if they are none of another text. */
export function repairedText(text: string): string | null {
  if (!suspect.test(text) || countHigh(text) < 2) return null
  const repaired = repairedOnce(text)
  // Programs that save what they read wrongly do it more than once.
  return repaired === null ? null : (repairedOnce(repaired) ?? repaired)
}

function repairedOnce(text: string): string | null {
  const whole = utf8Within(text)
  if (whole !== null) return whole
  const words = text.split(/( +)/u).map((word) => (countHigh(word) < 2 ? null : utf8Within(word)))
  if (words.some((word) => word !== null)) {
    const parts = text.split(/( +)/u)
    return parts.map((part, at) => words[at] ?? part).join('')
  }
  return singleByteWithin(text)
}

/** The text as the UTF-8 that it is in an encoding, if it is and has fewer odd signs so. */
function utf8Within(text: string): string | null {
  const before = negativeLogLikelihood(text)
  for (const encoding of readers) {
    const bytes = encoded(text, encoding)
    if (!bytes) continue
    const read = decodedUtf8(bytes)
    if (read !== null && read !== text && usual.test(read) && negativeLogLikelihood(read) < before)
      return read
  }
  return null
}

function decodedUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
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
      const isWords = cost < before - enough && cost < ofWords * countHigh(read)
      return isWords ? [{ read, cost }] : []
    })
  })
  const [best] = readings.sort((one, other) => one.cost - other.cost)
  return best?.read ?? null
}

/** A question mark inside a word, or where one begins. */
const insideWord = /[а-яґєії]\?[а-яґєії]|[А-ЯҐЄІЇ]\?[А-ЯҐЄІЇ]|(?:^|\s)\?[а-яґєії]/u
const ofMarks = /(?:^|\s)\?{2,}/gu

/** True if question marks stand in the place of letters. */
export function hasLostLetters(text: string): boolean {
  if (!text.includes('?')) return false
  if (insideWord.test(text)) return true
  const marks = text.match(/\?/gu)?.length ?? 0
  const signs = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const words = text.match(ofMarks)?.length ?? 0
  return marks >= 2 && marks > signs && words > 0
}
