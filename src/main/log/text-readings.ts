/** Escapings of escapings are read so often. */
const mostRounds = 10

/** JSON and scripts (`\u0041`, `\x41`, `\n`), URLs (`%41`), HTML (`&#65;`, `&#x41;`, `&amp;`), and other backslashes. */
const escape =
  /\\+u([\da-f]{4})|\\+x([\da-f]{2})|%([\da-f]{2})|&#x([\da-f]{1,8});|&#(\d{1,10});|&([a-z]{2,24});|\\+[nrt]|\\+/gi

/** Entities of what another escaping begins or ends with. */
const named = new Map(Object.entries({ amp: '&', percnt: '%', num: '#', semi: ';' }))

function meant(found: string, ...groups: (string | undefined)[]): string {
  const [unit, byte, escaped, hex, decimal, name] = groups
  const digits = unit ?? byte ?? escaped ?? hex
  if (digits !== undefined) return characterOf(Number.parseInt(digits, 16))
  if (decimal !== undefined) return characterOf(Number(decimal))
  if (name !== undefined) return named.get(name.toLowerCase()) ?? ' '
  return /[nrt]$/.test(found) ? '\n' : ''
}

const characterOf = (code: number): string => (code > 0x10ffff ? ' ' : String.fromCodePoint(code))

/** A text without its escapes, in each other and however often. */
export function unescaped(text: string): string {
  let rest = text
  for (let round = 0; round < mostRounds; round += 1) {
    const next = rest.replace(escape, meant)
    if (next === rest) return rest
    rest = next
  }
  return rest
}

/** The letters and digits of a text, in small letters: no escaping changes them. */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Base64 in base64 is looked into, too. */
const deepest = 2

/** Letters and digits of a text as it is, without its escapes, and of what is in base64 in it. */
export function* textReadings(text: string, depth = deepest): Generator<string> {
  yield lettersOf(text)
  const plain = unescaped(text)
  yield lettersOf(plain)
  if (depth === 0) return
  // Lines may be cut, and indented.
  for (const [run] of plain.replace(/[\r\n\t]\s*/g, '').matchAll(/[\w+/-]{16,}/g))
    // Where it begins isn't known.
    for (const skipped of [0, 1, 2, 3])
      yield* textReadings(Buffer.from(run.slice(skipped), 'base64').toString('latin1'), depth - 1)
}
