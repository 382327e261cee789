import iconv from 'iconv-lite'
import type { Encoding } from '#shared/import/draft.ts'
import { decodeText } from './text-decoder.ts'

const tables = new Map<Encoding, ReadonlyMap<string, number>>()

/** The one-byte encodings turned round: what TextDecoder makes of each byte, so that both directions agree. */
function tableOf(encoding: Encoding): ReadonlyMap<string, number> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [decodeText(Uint8Array.of(byte), encoding, 'lenient'), byte]),
  )
  tables.set(encoding, table)
  return table
}

const questionMark = 0x3f

function oneByte(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const table = tableOf(encoding)
  return Uint8Array.from(text, (character) => table.get(character) ?? questionMark)
}

/** Replacements for signs of our own words that an encoding lacks. */
const standIns: ReadonlyMap<string, string> = new Map([
  ...Array.from('“”„«»', (quote): [string, string] => [quote, '"']),
  ...Array.from('’‘', (quote): [string, string] => [quote, "'"]),
  ...Array.from('–—−', (dash): [string, string] => [dash, '-']),
  ['…', '...'],
  ['→', '->'],
  ['\u00a0', ' '],
])

/** A text of ours in signs that the encoding has, before it is written as a cell. */
export function inReachOf(encoding: Encoding, text: string): string {
  if (encoding.startsWith('utf')) return text
  const table = tableOf(encoding)
  return Array.from(text, (sign) => (table.has(sign) ? sign : (standIns.get(sign) ?? sign))).join('')
}

/** True if the encoding has every character of the text. */
export function isInReach(encoding: Encoding, text: string): boolean {
  if (encoding.startsWith('utf')) return text.isWellFormed()
  const table = tableOf(encoding)
  return Array.from(text).every((sign) => table.has(sign))
}

/** Text in the encoding of a file; a character that the encoding hasn't becomes `?`. */
export function textBytes(text: string, encoding: Encoding, bom: boolean): Uint8Array<ArrayBuffer> {
  const marked = bom && encoding.startsWith('utf') ? `\ufeff${text}` : text
  if (encoding === 'utf-8') return new TextEncoder().encode(marked)
  return encoding.startsWith('utf') ? new Uint8Array(iconv.encode(marked, encoding)) : oneByte(text, encoding)
}
