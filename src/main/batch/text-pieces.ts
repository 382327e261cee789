import type { Hash } from 'node:crypto'
import { Fault } from '#shared/bridge/failure.ts'
import type { Encoding } from '#shared/batch/draft.ts'
import { readBytes, type SourceFile } from './source-file.ts'

/** Pieces of this size stay in the processor's own cache while they are decoded, parsed and checked. */
export const pieceBytes = 65_536

export interface TextPiece {
  readonly text: string
  /** Bytes of the file read so far. */
  readonly position: number
}

/**
 * Decodes a file piece by piece; no character is broken at a border, and the byte order mark is gone.
 * @param hash fed with every byte of the file, where its digest is wanted
 * @throws Fault `file-encoding` with the line whose bytes are none of that encoding
 */
export function* readText(source: SourceFile, encoding: Encoding, hash?: Hash): Generator<TextPiece> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const buffer = new Uint8Array(pieceBytes)
  let position = 0
  for (;;) {
    const read = readBytes(source, buffer, position)
    const bytes = buffer.subarray(0, read)
    position += read
    hash?.update(bytes)
    const last = position >= source.bytes || read === 0
    yield { text: decode(decoder, bytes, !last, source, encoding), position }
    if (last) return
  }
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  stream: boolean,
  source: SourceFile,
  encoding: Encoding,
): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch (error) {
    const line = firstUnreadableLine(source, encoding)
    throw new Fault('file-encoding', { file: source.name, encoding, line }, { cause: error })
  }
}

/** Reads again, forgiving, up to the first replacement character. Only for the message of a failure. */
function firstUnreadableLine(source: SourceFile, encoding: Encoding): number {
  const decoder = new TextDecoder(encoding)
  const buffer = new Uint8Array(pieceBytes)
  let line = 1
  for (let position = 0; position < source.bytes; position += pieceBytes) {
    const text = decoder.decode(buffer.subarray(0, readBytes(source, buffer, position)), { stream: true })
    const bad = text.indexOf('\uFFFD')
    line += text.slice(0, bad < 0 ? undefined : bad).split('\n').length - 1
    if (bad >= 0) break
  }
  return line
}
