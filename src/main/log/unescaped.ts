import { longer, withoutOwn, type Run } from './backslash-run.ts'
import { entityCode } from './html-entity.ts'

const backslash = 0x5c

/**
 * A text without its escapes: those of JSON and scripts (`\/`, `\u0041`, `\x41`), of URLs (`%41`) and of HTML (`&#65;`,
 * `&amp;`), in each other and however often. It is built in one go, character by character: what completes an escape is
 * replaced by what the escape stands for, which may in turn complete another one. An escape takes at least three
 * characters and leaves one, so that a text of n characters takes less than 2 n steps, whatever it is made of.
 */
export class Unescaped {
  readonly #codes: Uint32Array
  readonly #runs: (Run | null)[] = []
  readonly #starts: Uint32Array
  readonly #bodies: Uint32Array
  #length = 0
  #waiting: Run | null = null
  #waitingStart = 0
  #end = 0

  /** For a text of at most so many characters. */
  constructor(most: number) {
    this.#codes = new Uint32Array(most)
    this.#starts = new Uint32Array(most)
    this.#bodies = new Uint32Array(most)
  }

  /** Characters so far; backslashes are counted with the character that follows them. */
  get length(): number {
    return this.#length
  }

  /** Backslashes at the end, which no character has followed yet. */
  get waiting(): number {
    return this.#waiting?.total ?? 0
  }

  codeAt(index: number): number {
    return this.#codes[index] ?? 0
  }

  /** How many backslashes stand before a character; each escaping for JSON doubles them. */
  backslashesAt(index: number): number {
    return this.#runs[index]?.total ?? 0
  }

  /** Where a character with the backslashes before it begins in the text; at `length`, where what waits does. */
  startOf(index: number): number {
    if (index < this.#length) return this.#starts[index] ?? 0
    return this.#waiting ? this.#waitingStart : this.#end
  }

  /** Where the backslashes before a character end. */
  bodyOf(index: number): number {
    return index < this.#length ? (this.#bodies[index] ?? 0) : this.#end
  }

  /** The first character that begins at this place of the text or after it. */
  indexFrom(start: number): number {
    let [from, to] = [0, this.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.startOf(middle) < start) from = middle + 1
      else to = middle
    }
    return from
  }

  /** All characters; one that a `\\n`, `\\r` or `\\t` stands for is a line's end. */
  toString(): string {
    const units = new Uint16Array(this.#length)
    for (let index = 0; index < this.#length; index += 1) {
      const code = this.codeAt(index)
      const isLineEnd =
        this.backslashesAt(index) % 2 === 1 && (code === 0x6e || code === 0x72 || code === 0x74)
      units[index] = isLineEnd ? 0x0a : Math.min(code, 0xfffd)
    }
    return Buffer.from(units.buffer).toString('utf16le')
  }

  /** Adds the text's next character, which is at `start`. */
  add(code: number, start: number): void {
    this.#end = start + 1
    this.#push(code, start)
    for (let escape = this.#escape(); escape; escape = this.#escape()) {
      const first = this.#length - escape.length
      const run = this.#runs[first] ?? null
      const left = escape.isCodePoint && run ? withoutOwn(run) : run
      const own = (run?.length ?? 0) - (left?.length ?? 0)
      const [begin, body] = [this.startOf(first), this.bodyOf(first)]
      this.#length = first
      this.#waiting = left
      this.#waitingStart = begin
      this.#push(escape.code, left ? Math.max(begin, body - own) : begin)
    }
  }

  #push(code: number, start: number): void {
    if (!this.#waiting) this.#waitingStart = start
    if (code === backslash) {
      this.#waiting = longer(this.#waiting, this.#end - start)
      return
    }
    this.#codes[this.#length] = code
    this.#runs[this.#length] = this.#waiting
    this.#starts[this.#length] = this.#waitingStart
    this.#bodies[this.#length] = start
    this.#length += 1
    this.#waiting = null
  }

  /** The escape that the last character completes. */
  #escape(): Escape | null {
    if (this.#waiting) return null
    const last = this.#length - 1
    const code = this.codeAt(last)
    if (code === semicolon) return this.#entity(last)
    if (hexDigit(code) < 0) return null
    return this.#byte(last) ?? this.#unit(last)
  }

  /** `%41` or `\x41`. */
  #byte(last: number): Escape | null {
    if (this.codeAt(last - 2) === percent) return this.#ofDigits(last, 2, false)
    return this.#isMark(last - 2, 'x') ? this.#ofDigits(last, 2, true) : null
  }

  /** `\u0041`. */
  #unit(last: number): Escape | null {
    return this.#isMark(last - 4, 'u') ? this.#ofDigits(last, 4, true) : null
  }

  #isMark(index: number, letter: 'x' | 'u'): boolean {
    return (this.codeAt(index) | 0x20) === letter.charCodeAt(0) && this.backslashesAt(index) > 0
  }

  #ofDigits(last: number, digits: number, isCodePoint: boolean): Escape | null {
    let code = 0
    for (let index = last - digits + 1; index <= last; index += 1) {
      const digit = hexDigit(this.codeAt(index))
      // Behind `%`, a digit may be what `\%41` stands for.
      if (digit < 0 || (isCodePoint && this.backslashesAt(index) > 0)) return null
      code = code * 16 + digit
    }
    return { code, length: digits + 1, isCodePoint }
  }

  /** `&#65;`, also with each of its marks escaped for a shell: `\&\#65\;`. */
  #entity(last: number): Escape | null {
    let name = ''
    for (let index = last - 1; index >= Math.max(0, last - longestEntity); index -= 1) {
      const code = this.codeAt(index)
      if (code === ampersand) {
        const meant = entityCode(name)
        return meant === null ? null : { code: meant, length: last - index + 1, isCodePoint: false }
      }
      name = String.fromCharCode(code) + name
    }
    return null
  }
}

interface Escape {
  readonly code: number
  /** Of its characters, without the backslashes before them. */
  readonly length: number
  /** `\x41` or `\u0041`, which has backslashes of its own. */
  readonly isCodePoint: boolean
}

const percent = 0x25
const ampersand = 0x26
const semicolon = 0x3b
/** Zeros before a number are as many as a writer likes; more than these no writer puts. */
const longestEntity = 14

/** Its value, or -1. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
