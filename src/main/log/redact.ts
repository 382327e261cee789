import { KnownKey } from './known-key.ts'
import { textReadings } from './text-readings.ts'

/** Between the name of a value and the value: `=`, or JSON's colon, which may be JSON in a JSON string. */
const named = (names: string): string => `(${names})(\\\\{0,7}["'])?(\\s*[:=,]\\s*|%3D)(\\\\{0,7}["'])?`

/** What JSON has besides strings says nothing of a secret, and a word in its place would make the JSON unreadable. */
const noSecret = '(?!(?:null|true|false)\\b)'

const letter = String.raw`(?:[\p{L}\p{N}_-]|\\u0[45][\da-f]{2}|%[cd][\da-f]%[89ab][\da-f])`
const at = String.raw`(?:@|%(?:25)?40|\\u0040|&#0?64;|&commat;)`
/** Not in the middle of a word, which would be looked at again from each of its letters, nor in that of an escape. */
const word = String.raw`(?:(?<=\\[nrt])|(?<![\p{L}\p{N}_.+-])(?<!\\(?=[nrtu])))`
const mail = String.raw`${word}(?:${letter}|[.+]){1,64}${at}${letter}{1,63}(?:\.${letter}{1,63}){1,8}`

/** What people put between the digits of a phone number, as it is and in a URL or in JSON. */
const gap = String.raw`(?:[\s().\u2013\u2011/-]|%2[089DF]|%C2%A0|\\u00a0|\\u201[13]|&nbsp;){0,4}`
/** A number that goes on is none; but an escape ends before it: `%20067…`, `\n067…`. */
const begins = String.raw`(?:(?<![\w.+-])|(?<=%[\da-f]{2})|(?<=\\[nrt])|(?<=\\u[\da-f]{4}))`
const foreign = String.raw`${begins}(?:\+|%2B|\\u002b)${gap}\d(?:${gap}\d){8,13}(?!\w)`
const ukrainian = String.raw`${begins}(?:\(|%28)?(?:3?8${gap})?0[3-9]\d(?:${gap}\d){7}(?!\w)`

type Rule = readonly [pattern: RegExp, put: (...found: (string | undefined)[]) => string]

/** A value that stood bare after a quoted name gets the name's quotes: the JSON around it stays JSON. */
const marked =
  (mark: string): Rule[1] =>
  (_found, name = '', quote = '', between = '', opened) =>
    name + quote + between + (opened ?? quote) + mark + (opened === undefined ? quote : '')

/** Made with the first text: most commands redact none. */
const madeRules = (): readonly Rule[] => [
  [
    new RegExp(
      `${named('(?:proxy-)?authorization')}${noSecret}(?:(?:basic|bearer|digest)\\s+)?[^\\s"',;}\\]\\\\]+`,
      'gi',
    ),
    marked('[authorization]'),
  ],
  [/\b((?:basic|bearer)\s+)[\w+/=.~-]{16,}/gi, (_found, scheme = '') => `${scheme}[authorization]`],
  [new RegExp(`${named('api_key')}${noSecret}(?!\\[key\\])[^&\\s"'<>#,}\\]\\\\]+`, 'gi'), marked('[key]')],
  [new RegExp(mail, 'giu'), () => '[e-mail]'],
  [new RegExp(foreign, 'gi'), () => '[phone]'],
  [new RegExp(ukrainian, 'gi'), () => '[phone]'],
]

let rules: readonly Rule[] | undefined

/** Anything that can redact a text. */
export interface TextRedactor {
  redact(text: string): string
}

/** Blacks out secrets and personal data in texts. */
export class Redactor implements TextRedactor {
  readonly #keys = new Map<string, KnownKey>()

  /** From now on this key is blacked out, or what it stands in is withheld. */
  addKey(key: string): void {
    if (key !== '' && !this.#keys.has(key)) this.#keys.set(key, new KnownKey(key))
  }

  /**
   * The text without keys, Authorization headers, e-mail addresses and phone numbers. To be used on the final string: a
   * part of a key isn't found. A line with a key in an unusual form comes to `[key]`, or to JSON if it is an object.
   */
  redact(text: string): string {
    rules ??= madeRules()
    return rules.reduce((rest, [pattern, put]) => rest.replace(pattern, put), this.#keyless(text))
  }

  #keyless(text: string): string {
    const keys = [...this.#keys.values()]
    if (keys.length === 0) return text
    return withheld(
      keys.reduce((rest, { raw }) => rest.replace(raw, '[key]'), text),
      keys,
    )
  }
}

/** A line in which a key is escaped in another way is withheld whole; the whole text if its lines hold it together. */
function withheld(text: string, keys: readonly KnownKey[]): string {
  if (!holdsKey(text, keys)) return text
  const lines = text.split('\n')
  const rest = lines.length === 1 ? text : lines.map((line) => withheld(line, keys)).join('\n')
  if (lines.length > 1 && !holdsKey(rest, keys)) return rest
  return /^\s*\{/.test(text) ? '{"withheld":"[key]"}' : '[key]'
}

function holdsKey(text: string, keys: readonly KnownKey[]): boolean {
  for (const reading of textReadings(text)) if (keys.some((key) => key.isIn(reading))) return true
  return false
}

/** Of a text from outside no more is looked at: matching takes long. */
const longestMatched = 16_384
/** No form of a key that was cut in two is longer. */
const longestHalf = 8_192

/** The first `length` characters of a text as the redactor leaves it, of which only the beginning is matched. */
export function redactedStart(redactor: TextRedactor, text: string, length: number): string {
  const isCut = text.length > longestMatched
  const redacted = redactor.redact(isCut ? text.slice(0, longestMatched) : text)
  return (isCut ? redacted.slice(0, -longestHalf) : redacted).slice(0, length)
}

/**
 * For JSON.stringify: a number in which something was found, as a phone's may be, becomes a text, because a word
 * in place of a number would make the JSON unreadable.
 */
export function redactNumber(redactor: TextRedactor, value: unknown): unknown {
  if (typeof value !== 'number') return value
  const text = redactor.redact(String(value))
  return text === String(value) ? value : text
}
