import { Fault } from '#shared/bridge/failure.ts'
import type { Encoding } from '#shared/import/draft.ts'
import { decodeText } from '../../files/text-decoder.ts'
import { readBytes, type SourceFile, wholeBytes } from '../csv/source-file.ts'
import { unreadable } from '../csv/source-text.ts'
import { beginnings } from '../sheet/file-kind.ts'
import { negativeLogLikelihood } from './text-likelihood.ts'
import { surveyUtf8 } from './utf8-survey.ts'
import { isUtf8 } from 'node:buffer'

/** The part of a file from which its shape is found. */
export const sampleBytes = 65_536

export interface FoundEncoding {
  readonly encoding: Encoding
  readonly bom: boolean
  /** True if the encoding was guessed from the letters, so that it may be another one. */
  readonly guessed: boolean
}

/** The longer mark first: UTF-32's begins with UTF-16's. */
const byteOrderMarks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0x00, 0x00]],
  ['utf-32be', [0x00, 0x00, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** True if the file begins with the encoding's byte order mark. */
export const hasBom = (source: SourceFile, encoding: Encoding): boolean => bomOf(head(source, 4)) === encoding

function head(source: SourceFile, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  return bytes.subarray(0, readBytes(source, bytes, 0))
}

const bomOf = (bytes: Uint8Array): Encoding | null =>
  byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? null

/**
 * Finds the encoding of a file's bytes: by its byte order mark, by being text of two or four bytes a character, or by
 * being UTF-8 to the last byte. Else by which encoding makes likely words of its lines with high bytes.
 * @throws Fault `file-binary`; `file-encoding` with the line if the file is UTF-8 with some broken places; with
 * `choices` (reason `ambiguous`) if several encodings are about as likely; with reason `joined` if its lines are in two
 */
export function detectEncoding(source: SourceFile): FoundEncoding {
  const sample = head(source, sampleBytes)
  const marked = bomOf(sample)
  if (marked) return { encoding: marked, bom: true, guessed: false }
  if (hasSignature(sample)) throw new Fault('file-binary', { file: source.name })
  const wide = wideEncodingOf(sample)
  if (wide) return { encoding: wide, bom: false, guessed: true }
  if (looksBinary(sample)) throw new Fault('file-binary', { file: source.name })
  return { ...narrowEncoding(source), bom: false }
}

/** From this share of whole characters on, a file is UTF-8 with broken places. */
const nearlyAll = 0.9
/** So many bytes don't turn out as UTF-8 by chance. */
const manyBytes = 64

function narrowEncoding(source: SourceFile): { encoding: Encoding; guessed: boolean } {
  const bytes = wholeBytes(source)
  const { sound, share, highBytes, highLines } = surveyUtf8(bytes)
  if (sound && (highBytes === 0 || highBytes > manyBytes)) return { encoding: 'utf-8', guessed: false }
  const joined = sound ? null : joinedLines(bytes)
  if (joined) {
    const { utf8, other } = joined
    throw new Fault('file-encoding', {
      file: source.name,
      reason: 'joined',
      line: utf8,
      value: String(other),
    })
  }
  if (!sound && share >= nearlyAll) throw unreadable(source, 'utf-8')
  const { encoding, rivals } = guessEncoding(highLines, sound)
  if (rivals.length > 0) {
    const choices = [encoding, ...rivals].join(', ')
    throw new Fault('file-encoding', { file: source.name, reason: 'ambiguous', choices })
  }
  if (encoding === 'utf-8' && !sound) throw unreadable(source, 'utf-8')
  return { encoding, guessed: encoding !== 'utf-8' }
}

/** Tab, line feed, vertical tab, form feed and carriage return are text; the other control bytes are not. */
const isControl = (byte: number): boolean => (byte < 0x20 && (byte < 0x09 || byte > 0x0d)) || byte === 0x7f

/** Text may hold a stray NUL (a problem of its row); a file with this share of control bytes is no text. */
const controlShare = 0.02
const fewControls = 8

/** True if a file begins as no text does. */
function hasSignature(sample: Uint8Array): boolean {
  const start = Buffer.from(sample.subarray(0, 16)).toString('latin1')
  return beginnings.some(([beginning]) => start.startsWith(beginning))
}

/** True if the beginning of a file that isn't UTF-16 is no text in any encoding that we read. */
function looksBinary(sample: Uint8Array): boolean {
  const controls = sample.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0)
  return controls > fewControls && controls > sample.length * controlShare
}

/** Share of a text's units that have to be characters that adverts are written with. */
const mostUsual = 0.95
/** The same units in the wrong order of bytes are hardly ever such characters. */
const leastUsual = 0.5

type WideEncoding = Extract<Encoding, `utf-${16 | 32}${'le' | 'be'}`>

const wideEncodings: readonly (readonly [WideEncoding, number, (view: DataView, at: number) => number])[] = [
  ['utf-32le', 4, (view, at) => view.getUint32(at, true)],
  ['utf-32be', 4, (view, at) => view.getUint32(at, false)],
  ['utf-16le', 2, (view, at) => view.getUint16(at, true)],
  ['utf-16be', 2, (view, at) => view.getUint16(at, false)],
]

/**
 * The encoding of two or four bytes a character in which a file's beginning is text, or null. Such a text needs no NUL
 * bytes: in Cyrillic every other byte is a 4.
 */
function wideEncodingOf(sample: Uint8Array): WideEncoding | null {
  const shares = wideEncodings.map(([encoding, width, unitAt]) => ({
    encoding,
    width,
    share: usualShare(sample, width, unitAt),
  }))
  const found = shares.find(({ share }) => share >= mostUsual)
  if (!found) return null
  const reversed = shares.find(({ encoding, width }) => width === found.width && encoding !== found.encoding)
  return reversed && reversed.share > leastUsual ? null : found.encoding
}

function usualShare(
  sample: Uint8Array,
  width: number,
  unitAt: (view: DataView, at: number) => number,
): number {
  const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength)
  const units = Math.floor(sample.length / width)
  if (units < 2) return 0
  let usual = 0
  for (let unit = 0; unit < units; unit++) if (isUsual(unitAt(view, unit * width))) usual += 1
  return usual / units
}

