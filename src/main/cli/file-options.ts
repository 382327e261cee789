import { delimiters, encodings, type Delimiter, type Encoding } from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { UsageError } from './usage-error.ts'

/** Names by which shells and spreadsheets call the encodings that we read. */
const aliases: Readonly<Record<string, Encoding>> = {
  utf8: 'utf-8',
  cp1251: 'windows-1251',
  win1251: 'windows-1251',
  '1251': 'windows-1251',
  cp866: 'ibm866',
  '866': 'ibm866',
  koi8u: 'koi8-u',
  'utf-16': 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
}

/** @throws UsageError with the names that are known. */
export function encodingOf(name: string): Encoding {
  const plain = name.trim().toLowerCase()
  const found = encodings.find((each) => each === plain) ?? aliases[plain]
  if (!found) throw new UsageError(m.cli_encoding_unknown({ name, known: encodings.join(', ') }))
  return found
}

/** Delimiters as they are written on a command line. */
const delimiterNames = delimiters.map((each) => (each === '\t' ? 'tab' : each))

/** @throws UsageError with those that are known. */
export function delimiterOf(name: string): Delimiter {
  const found = delimiters.find((each) => each === (name === '\\t' || name === 'tab' ? '\t' : name))
  if (!found) throw new UsageError(m.cli_delimiter_unknown({ name, known: delimiterNames.join(' ') }))
  return found
}
