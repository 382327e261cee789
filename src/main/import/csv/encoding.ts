import { isAscii, isUtf8 } from 'node:buffer'
import { Fault } from '#shared/bridge/failure.ts'
import type { Encoding } from '#shared/import/draft.ts'
import { hasSignature, looksBinary } from './binary-file.ts'
import { readBytes, type SourceFile } from './source-file.ts'

/** The part of a file from which its shape is found. */
export const sampleBytes = 65_536

export interface FoundEncoding {
  readonly encoding: Encoding
  readonly bom: boolean
}

const byteOrderMarks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Whether the file begins with the byte order mark of the encoding. */
export const hasBom = (source: SourceFile, encoding: Encoding): boolean => bomOf(head(source, 4)) === encoding

function head(source: SourceFile, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  return bytes.subarray(0, readBytes(source, bytes, 0))
}

const bomOf = (bytes: Uint8Array): Encoding | null =>
  byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? null

/**
 * Finds how a file's bytes are text: by its byte order mark, by the places of its NUL bytes (UTF-16), by being UTF-8 to
 * the last byte, and if it is none of these, from the lines with high bytes by jschardet (loaded only then).
 * @throws Fault `file-binary` or `file-encoding`
 */
export async function detectEncoding(source: SourceFile): Promise<FoundEncoding> {
  const sample = head(source, sampleBytes)
  const marked = bomOf(sample)
  if (marked) return { encoding: marked, bom: true }
  if (hasSignature(sample)) throw new Fault('file-binary', { file: source.name })
  const wide = utf16Of(sample)
  if (wide) return { encoding: wide, bom: false }
  if (looksBinary(sample)) throw new Fault('file-binary', { file: source.name })
  const highLines = linesThatAreNotUtf8(source)
  if (highLines === null) return { encoding: 'utf-8', bom: false }
  const encoding = await cyrillicOf(highLines)
  if (!encoding) throw new Fault('file-encoding', { file: source.name })
  return { encoding, bom: false }
}

/** Text of digits and delimiters has a NUL in every other byte when it is UTF-16. */
function utf16Of(sample: Uint8Array): Encoding | null {
  const nulsAt = (parity: number): number =>
    sample.reduce((count, byte, at) => count + (byte === 0 && at % 2 === parity ? 1 : 0), 0)
  const even = nulsAt(0)
  const odd = nulsAt(1)
  const many = sample.length / 10
  if (odd > many && even * 20 < odd) return 'utf-16le'
  if (even > many && odd * 20 < even) return 'utf-16be'
  return null
}

const scanBytes = 1_048_576

/** null if the whole file is UTF-8; else its lines with high bytes, up to a sample's length. */
function linesThatAreNotUtf8(source: SourceFile): Uint8Array | null {
  const buffer = new Uint8Array(scanBytes)
  const high: Uint8Array[] = []
  let highBytes = 0
  let isValid = true
  for (let position = 0; position < source.bytes;) {
    const read = readBytes(source, buffer, position)
    if (read === 0) break
    const end = lineEnd(buffer, read)
    const chunk = buffer.subarray(0, end)
    position += end
    if (!isUtf8(chunk)) isValid = false
    if (highBytes < sampleBytes && !isAscii(chunk)) {
      const lines = linesWithHighBytes(chunk, sampleBytes - highBytes)
      high.push(lines)
      highBytes += lines.length
    }
    if (!isValid && highBytes >= sampleBytes) break
  }
  return isValid ? null : Buffer.concat(high)
}

/** No character of UTF-8 holds a line feed, so a chunk that ends with one is whole. */
function lineEnd(buffer: Uint8Array, read: number): number {
  if (read < buffer.length) return read
  const feed = buffer.lastIndexOf(0x0a)
  return feed < 0 ? read : feed + 1
}

function linesWithHighBytes(chunk: Uint8Array, most: number): Uint8Array {
  const lines: Uint8Array[] = []
  let length = 0
  for (let start = 0; start < chunk.length && length < most;) {
    const feed = chunk.indexOf(0x0a, start)
    const end = feed < 0 ? chunk.length : feed + 1
    const line = chunk.subarray(start, end)
    if (!isAscii(line)) {
      lines.push(line)
      length += line.length
    }
    start = end
  }
  return Buffer.concat(lines)
}

/** What jschardet calls them, and what they are read as: the second of a pair has the letters of the first. */
const cyrillicNames: Readonly<Record<string, Encoding>> = {
  'windows-1251': 'windows-1251',
  'koi8-u': 'koi8-u',
  'koi8-r': 'koi8-u',
  ibm866: 'ibm866',
  cp1125: 'ibm866',
}

async function cyrillicOf(bytes: Uint8Array): Promise<Encoding | null> {
  if (isWestern(bytes)) return null
  const { default: detector } = await import('jschardet')
  const found = detector.detectAll(bytes).map(({ encoding }) => cyrillicNames[encoding?.toLowerCase() ?? ''])
  // A word or two are too little for statistics, and windows-1251 is what Excel writes.
  return found.find((encoding) => encoding !== undefined) ?? 'windows-1251'
}

/** Cyrillic words are high bytes from end to end; `Škoda` in a western encoding has them between Latin letters. */
function isWestern(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1')
  const words = text.match(/[\x80-\xff]+/g)?.length ?? 0
  const within = text.match(/[a-z][\x80-\xff]+|[\x80-\xff]+[a-z]/gi)?.length ?? 0
  return within * 2 > words
}
