import { isUtf8 } from 'node:buffer'
import { Fault } from '#shared/bridge/failure.ts'
import type { Encoding } from '#shared/import/file-facts.ts'
import { type ChunkDecoder, decoderOf } from '../../files/text-decoder.ts'
import { withoutSeams } from './file-seams.ts'
import { longestText, type SourceFile, wholeBytes } from './source-file.ts'

/**
 * A file's whole text, without byte order marks.
 * @throws Fault `file-encoding` with the line whose bytes are not of that encoding, `file-too-long`
 */
export function readText(source: SourceFile, encoding: Encoding): string {
  if (source.bytes > longestText) throw new Fault('file-too-long', { file: source.name })
  return withoutSeams(decoded(wholeBytes(source), source, encoding))
}

function decoded(bytes: Buffer, source: SourceFile, encoding: Encoding): string {
  if (encoding === 'utf-8') {
    if (!isUtf8(bytes)) throw unreadable(source, encoding)
    return bytes.toString('utf8')
  }
  try {
    return decoderOf(encoding, 'strict').decode(bytes, false)
  } catch (error) {
    throw unreadable(source, encoding, error)
  }
}

/** The Fault for a file with bytes that are not of its encoding, with the line of the first. */
export const unreadable = (source: SourceFile, encoding: Encoding, cause?: unknown): Fault =>
  new Fault(
    'file-encoding',
    { file: source.name, encoding, line: firstUnreadableLine(source, decoderOf(encoding, 'lenient')) },
    { cause },
  )

/**
 * Reads again with replacement characters, up to the first of them. Only for the message of a failure.
 * @param decoder a lenient one
 */
export function firstUnreadableLine(source: SourceFile, decoder: ChunkDecoder): number {
  const text = decoder.decode(wholeBytes(source), false)
  const bad = text.indexOf('\uFFFD')
  return text.slice(0, bad < 0 ? undefined : bad).split(/\r\n?|\n/).length
}
