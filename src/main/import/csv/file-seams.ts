/** The byte order mark, and what programs make of it that read UTF-8 as letters of one byte (Windows-1251 and -1252). */
export const beginningMarks = /^(?:\uFEFF|п»ї|ï»¿)+/
const longestMarks = 64

/** Bytes that are read at once. */
const mostSeams = 100

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf)
const lineFeed = 0x0a
const isLineEnd = (byte: number | undefined): boolean =>
  byte === undefined || byte === lineFeed || byte === 0x0d
const delimiters = [';', ',', '\t', '|']
/** A shorter line may be part of another text. */
const shortest = 12

/**
 * Marks that joining leaves where one file ends and the next begins: byte order marks in the middle, and a line behind a last one
 * that had no line end. Marks are taken away, and such a line begins again on its own.
 */
export class FileSeams {
  #first: FirstLine | null = null

  /** @param bytes the next ones of a file in UTF-8; the first of all may begin with marks */
  opened(bytes: Buffer): Buffer {
    const begun = this.#first === null ? bytes.subarray(marksAt(bytes)) : bytes
    this.#first ??= firstLineOf(begun)
    return withLinesApart(withoutMarks(begun, this.#first), this.#first)
  }
}

interface FirstLine {
  readonly line: Buffer
  /** The sign that is most often in it, and how often; 0 if it is no line of a table. */
  readonly delimiter: string
  readonly count: number
}

const marksAt = (bytes: Buffer): number =>
  Buffer.byteLength(beginningMarks.exec(bytes.toString('utf8', 0, longestMarks))?.[0] ?? '')

function firstLineOf(bytes: Buffer): FirstLine {
  const end = bytes.findIndex((byte) => isLineEnd(byte))
  const line = Buffer.from(bytes.subarray(0, end < 0 ? bytes.length : end))
  const [most = { delimiter: '', count: 0 }] = delimiters
    .map((delimiter) => ({ delimiter, count: countOf(line, delimiter) }))
    .toSorted((one, other) => other.count - one.count)
  return { line, ...most }
}

const countOf = (bytes: Buffer, delimiter: string): number =>
  bytes.toString('latin1').split(delimiter).length - 1

/** A mark begins a line, or is between two lines that are as wide as the first: any other is a letter of a text. */
function withoutMarks(bytes: Buffer, { delimiter, count }: FirstLine): Buffer {
  const pieces: Buffer[] = []
  let start = 0
  for (let at = bytes.indexOf(byteOrderMark); at >= 0; at = bytes.indexOf(byteOrderMark, at + 1)) {
    const next = at + byteOrderMark.length
    if (!isLineEnd(bytes[at - 1])) {
      if (count === 0 || pieces.length > mostSeams) continue
      const before = bytes.subarray(bytes.lastIndexOf(lineFeed, at) + 1, at)
      const feed = bytes.indexOf(lineFeed, next)
      const behind = bytes.subarray(next, feed < 0 ? bytes.length : feed)
      if ([before, behind].some((line) => countOf(line, delimiter) !== count)) continue
      pieces.push(bytes.subarray(start, at), Buffer.of(lineFeed))
    } else pieces.push(bytes.subarray(start, at))
    start = next
  }
  return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(start)])
}

/** With a line end before each place where the first line follows the last one of another file. */
function withLinesApart(bytes: Buffer, { line, count }: FirstLine): Buffer {
  if (count === 0 || line.length < shortest) return bytes
  const pieces: Buffer[] = []
  let start = 0
  for (let at = bytes.indexOf(line); at >= 0; at = bytes.indexOf(line, at + line.length)) {
    if (at === 0 || isLineEnd(bytes[at - 1]) || !isLineEnd(bytes[at + line.length])) continue
    pieces.push(bytes.subarray(start, at), Buffer.of(lineFeed))
    start = at
  }
  return start === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(start)])
}
