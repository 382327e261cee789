import { isUtf8 } from 'node:buffer'
import type { Encoding } from '#shared/import/draft.ts'
import { readBytes, type SourceFile } from './source-file.ts'
import { FileSeams } from './file-seams.ts'
import { chunkBytes, readText, unreadable } from './text-chunks.ts'

export interface Utf8Chunk {
  /** Whole characters; the buffer is never written to again. */
  readonly bytes: Buffer
  /** Bytes of the file read so far. */
  readonly position: number
  /** Whether the file ends here, also if it became shorter meanwhile. */
  readonly last: boolean
}

/**
 * A file's text as UTF-8, whatever its encoding, without byte order marks. A file of UTF-8 is only validated, not
 * decoded. A chunk ends with a line if it holds a line end, so that nothing has to be joined to the next.
 * @throws Fault `file-encoding` with the line whose bytes are not of that encoding
 */
export function* readUtf8(source: SourceFile, encoding: Encoding): Generator<Utf8Chunk> {
  const seams = new FileSeams()
  for (const chunk of encoding === 'utf-8' ? readAsItIs(source) : readDecoded(source, encoding))
    yield { ...chunk, bytes: seams.opened(chunk.bytes) }
}

function* readDecoded(source: SourceFile, encoding: Encoding): Generator<Utf8Chunk> {
  for (const { text, position, last } of readText(source, encoding))
    yield { bytes: Buffer.from(text), position, last }
}

function* readAsItIs(source: SourceFile): Generator<Utf8Chunk> {
  let rest: Buffer = Buffer.alloc(0)
  let position = 0
  for (;;) {
    const buffer = Buffer.allocUnsafeSlow(rest.length + Math.min(chunkBytes, source.bytes - position))
    rest.copy(buffer)
    const read = readBytes(source, buffer.subarray(rest.length), position)
    position += read
    const filled = buffer.subarray(0, rest.length + read)
    const last = position >= source.bytes || read === 0
    const end = last ? filled.length : chunkEnd(filled)
    const bytes = filled.subarray(0, end)
    if (!isUtf8(bytes)) throw unreadable(source, 'utf-8')
    yield { bytes, position, last }
    if (last) return
    rest = filled.subarray(end)
  }
}

/** After the last line feed, or, in a line longer than a chunk, before the last character that may be cut. */
function chunkEnd(bytes: Buffer): number {
  const feed = bytes.lastIndexOf(0x0a)
  if (feed >= 0) return feed + 1
  let end = bytes.length
  while (end > 0 && isContinuation(bytes[end - 1])) end -= 1
  return Math.max(end - 1, 0)
}

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80
