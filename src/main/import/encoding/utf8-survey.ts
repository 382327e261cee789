import { isAscii, isUtf8 } from 'node:buffer'
import { readBytes, type SourceFile } from '../csv/source-file.ts'

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
const windowBytes = 1_048_576

/** Reads a file until it is clear whether it is UTF-8: a file of UTF-8 to its end. */
export function surveyUtf8(source: SourceFile): Utf8Survey {
  const lines = new HighLines()
  let sound = true
  for (const window of windowsOf(source)) {
    sound &&= isUtf8(window)
    if (!isAscii(window)) lines.add(window)
    if (!sound && lines.isFull) break
  }
  const highLines = lines.bytes()
  return { sound, ...countHighBytes(highLines), highLines }
}

/** Whole lines if there are line ends, else at least whole characters. */
function* windowsOf(source: SourceFile): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(windowBytes, source.bytes))
  for (let position = 0; position < source.bytes;) {
    const read = readBytes(source, buffer, position)
    if (read === 0) return
    const last = position + read >= source.bytes
    const end = last ? read : wholeEnd(buffer.subarray(0, read))
    yield buffer.subarray(0, end)
    position += end
  }
}

function wholeEnd(bytes: Uint8Array): number {
  const feed = bytes.lastIndexOf(0x0a) + 1
  // Behind the last line feed only: a file without carriage returns would be searched for one from end to beginning.
  const lineEnd = feed + bytes.subarray(feed).lastIndexOf(0x0d) + 1
  if (lineEnd > 0) return lineEnd
  let end = bytes.length
  while (end > bytes.length - 4 && isContinuation(bytes[end - 1])) end -= 1
  return (bytes[end - 1] ?? 0) < 0x80 ? end : end - 1
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Bytes of a character of UTF-8 by its first one; 1 if none can begin so. */
function lengthOf(first: number): number {
  if (first >= 0xc2 && first < 0xe0) return 2
  if (first >= 0xe0 && first < 0xf0) return 3
  return first >= 0xf0 && first < 0xf5 ? 4 : 1
}

function countHighBytes(bytes: Uint8Array): { highBytes: number; share: number } {
  let whole = 0
  let stray = 0
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0
    const length = lengthOf(first)
    const follow = bytes.subarray(at + 1, at + length)
    const isWhole = length > 1 && follow.length === length - 1 && follow.every(isContinuation)
    if (isWhole) whole += length
    else if (first > 0x7f) stray += 1
    at += isWhole ? length : 1
  }
  const highBytes = whole + stray
  return { highBytes, share: highBytes === 0 ? 1 : whole / highBytes }
}

/** Lines that are no plain ASCII, until there are enough of them. */
class HighLines {
  readonly #lines: Uint8Array[] = []
  #length = 0

  get isFull(): boolean {
    return this.#length >= keptBytes
  }

  add(window: Uint8Array): void {
    for (let start = 0; start < window.length && !this.isFull;) {
      const end = nextLine(window, start)
      const line = window.subarray(start, end)
      if (!isAscii(line)) this.#keep(line)
      start = end
    }
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#lines)
  }

  #keep(line: Uint8Array): void {
    const kept = line.slice(0, keptBytes - this.#length)
    this.#lines.push(kept)
    this.#length += kept.length
  }
}

/** Looked for in few bytes: a file with one kind of line ends would be searched for the other to its end, line by line. */
function nextLine(bytes: Uint8Array, start: number): number {
  const near = bytes.subarray(start, start + keptBytes)
  const feed = near.indexOf(0x0a)
  const line = feed < 0 ? near : near.subarray(0, feed + 1)
  const carriageReturn = line.indexOf(0x0d)
  return start + (carriageReturn < 0 ? line.length : carriageReturn + 1)
}
