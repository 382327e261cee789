import { Fault } from '#shared/bridge/failure.ts'
import type { Encoding } from '#shared/import/draft.ts'
import { type ChunkDecoder, decoderOf, isWide } from '../../files/text-decoder.ts'
import { readBytes, type SourceFile } from './source-file.ts'

/** Pieces of this size stay in the processor's own cache while they are read and checked. */
export const pieceBytes = 65_536

export interface TextPiece {
  readonly text: string
  /** Bytes of the file read so far. */
  readonly position: number
  /** True for the file's end, also where the file became shorter meanwhile. */
  readonly last: boolean
}

/**
 * Decodes a file piece by piece; no character is broken at a border, and the byte order mark is gone. Where the
 * encoding lets it be seen in the bytes, a piece ends with a line, so that nothing of it has to be glued to the next.
 * @throws Fault `file-encoding` with the line whose bytes are none of that encoding
 */
export function* readText(source: SourceFile, encoding: Encoding): Generator<TextPiece> {
  const decoder = decoderOf(encoding, 'strict')
  const buffer = new Uint8Array(pieceBytes)
  const showsLines = !isWide(encoding)
  let kept = 0
  let position = 0
  for (;;) {
    const read = readBytes(source, buffer.subarray(kept), position)
    position += read
    const filled = kept + read
    const last = position >= source.bytes || read === 0
    const end = last || !showsLines ? filled : lineEnd(buffer, filled)
    yield { text: decode(decoder, buffer.subarray(0, end), !last, source, encoding), position, last }
    if (last) return
    buffer.copyWithin(0, end, filled)
    kept = filled - end
  }
}

/** The byte of a line feed is part of no other character. A line longer than the piece is cut anywhere. */
function lineEnd(buffer: Uint8Array, filled: number): number {
  const feed = buffer.lastIndexOf(lineFeed, filled - 1)
  return feed < 0 ? filled : feed + 1
}

const lineFeed = 0x0a

function decode(
  decoder: ChunkDecoder,
  bytes: Uint8Array,
  stream: boolean,
  source: SourceFile,
  encoding: Encoding,
): string {
  try {
    return decoder.decode(bytes, stream)
  } catch (error) {
    throw unreadable(source, encoding, error)
  }
}

/** What a file is called whose bytes are none of its encoding, with the line of the first. */
export const unreadable = (source: SourceFile, encoding: Encoding, cause?: unknown): Fault =>
  new Fault(
    'file-encoding',
    { file: source.name, encoding, line: firstUnreadableLine(source, encoding) },
    { cause },
  )

/** Reads again, forgiving, up to the first replacement character. Only for the message of a failure. */
function firstUnreadableLine(source: SourceFile, encoding: Encoding): number {
  const decoder = decoderOf(encoding, 'lenient')
  const buffer = new Uint8Array(pieceBytes)
  let line = 1
  for (let position = 0; position < source.bytes; position += pieceBytes) {
    const text = decoder.decode(buffer.subarray(0, readBytes(source, buffer, position)), true)
    const bad = text.indexOf('\uFFFD')
    line += text.slice(0, bad < 0 ? undefined : bad).split(/\r\n?|\n/).length - 1
    if (bad >= 0) break
  }
  return line
}