/** Printable ASCII, line ends, Latin letters with marks, Cyrillic, general punctuation, € ₴ №. */
const isUsual = (unit: number): boolean =>
  (unit >= 0x20 && unit <= 0x7e) ||
  (unit >= 0x09 && unit <= 0x0d) ||
  (unit >= 0xa0 && unit <= 0x17f) ||
  (unit >= 0x400 && unit <= 0x4ff) ||
  (unit >= 0x2010 && unit <= 0x203a) ||
  unit === 0x20ac ||
  unit === 0x20b4 ||
  unit === 0x2116

/** Bytes that are UTF-8 throughout are hardly ever so by chance. */
const soundUtf8 = -3

/**
 * Encodings that a file can have, with what speaks against each before a byte is read (in nats). Excel writes
 * windows-1251.
 */
const candidates: readonly (readonly [Encoding, number])[] = [
  ['windows-1251', 0],
  ['windows-1252', 1],
  ['windows-1250', 1],
  ['koi8-u', 3],
  ['ibm866', 3],
  ['cp1125', 3],
  ['x-mac-cyrillic', 4],
  ['iso-8859-5', 4],
]

/** The likeliest text must be e^5 times as likely as the next one; else the person is asked for the encoding. */
const surely = 5

interface EncodingGuess {
  readonly encoding: Encoding
  /** Encodings that read the bytes as another text which is nearly as likely; empty if the guess is sure. */
  readonly rivals: readonly Encoding[]
}

/** Letters enough to be sure: reading on changes nothing. */
const bytesRead = 2_000

/**
 * Finds which encoding makes Ukrainian, Russian or Latin text of lines with high bytes. Encodings that read the same
 * text agree: between these it does not matter.
 */
function guessEncoding(bytes: Uint8Array, isUtf8: boolean): EncodingGuess {
  const utf8: readonly [Encoding, number] = ['utf-8', isUtf8 ? soundUtf8 : 0]
  const [best, ...others] = [utf8, ...candidates]
    .map(([encoding, prior]) => {
      const text = decodeText(bytes.subarray(0, bytesRead), encoding, 'lenient')
      return { encoding, text, cost: negativeLogLikelihood(text) + prior }
    })
    .sort((one, other) => one.cost - other.cost)
  if (!best) throw new Error('there are no candidates')
  const rivals = others.filter(({ text, cost }) => text !== best.text && cost - best.cost < surely)
  return { encoding: best.encoding, rivals: rivals.map(({ encoding }) => encoding) }
}

/** The beginning in which lines of two encodings are looked for. */
const lookedAt = 1_048_576
/** In nats: so much likelier is a line as UTF-8 than as windows-1251. */
const enough = 6
/** A line with fewer bytes above 0x7F is no evidence. */
const fewest = 3

/** Lines of one file that are surely in two encodings: the first that is UTF-8, and the first that is not. */
interface JoinedLines {
  readonly utf8: number
  readonly other: number
}

/** Finds where files of two encodings were joined; null if the file has one encoding, however damaged. */
function joinedLines(bytes: Buffer): JoinedLines | null {
  const text = bytes.toString('latin1', 0, lookedAt)
  let utf8 = 0
  let other = 0
  // The last line may be cut in a character.
  const lines = text.split(/\r\n?|\n/)
  for (const [at, line] of (bytes.length > lookedAt ? lines.slice(0, -1) : lines).entries()) {
    if ((line.match(/[\u0080-\u00ff]/g)?.length ?? 0) < fewest) continue
    const own = Buffer.from(line, 'latin1')
    if (!isUtf8(own)) other ||= isNoUtf8(own) ? at + 1 : 0
    else if (isSurelyUtf8(own)) utf8 ||= at + 1
    if (utf8 > 0 && other > 0) return { utf8, other }
  }
  return null
}

/** Rather of another encoding than of damaged UTF-8, most of whose characters are whole. */
function isNoUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  const broken = text.match(/\ufffd/gu)?.length ?? 0
  const whole = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  return broken > 2 * whole
}

const isSurelyUtf8 = (bytes: Buffer): boolean =>
  negativeLogLikelihood(bytes.toString('utf8')) + enough <
  negativeLogLikelihood(decodeText(bytes, 'windows-1251', 'lenient'))
