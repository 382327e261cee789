import { m } from '../i18n/generated/messages.js'
import { lowered } from '../i18n/locale.ts'
import type { Check, Outside, StatedCount } from './draft.ts'
import type { Delimiter, Encoding, FileFacts, SheetFacts, Wrapped } from './file-facts.ts'

/** Names of the encodings for a person: the same in every language. */
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'utf-32le': 'UTF-32 LE',
  'utf-32be': 'UTF-32 BE',
  'windows-1251': 'Windows-1251',
  'koi8-u': 'KOI8-U',
  ibm866: 'DOS 866',
  cp1125: 'DOS 1125',
  'x-mac-cyrillic': 'Mac Cyrillic',
  'iso-8859-5': 'ISO 8859-5',
  'windows-1250': 'Windows-1250',
  'windows-1252': 'Windows-1252',
}

export const delimiterNames: Readonly<Record<Delimiter, () => string>> = {
  ',': m.import_delimiter_comma,
  ';': m.import_delimiter_semicolon,
  '\t': m.import_delimiter_tab,
  '|': m.import_delimiter_bar,
}

/** Words about reading a file, in the language of the app: the same in the window and on the command line. */
export const fileWords = (file: FileFacts): string =>
  [
    ...wrappedWords(file.wrapped),
    formWords(file),
    ...(file.headerEnd === undefined
      ? []
      : [m.import_file_header_lines({ first: file.headerLine, last: file.headerEnd })]),
  ].join(' ')

const wrappedWords = ({ entry, lines, apostrophes }: Wrapped = {}): string[] => [
  ...(entry === undefined ? [] : [m.import_file_entry({ entry })]),
  ...(lines ? [m.import_file_quoted_lines()] : []),
  ...(apostrophes ? [m.import_file_apostrophes()] : []),
]

function formWords({
  encoding,
  guessed,
  delimiter,
  quote,
  decimalMark,
  headerLine,
  lineEnd,
  sheet,
}: FileFacts): string {
  if (sheet) return sheetWords(sheet, headerLine)
  const words = guessed ? m.import_file_guessed : m.import_file_read
  return words({
    encoding: encodingNames[encoding],
    delimiter:
      delimiter === '\t' ? lowered(m.import_delimiter_tab()) : m.import_file_sign({ sign: delimiter }),
    quote: m.import_file_sign({ sign: quote }),
    decimalMark: m.import_file_sign({ sign: decimalMark }),
    line: headerLine,
    lineEnd: lineEnd === 'mixed' ? m.import_file_mixed() : lineEnd.toUpperCase(),
  })
}

function sheetWords({ name, names, merged, hidden, struck = 0, elements }: SheetFacts, line: number): string {
  const others = names.filter((other) => other !== name).join(', ')
  if (elements)
    return others === ''
      ? m.import_file_elements({ sheet: name })
      : m.import_file_elements_others({ sheet: name, others })
  return [
    others === ''
      ? m.import_file_sheet({ sheet: name, line })
      : m.import_file_sheet_others({ sheet: name, line, others }),
    ...(merged > 0 ? [m.import_file_merged({ count: merged })] : []),
    ...(hidden > 0 ? [m.import_file_hidden({ count: hidden })] : []),
    ...(struck > 0 ? [m.import_file_struck({ count: struck })] : []),
  ].join(' ')
}

/** Words about reading the rows, and what was left out. */
export const readingWords = (
  check: Pick<Check, 'file' | 'blank' | 'endMark' | 'outside' | 'statedCount'>,
): string =>
  [
    ...(check.file ? [fileWords(check.file)] : []),
    ...leftOutWords(check),
    ...lowerPriceWords(check.file?.lowerPrices),
  ].join(' ')

const lowerPriceWords = (columns: readonly string[] = []): string[] =>
  columns.length === 0
    ? []
    : [
        m.import_note_lower_price({
          columns: columns.map((sign) => m.import_file_sign({ sign })).join(', '),
        }),
      ]

/** Parts of a file that were left out of its table, one sentence each. */
const leftOutWords = ({
  blank,
  endMark,
  outside,
  statedCount,
}: Pick<Check, 'blank' | 'endMark' | 'outside' | 'statedCount'>): string[] => [
  ...outside.map(outsideWords),
  ...(statedCount ? [statedCountWords(statedCount)] : []),
  ...(blank > 0 ? [m.import_note_blank({ count: blank })] : []),
  ...(endMark ? [m.import_note_end_mark()] : []),
]

/** Number of rows that a file states, with the number that was read. */
export function statedCountWords({ rows, stated, line, key = '' }: StatedCount): string {
  if (line !== undefined) return m.import_note_stated_count({ line, stated: stated ?? 0, rows })
  return stated === null
    ? m.import_note_stated_next({ key, rows })
    : m.import_note_stated_total({ key, stated, rows })
}

const outsideReasonWords: Readonly<
  Record<Outside['reason'], (found: { count: number; lines: string; text: string }) => string>
> = {
  'above-header': m.import_note_above,
  'repeated-header': m.import_note_headers,
  totals: m.import_note_totals,
  'column-numbers': m.import_note_column_numbers,
  explanation: m.import_note_explanation,
  example: m.import_note_example,
  comment: m.import_note_comment,
  'tool-line': m.import_note_tool_line,
  note: m.import_note_note,
  group: m.import_note_group,
  dragged: m.import_note_dragged,
  sold: m.import_note_sold,
}

function outsideWords({ reason, count, lines: first, text }: Outside): string {
  const lines = first.join(', ') + (count > first.length ? ', …' : '')
  return outsideReasonWords[reason]({ count, lines, text })
}
