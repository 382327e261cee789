import { isAscii, isUtf8 } from 'node:buffer'

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

export function surveyUtf8(bytes: Buffer): Utf8Survey {
  const lines = highLinesOf(bytes)
  const highBytes = lines.match(/[\x80-\xff]/g)?.length ?? 0
  const whole = lines.match(wholeCharacter)?.join('').length ?? 0
  const share = highBytes === 0 ? 1 : whole / highBytes
  return { sound: isUtf8(bytes), highBytes, share, highLines: Buffer.from(lines, 'latin1') }
}

function highLinesOf(bytes: Buffer): string {
  let kept = ''
  for (let at = 0; at < bytes.length && kept.length < keptBytes;) {
    const end = endOfPiece(bytes, at + keptBytes)
    const piece = bytes.subarray(at, end)
    at = end
    if (isAscii(piece)) continue
    const lines = piece.toString('latin1').split(/(?<=[\r\n])/)
    kept += lines.filter((line) => high.test(line)).join('')
  }
  return kept.slice(0, keptBytes)
}

/** The next line end, unless the line is as long as a file. */
function endOfPiece(bytes: Buffer, from: number): number {
  const behind = bytes.subarray(from, from + keptBytes)
  const ends = [behind.indexOf(0x0a), behind.indexOf(0x0d)].filter((at) => at >= 0)
  return from + (ends.length === 0 ? behind.length : Math.min(...ends) + 1)
}
