import { delimiters, encodings, type Delimiter, type Encoding } from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { UsageError } from './usage-error.ts'

/** Names by which shells and spreadsheets call the encodings that we read. */
const aliases: Readonly<Record<string, Encoding>> = {
  utf8: 'utf-8',
  'utf-16': 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  'utf-32': 'utf-32le',
  utf32le: 'utf-32le',
  utf32be: 'utf-32be',
  windows1251: 'windows-1251',
  cp1251: 'windows-1251',
  win1251: 'windows-1251',
  '1251': 'windows-1251',
  koi8u: 'koi8-u',
  // KOI8-U has the same letters in the same places, and the Ukrainian ones in place of box lines.
  'koi8-r': 'koi8-u',
  koi8r: 'koi8-u',
  cp866: 'ibm866',
  '866': 'ibm866',
  '1125': 'cp1125',
  cp866u: 'cp1125',
  'mac-cyrillic': 'x-mac-cyrillic',
  maccyrillic: 'x-mac-cyrillic',
  'mac-ukrainian': 'x-mac-cyrillic',
  iso88595: 'iso-8859-5',
  cp1250: 'windows-1250',
  win1250: 'windows-1250',
  '1250': 'windows-1250',
  cp1252: 'windows-1252',
  win1252: 'windows-1252',
  '1252': 'windows-1252',
  latin1: 'windows-1252',
}

/** @throws UsageError with the names that are known. */
export function encodingOf(name: string): Encoding {
  const plain = name.trim().toLowerCase().replaceAll('_', '-')
  const found = encodings.find((each) => each === plain) ?? aliases[plain]
  if (!found)
    throw new UsageError(
      m.cli_not_a_choice({ option: '--encoding', value: name, choices: encodings.join(', ') }),
    )
  return found
}

/** Delimiters as they are written on a command line. */
const delimiterNames = delimiters.map((each) => (each === '\t' ? 'tab' : each))

/** @throws UsageError with those that are known. */
export function delimiterOf(name: string): Delimiter {
  const found = delimiters.find((each) => each === (name === '\\t' || name === 'tab' ? '\t' : name))
  if (!found)
    throw new UsageError(
      m.cli_not_a_choice({ option: '--delimiter', value: name, choices: delimiterNames.join(' ') }),
    )
  return found
}
