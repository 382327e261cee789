import { isUtf8 } from 'node:buffer'
import type { Encoding } from '#shared/import/draft.ts'
import { readBytes, type SourceFile } from './source-file.ts'
import { pieceBytes, readText, unreadable } from './text-pieces.ts'

export interface Utf8Piece {
  /** Whole characters, not changed any more after they were given out. */
  readonly bytes: Buffer
  /** Bytes of the file read so far. */
  readonly position: number
  /** True for the file's end, also where the file became shorter meanwhile. */
  readonly last: boolean
}

/**
 * A file's text as UTF-8, whatever it is written in; the byte order mark is gone. A file of UTF-8 is only looked
 * through, not decoded. Where a line ends in it, a piece ends with a line, so that nothing has to be glued to the next.
 * @throws Fault `file-encoding` with the line whose bytes are none of that encoding
 */
export function readUtf8(source: SourceFile, encoding: Encoding): Generator<Utf8Piece> {
  return encoding === 'utf-8' ? readAsItIs(source) : readDecoded(source, encoding)
}

function* readDecoded(source: SourceFile, encoding: Encoding): Generator<Utf8Piece> {
  for (const { text, position, last } of readText(source, encoding))
    yield { bytes: Buffer.from(text), position, last }
}

function* readAsItIs(source: SourceFile): Generator<Utf8Piece> {
  let rest: Buffer = Buffer.alloc(0)
  let position = 0
  for (;;) {
    const begins = position === 0
    const buffer = Buffer.allocUnsafeSlow(rest.length + pieceBytes)
    rest.copy(buffer)
    const read = readBytes(source, buffer.subarray(rest.length), position)
    position += read
    const filled = buffer.subarray(0, rest.length + read)
    const last = position >= source.bytes || read === 0
    const end = last ? filled.length : pieceEnd(filled)
    const bytes = filled.subarray(begins ? markLength(filled) : 0, end)
    if (!isUtf8(bytes)) throw unreadable(source, 'utf-8')
    yield { bytes, position, last }
    if (last) return
    rest = filled.subarray(end)
  }
}

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf)
const markLength = (bytes: Buffer): number =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0

/** After the last line feed, or, in a line longer than a piece, before the last character that may be cut. */
function pieceEnd(bytes: Buffer): number {
  const feed = bytes.lastIndexOf(0x0a)
  if (feed >= 0) return feed + 1
  let end = bytes.length
  while (end > 0 && isContinuation(bytes[end - 1])) end -= 1
  return Math.max(end - 1, 0)
}

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80
