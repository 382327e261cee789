import { delimiters, encodings, type Delimiter, type Encoding } from '#shared/import/draft.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { oneOf } from './command-definition.ts'
import { UsageError } from './usage-error.ts'

/** Other names of the encodings that we read, as shells and spreadsheets call them. */
const otherNames: Partial<Record<Encoding, string>> = {
  'utf-8': 'utf8',
  'utf-16le': 'utf-16 utf16le',
  'utf-16be': 'utf16be',
  'utf-32le': 'utf-32 utf32le',
  'utf-32be': 'utf32be',
  'windows-1250': 'cp1250 win1250 1250',
  'windows-1251': 'windows1251 cp1251 win1251 1251',
  'windows-1252': 'cp1252 win1252 1252 latin1',
  // KOI8-U has the same letters as KOI8-R in the same places, and the Ukrainian ones in place of box lines.
  'koi8-u': 'koi8u koi8-r koi8r',
  ibm866: 'cp866 866',
  cp1125: '1125 cp866u',
  'x-mac-cyrillic': 'mac-cyrillic maccyrillic mac-ukrainian',
  'iso-8859-5': 'iso88595',
}

/** @throws UsageError with the names that are known. */
export function encodingOf(name: string): Encoding {
  const plain = name.trim().toLowerCase().replaceAll('_', '-')
  const other = encodings.find((each) => otherNames[each]?.split(' ').includes(plain))
  return other ?? oneOf('--encoding', encodings)(plain)
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
