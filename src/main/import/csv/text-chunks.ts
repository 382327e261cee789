import { Fault } from '#shared/bridge/failure.ts'
import type { Encoding } from '#shared/import/draft.ts'
import { type ChunkDecoder, decoderOf, isWide } from '../../files/text-decoder.ts'
import { readBytes, type SourceFile } from './source-file.ts'

/** Chunks of this size stay in the processor's cache while they are read and checked. */
export const chunkBytes = 65_536

export interface TextChunk {
  readonly text: string
  /** Bytes of the file read so far. */
  readonly position: number
  /** Whether the file ends here, also if it became shorter meanwhile. */
  readonly last: boolean
}

/**
 * Decodes a file chunk by chunk, without splitting a character and without the byte order mark. If the encoding shows
 * line ends in its bytes, a chunk ends with a line, so that nothing of it has to be joined to the next.
 * @throws Fault `file-encoding` with the line whose bytes are not of that encoding
 */
export function* readText(source: SourceFile, encoding: Encoding): Generator<TextChunk> {
  const decoder = decoderOf(encoding, 'strict')
  const buffer = new Uint8Array(Math.min(chunkBytes, source.bytes))
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

/** The byte of a line feed is part of no other character. A line longer than the chunk is cut anywhere. */
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

/** The Fault for a file with bytes that are not of its encoding, with the line of the first. */
export const unreadable = (source: SourceFile, encoding: Encoding, cause?: unknown): Fault =>
  new Fault(
    'file-encoding',
    { file: source.name, encoding, line: firstUnreadableLine(source, encoding) },
    { cause },
  )

/** Reads again with replacement characters, up to the first of them. Only for the message of a failure. */
function firstUnreadableLine(source: SourceFile, encoding: Encoding): number {
  const decoder = decoderOf(encoding, 'lenient')
  const buffer = new Uint8Array(chunkBytes)
  let line = 1
  let before = ''
  for (let position = 0; position < source.bytes; position += chunkBytes) {
    const text = decoder.decode(buffer.subarray(0, readBytes(source, buffer, position)), true)
    const bad = text.indexOf('\uFFFD')
    const read = text.slice(0, bad < 0 ? undefined : bad)
    // A line end of two signs that the border divides was counted with the first of them.
    line += read.split(/\r\n?|\n/).length - 1 - (before.endsWith('\r') && read.startsWith('\n') ? 1 : 0)
    before = text
    if (bad >= 0) break
  }
  return line
}
