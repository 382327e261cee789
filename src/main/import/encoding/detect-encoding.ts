import { Fault } from '#shared/bridge/failure.ts'
import type { Encoding } from '#shared/import/draft.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'
import { hasSignature, looksBinary } from '../csv/binary-file.ts'
import { unreadable } from '../csv/source-text.ts'
import { guessEncoding } from './guess-encoding.ts'
import { joinedLines } from './joined-files.ts'
import { surveyUtf8 } from './utf8-survey.ts'
import { wideEncodingOf } from './wide-text.ts'

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
 * Finds how a file's bytes are text: by its byte order mark, by being text of two or four bytes a character, by being
 * UTF-8 to the last byte, else by which encoding makes likely words of its lines with high bytes.
 * @throws Fault `file-binary`; `file-encoding` with the line if the file is UTF-8 but for some broken places, and with
 * `choices` (reason `ambiguous`) if several encodings are about as likely; reason `joined` if its lines are in two
 * @param sampled bytes that are looked at before the rest; only whether it is UTF-8 is asked of all of them
 */
export function detectEncoding(source: SourceFile, sampled = sampleBytes): FoundEncoding {
  const sample = head(source, sampled)
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
  const { sound, share, highBytes, highLines } = surveyUtf8(source)
  if (sound && (highBytes === 0 || highBytes > manyBytes)) return { encoding: 'utf-8', guessed: false }
  const joined = sound ? null : joinedLines(source)
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
