import { isUtf8 } from 'node:buffer'
import { decoderOf } from '../../files/text-decoder.ts'
import { readBytes, type SourceFile } from '../csv/source-file.ts'
import { negativeLogLikelihood } from './text-likelihood.ts'

/** The beginning in which lines of two encodings are looked for. */
const lookedAt = 1_048_576
/** In nats: so much likelier is a line as UTF-8 than as windows-1251. */
const enough = 6
/** A line with fewer bytes above 0x7F is no evidence. */
const fewest = 3

/** Lines of one file that are surely in two encodings: the first that is UTF-8, and the first that is not. */
export interface JoinedLines {
  readonly utf8: number
  readonly other: number
}

/** Finds where files of two encodings were joined; null if the file has one encoding, however damaged. */
export function joinedLines(source: SourceFile): JoinedLines | null {
  const buffer = Buffer.alloc(Math.min(lookedAt, source.bytes))
  const text = buffer.toString('latin1', 0, readBytes(source, buffer, 0))
  let utf8 = 0
  let other = 0
  // The last line may be cut in a character.
  const lines = text.split(/\r\n?|\n/)
  for (const [at, line] of (source.bytes > lookedAt ? lines.slice(0, -1) : lines).entries()) {
    if ((line.match(/[\u0080-\u00ff]/g)?.length ?? 0) < fewest) continue
    const bytes = Buffer.from(line, 'latin1')
    if (!isUtf8(bytes)) other ||= isNoUtf8(bytes) ? at + 1 : 0
    else if (isSurelyUtf8(bytes)) utf8 ||= at + 1
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
  negativeLogLikelihood(decoderOf('windows-1251', 'lenient').decode(bytes, false))
