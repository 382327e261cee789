import { delimiters, encodings, type Delimiter, type Encoding } from '#shared/import/draft.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'

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

/** @throws Fault `usage` with the names that are known */
export function decodingLabel(name: string): Encoding {
  const plain = name.trim().toLowerCase()
  const found = encodings.find((each) => each === plain) ?? aliases[plain]
  if (!found)
    throw new Fault('usage', { reason: m.cli_encoding_unknown({ name, known: encodings.join(', ') }) })
  return found
}

/** @throws Fault `usage` with those that are known */
export function delimiterOf(text: string): Delimiter {
  const found = delimiters.find((each) => each === (text === '\\t' || text === 'tab' ? '\t' : text))
  if (!found)
    throw new Fault('usage', { reason: m.cli_delimiter_unknown({ name: text, known: ', ; | tab' }) })
  return found
}
