/**
 * Finds a key in a text in any form: each single character may be raw, escaped for
 * JSON, a URL or HTML, and that again for another of them; the whole may be in base64 at any offset (as in Basic), or a
 * dump of its bytes. Servers differ in what they escape (PHP's `\/`, WHATWG's `%22` beside a raw `+`), so that no list
 * of whole spellings is ever complete. What may come first is bounded, so that no text makes a search slow.
 */
export const keyPattern = (key: string): RegExp => {
  const spelt = [textPattern(key)]
  // Of a key that is no real one, too little would be left to tell it from other text.
  if (key.length >= 8) spelt.push(...[0, 1, 2].map((offset) => base64Pattern(key, offset)), ...dumps(key))
  return new RegExp(spelt.join('|'), 'g')
}

const percent = '%(?:25)*'
const backslash = `(?:\\\\|${percent}5[cC])`
const semicolon = `(?:;|${percent}3[bB])`
const ampersand = `(?:&|${percent}26|\\\\{1,7}u0026)(?:(?:amp|#0{0,4}38|#[xX]0{0,4}26)${semicolon})*`

const literal = (text: string): string => text.replace(/[^\w]/g, '\\$&')
const inHex = (byte: number): string => byte.toString(16).padStart(2, '0')
const eitherCase = (hex: string): string =>
  hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

/** One character in every form; `raw` is what it looks like unescaped. */
function unit(character: string, raw = literal(character), most = ''): string {
  const hex = eitherCase(inHex(character.charCodeAt(0)))
  const name = /\w/.test(character) ? '' : '|[a-zA-Z]{2,8}'
  const entity = `${ampersand}(?:#0{0,4}${character.charCodeAt(0)}|#[xX]0{0,4}${hex}${name})${semicolon}`
  return `${backslash}{0,${most}}(?:${raw}|u00${hex}|x${hex}|${percent}${hex}|${entity})`
}

/** Each escaping doubles a backslash, so that several in a row are matched by how many there may be. */
const backslashes = (count: number): string =>
  `(?:\\\\(?:u005[cC]|x5[cC])?|${percent}5[cC]|${ampersand}(?:#0{0,4}92|#[xX]0{0,4}5[cC]|bsol)${semicolon}){${count},${count * 16}}`

/**
 * The same at the key's end, where one more may precede a quotation mark: it escapes that mark, and without it the
 * text would end there.
 */
const lastBackslashes = (count: number): string =>
  `(?:\\\\(?:u005[cC]|x5[cC])|\\\\{2}|\\\\(?![\\\\"'])|${percent}5[cC]|${ampersand}(?:#0{0,4}92|#[xX]0{0,4}5[cC]|bsol)${semicolon}){0,${count * 16}}`

/** A `+` that a form was decoded once too often turned into a blank. */
const textUnit = (part: string, index: number, parts: readonly string[]): string => {
  if (part.startsWith('\\'))
    return index === parts.length - 1 ? lastBackslashes(part.length) : backslashes(part.length)
  return unit(part, part === '+' ? '[+ ]' : literal(part), index === 0 ? '7' : '')
}

const textPattern = (key: string): string => (key.match(/\\+|[^\\]/g) ?? []).map(textUnit).join('')

/** What stands in base64 whatever comes before the key (its length modulo 3 is the offset) and after it. */
function base64Pattern(key: string, offset: number): string {
  const whole = Buffer.from('\0'.repeat(offset) + key).toString('base64')
  const begin = Math.ceil((offset * 8) / 6)
  const end = Math.floor(((offset + key.length) * 8) / 6)
  const inner = [...whole.slice(begin, end)].map(base64Unit).join('(?:\\\\[rn]|\\s){0,4}')
  const shared = '[\\w+/-]'
  return `${offset === 0 ? '' : `${shared}?`}${inner}${shared}{0,2}(?:=|${percent}3[dD]){0,2}`
}

const base64Unit = (character: string): string => {
  if (character === '+') return unit('+', '[+ -]')
  return character === '/' ? unit('/', '[/_]') : character
}

/** Bytes as tools print them: `4b 6b`, `4b:6b`, `0x4b, 0x6b`, and the decimals of a Buffer in JSON. */
const dumps = (key: string): readonly string[] => {
  const bytes = [...Buffer.from(key)]
  return [
    bytes.map((byte) => eitherCase(inHex(byte))).join('(?:[\\s:,-]|0x){0,4}'),
    `\\b${bytes.join('[\\s,]{1,24}')}\\b`,
  ]
}
