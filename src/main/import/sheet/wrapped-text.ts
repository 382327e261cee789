import { writeFileSync } from 'node:fs'
import { longestText, type SourceFile, wholeBytes } from '../csv/source-file.ts'
import { hugeSheet } from './sheet-faults.ts'

/** A text whose lines are each one cell in quotation marks, or whose cells are in apostrophes. */
export type WrappedText = 'lines' | 'apostrophes'

const delimiters = [';', ',', '\t', '|'] as const
const lookedAt = 20
/** A text in a cell may have several lines. */
const nearlyAll = 0.8

const quotedLine = /^"([^"]*(?:""[^"]*)*)"[,;\t|]*[ \r]*$/
const apostropheCells = /^'[^']*'(?:([;,\t|])'[^']*')(?:\1'[^']*')*[ \r]*$/

/** @param head the beginning of a file, as letters of one byte */
export function wrappedTextOf(head: string): WrappedText | null {
  const [header = '', ...rows] = head
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, lookedAt)
  // The last line may be cut.
  const first = rows[0]
  if (first === undefined) return null
  if (apostropheCells.test(header)) return first.startsWith("'") ? 'apostrophes' : null
  const names = quotedLine.exec(header)?.[1]
  if (names === undefined) return null
  const delimiter = mostFrequent(names)
  const isWrapped = (line: string): boolean => quotedLine.exec(line)?.[1]?.includes(delimiter) ?? false
  const whole = rows.length > 1 ? rows.slice(0, -1) : rows
  const wrapped = whole.filter(isWrapped).length
  return names.includes(delimiter) && isWrapped(first) && wrapped >= whole.length * nearlyAll ? 'lines' : null
}

const mostFrequent = (names: string): string =>
  [...delimiters].toSorted((one, other) => names.split(other).length - names.split(one).length)[0] ?? ';'

/**
 * Writes the table that is in such a text: every byte that is no mark around it stays as it is.
 * @throws Fault `sheet-too-large`
 */
export function writeBareText(source: SourceFile, kind: WrappedText, output: string): void {
  if (source.bytes > longestText) throw hugeSheet(source.name)
  // One letter a byte: the marks are none of the bytes of other letters.
  const text = wholeBytes(source)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf)+/, '')
  writeFileSync(output, kind === 'lines' ? bareLines(text) : withQuotes(text), {
    encoding: 'latin1',
    mode: 0o600,
  })
}

/** A cell at the beginning of a line, which may hold line ends, and the delimiters behind it. */
const wholeLine = /^"([^"]*(?:""[^"]*)*)"[,;\t|]*[ ]*(?=\r|\n|$)/gm
const bareLines = (text: string): string =>
  text.replace(wholeLine, (_line, cell: string) => cell.replaceAll('""', '"'))

/** An apostrophe ends a cell only before a delimiter or a line end: others are letters of words. */
const apostropheCell = /(?<=^|[;,\t|\r\n])'([^']*(?:'(?![;,\t|\r\n]|$)[^']*)*)'(?=[;,\t|\r\n]|$)/g
const withQuotes = (text: string): string =>
  text.replace(
    apostropheCell,
    (_cell, value: string) => `"${value.replaceAll("''", "'").replaceAll('"', '""')}"`,
  )
