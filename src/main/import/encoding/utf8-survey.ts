import { isAscii } from 'node:buffer'
import { piecesOf, type SourceFile } from '../csv/source-file.ts'

/** Findings about a file's bytes above 0x7F. */
export interface Utf8Survey {
  /** True if every byte of the file is UTF-8. */
  readonly sound: boolean
  /** Bytes above 0x7F in `highLines`. */
  readonly highBytes: number
  /** The share of these that stand in whole characters of UTF-8, 0 to 1. */
  readonly share: number
  /** The first lines with such bytes, 64 kB at most: enough to know an encoding by. */
  readonly highLines: Uint8Array
}

const keptBytes = 65_536
const high = /[\x80-\xff]/
/** A character of UTF-8 that is no ASCII, each of its bytes as a letter. */
const wholeCharacter = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/** Reads a file until it is clear whether it is UTF-8: a file of UTF-8 to its end. */
export function surveyUtf8(source: SourceFile): Utf8Survey {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [sound, kept, open] = [true, '', '']
  for (const piece of piecesOf(source)) {
    sound &&= decodes(decoder, piece, true)
    if (kept.length >= keptBytes) {
      if (sound) continue
      break
    }
    if (isAscii(piece) && !high.test(open)) {
      open = piece.toString('latin1', Math.max(piece.lastIndexOf(0x0a), piece.lastIndexOf(0x0d)) + 1)
      continue
    }
    const lines = (open + piece.toString('latin1')).split(/(?<=[\r\n])/)
    // A line may be as long as the file.
    open = (lines.at(-1)?.length ?? 0) > keptBytes ? '' : (lines.pop() ?? '')
    kept += lines.filter((line) => high.test(line)).join('')
  }
  sound &&= decodes(decoder, Buffer.alloc(0), false)
  const lines = (high.test(open) ? kept + open : kept).slice(0, keptBytes)
  const highBytes = lines.match(/[\x80-\xff]/g)?.length ?? 0
  const whole = lines.match(wholeCharacter)?.join('').length ?? 0
  const share = highBytes === 0 ? 1 : whole / highBytes
  return { sound, highBytes, share, highLines: Buffer.from(lines, 'latin1') }
}

function decodes(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer, stream: boolean): boolean {
  try {
    decoder.decode(bytes, { stream })
    return true
  } catch {
    return false
  }
}
