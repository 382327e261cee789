/** Between the name of a value and the value: `=`, or JSON's colon, which may be JSON in a JSON string. */
const named = (names: string): string => `(${names})(\\\\{0,7}["'])?(\\s*[:=,]\\s*|%3D)(\\\\{0,7}["'])?`

/**
 * Values of JSON other than strings say nothing of a secret, and a word in its place would make the JSON unreadable.
 */
const noSecret = '(?!(?:null|true|false)\\b)'

const letter = String.raw`(?:[\p{L}\p{N}_-]|\\u0[45][\da-f]{2}|%[cd][\da-f]%[89ab][\da-f])`
const at = String.raw`(?:@|%(?:25)?40|\\u0040|&#0?64;|&commat;)`
/** Not in the middle of a word, which would be looked at again from each of its letters, nor in that of an escape. */
const word = String.raw`(?:(?<=\\[nrt])|(?<![\p{L}\p{N}_.+-])(?<!\\(?=[nrtu])))`
const mail = String.raw`${word}(?:${letter}|[.+]){1,64}${at}${letter}{1,63}(?:\.${letter}{1,63}){1,8}`

/** Signs that people put between the digits of a phone number, as it is and in a URL or in JSON. */
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

/** Fewer letters and digits in a row are in many texts. */
const leastCore = 12
const leastBase64 = 10

/** A text as base64 has it behind none, one and two other bytes; what depends on its neighbours is left out. */
const inBase64 = (text: string): string[] =>
  [0, 1, 2]
    .map((shift) => {
      const bytes = Buffer.from('x'.repeat(shift) + text)
      const from = Math.ceil((shift * 4) / 3)
      const to = Math.floor((bytes.length * 4) / 3)
      return bytes.toString('base64').slice(from, to)
    })
    .filter(({ length }) => length >= leastBase64)

const escaped = (text: string): string => text.replace(/\W/g, String.raw`\$&`)
/** PHP writes a slash of JSON behind a backslash. */
const raw = (text: string): string => escaped(text).replaceAll('\\/', String.raw`\\?\/`)
const base64 = (text: string): string =>
  text.replaceAll('+', '(?:[+-]|%2B)').replaceAll('/', String.raw`(?:\\?\/|_|%2F)`)

/**
 * Finds a key as it is, in a URL, in JSON and in base64, in any case. A key of the service consists of letters and
 * digits, which no escaping changes. Of a key with other marks, such as a password, the longest part of letters and
 * digits is searched for, too.
 */
function patternOf(key: string): RegExp {
  const parts = (key.match(/[a-z\d]+/gi) ?? []).toSorted((one, other) => other.length - one.length)
  const core = parts.slice(0, 1).filter(({ length }) => length >= leastCore)
  const forms = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key.toWellFormed()), ...core]
  const patterns = [...forms.map(raw), ...[key, ...core].flatMap(inBase64).map(base64)]
  const longestFirst = [...new Set(patterns)].toSorted((one, other) => other.length - one.length)
  return new RegExp(longestFirst.join('|'), 'gi')
}

/** A character in JSON (`\u0041`), a script (`\x41`), a URL (`%41`) or HTML (`&#65;`, `&#x41;`). */
const escapedCharacter = /\\+u([\da-f]{4})|(?:\\+x|%)([\da-f]{2})|&#x([\da-f]{1,6});?|&#(\d{1,7});?/gi

function characterOf(_found: string, ...[json, byte, hex, decimal]: (string | undefined)[]): string {
  const digits = json ?? byte ?? hex
  return String.fromCharCode(digits === undefined ? Number(decimal) : Number.parseInt(digits, 16))
}

/** The Latin letters and digits of a text, in small letters: no escaping changes them. Escapings of escapings are read, too. */
function lettersOf(text: string): string {
  let plain = text
  for (let rounds = 4; rounds > 0 && /[\\%&]/.test(plain); rounds -= 1)
    plain = plain.replace(escapedCharacter, characterOf)
  return plain.toLowerCase().replace(/[^a-z\d]+/g, '')
}

/** Blacks out secrets and personal data in texts. */
export class Redactor implements TextRedactor {
  readonly #keys = new Map<string, RegExp>()
  readonly #letters = new Set<string>()

  /** From now on this key is blacked out. */
  addKey(key: string): void {
    if (key === '' || this.#keys.has(key)) return
    this.#keys.set(key, patternOf(key))
    const letters = lettersOf(key)
    if (letters.length >= leastCore) this.#letters.add(letters)
  }

  /** The text as `redact` leaves it, or a mark in its place if the letters and digits of a key are still in it. */
  withhold(text: string): string {
    const redacted = this.redact(text)
    const letters = lettersOf(redacted)
    return [...this.#letters].some((key) => letters.includes(key)) ? '[key]' : redacted
  }

  /**
   * The text without keys, Authorization headers, e-mail addresses and phone numbers. To be used on the final string: a
   * part of a key isn't found.
   */
  redact(text: string): string {
    rules ??= madeRules()
    const keyless = [...this.#keys.values()].reduce((rest, key) => rest.replace(key, '[key]'), text)
    return rules.reduce((rest, [pattern, put]) => rest.replace(pattern, put), keyless)
  }
}

/** Longest part of a text from outside that is looked at: matching takes long. */
const longestMatched = 16_384
/** A form of a key that was cut in two is not longer. */
const longestHalf = 512

/** The first `length` characters of a text as the redactor leaves it, of which only the beginning is matched. */
export function redactedStart(redactor: TextRedactor, text: string, length: number): string {
  const isCut = text.length > longestMatched
  const redacted = redactor.redact(isCut ? text.slice(0, longestMatched) : text)
  return (isCut ? redacted.slice(0, -longestHalf) : redacted).slice(0, length)
}

/**
 * For JSON.stringify: a number in which something was found, such as a phone's, becomes a text. A word in place of a
 * number would make the JSON unreadable.
 */
export function redactNumber(redactor: TextRedactor, value: unknown): unknown {
  if (typeof value !== 'number') return value
  const text = redactor.redact(String(value))
  return text === String(value) ? value : text
}
