import { isUtf8 } from 'node:buffer'
import { Fault } from '#shared/bridge/failure.ts'
import type { Encoding } from '#shared/import/file-facts.ts'
import { decodeText } from '../../files/text-decoder.ts'
import { type SourceFile, wholeBytes } from './source-file.ts'

/**
 * A file's whole text, without byte order marks.
 * @throws Fault `file-encoding` with the line whose bytes are not of that encoding, `file-too-long`
 */
export function readText(source: SourceFile, encoding: Encoding): string {
  return withoutSeams(decoded(wholeBytes(source), source, encoding))
}

function decoded(bytes: Buffer, source: SourceFile, encoding: Encoding): string {
  if (encoding === 'utf-8') {
    if (!isUtf8(bytes)) throw unreadable(source, encoding)
    return bytes.toString('utf8')
  }
  try {
    return decodeText(bytes, encoding, 'strict')
  } catch (error) {
    throw unreadable(source, encoding, error)
  }
}

/** The Fault for a file with bytes that are not of its encoding, with the line of the first. */
export const unreadable = (source: SourceFile, encoding: Encoding, cause?: unknown): Fault =>
  new Fault(
    'file-encoding',
    { file: source.name, encoding, line: firstUnreadableLine(wholeBytes(source), encoding) },
    { cause },
  )

/** Reads again with replacement characters, up to the first of them. Only for the message of a failure. */
export function firstUnreadableLine(bytes: Buffer, encoding: string): number {
  const text = decodeText(bytes, encoding, 'lenient')
  const bad = text.indexOf('\uFFFD')
  return text.slice(0, bad < 0 ? undefined : bad).split(/\r\n?|\n/).length
}

/** The byte order mark, and what programs make of it that read UTF-8 as letters of one byte (Windows-1251 and -1252). */
export const beginningMarks = /^(?:\uFEFF|п»ї|ï»¿)+/

/** Marks that are looked at. */
const mostSeams = 100

const byteOrderMark = '\uFEFF'
const isLineEnd = (sign: string | undefined): boolean => sign === undefined || sign === '\n' || sign === '\r'
const delimiters = [';', ',', '\t', '|']
/** A shorter line may be part of another text. */
const shortest = 12

interface FirstLine {
  readonly line: string
  /** The sign that is most often in it, and how often; 0 if it is no line of a table. */
  readonly delimiter: string
  readonly count: number
}

/**
 * A text without the marks that joining files leaves: byte order marks in the middle, and a line glued to a last one
 * without a line end. Marks are taken away, and such a line begins again on its own.
 */
function withoutSeams(text: string): string {
  const begun = text.replace(beginningMarks, '')
  const first = firstLineOf(begun)
  return withLinesApart(withoutMarks(begun, first), first)
}

function firstLineOf(text: string): FirstLine {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const [most = { delimiter: '', count: 0 }] = delimiters
    .map((delimiter) => ({ delimiter, count: countOf(line, delimiter) }))
    .toSorted((one, other) => other.count - one.count)
  return { line, ...most }
}

const countOf = (text: string, delimiter: string): number => text.split(delimiter).length - 1

/** A mark begins a line, or is between two lines that are as wide as the first: any other is a letter of a text. */
function withoutMarks(text: string, { delimiter, count }: FirstLine): string {
  const pieces: string[] = []
  let start = 0
  for (let at = text.indexOf(byteOrderMark); at >= 0; at = text.indexOf(byteOrderMark, at + 1)) {
    const next = at + byteOrderMark.length
    if (!isLineEnd(text[at - 1])) {
      if (count === 0 || pieces.length > mostSeams) continue
      const before = text.slice(text.lastIndexOf('\n', at) + 1, at)
      const feed = text.indexOf('\n', next)
      const behind = text.slice(next, feed < 0 ? text.length : feed)
      if ([before, behind].some((line) => countOf(line, delimiter) !== count)) continue
      pieces.push(text.slice(start, at), '\n')
    } else pieces.push(text.slice(start, at))
    start = next
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(start)].join('')
}

/** With a line end before each place where the first line follows the last one of another file. */
function withLinesApart(text: string, { line, count }: FirstLine): string {
  if (count === 0 || line.length < shortest) return text
  const pieces: string[] = []
  let start = 0
  for (let at = text.indexOf(line, 1); at >= 0; at = text.indexOf(line, at + line.length)) {
    if (isLineEnd(text[at - 1]) || !isLineEnd(text[at + line.length])) continue
    pieces.push(text.slice(start, at), '\n')
    start = at
  }
  return start === 0 ? text : [...pieces, text.slice(start)].join('')
}
