import { Unescaped } from './unescaped.ts'

/** Of a key that is no real one, too little would be left to tell it from other text. */
const leastForBytes = 8

/** With fewer characters besides its backslashes, their number must be there as well. */
const leastWithoutBackslashes = 8

/** A key as it is looked for: without escapes, in any case. */
export class KeyForm {
  /** Finds it as it is: what is right before it may be taken for the beginning of an escape with it. */
  readonly raw: RegExp
  /** Finds a dump of its bytes, if it is long enough to be looked for among bytes. */
  readonly dump: RegExp | null
  readonly length: number
  /** Backslashes at its end. */
  readonly tail: number
  readonly #codes: readonly number[]
  readonly #backslashes: readonly number[]
  readonly #isCounted: boolean

  constructor(key: string) {
    const unescaped = new Unescaped(key.length)
    for (let at = 0; at < key.length; at += 1) unescaped.add(key.charCodeAt(at), at)
    this.#codes = Array.from({ length: unescaped.length }, (_, index) => folded(unescaped.codeAt(index)))
    this.#isCounted = this.#codes.length < leastWithoutBackslashes
    this.#backslashes = this.#codes.map((_, index) => unescaped.backslashesAt(index))
    this.length = key.length
    this.tail = unescaped.waiting
    this.raw = new RegExp(key.replace(/\W/g, String.raw`\$&`), 'gi')
    this.dump = key.length < leastForBytes ? null : new RegExp(dumps(key).join('|'), 'gi')
  }

  /** Whether it is made of backslashes alone. */
  get isTailOnly(): boolean {
    return this.#codes.length === 0
  }

  /** The index at which the key begins that has just ended in `text`, or -1. */
  beginIn(text: Unescaped): number {
    const { length } = this.#codes
    const begin = text.length - length
    if (length === 0 || begin < 0) return -1
    for (let index = length - 1; index >= 0; index -= 1) {
      if (folded(text.codeAt(begin + index)) !== this.#codes[index]) return -1
      if (!this.#hasBackslashes(text.backslashesAt(begin + index), index)) return -1
    }
    return begin
  }

  /** Whether so many backslashes behind its end may be its own. */
  endsWith(backslashes: number): boolean {
    return !this.#isCounted || backslashes >= this.tail
  }

  #hasBackslashes(count: number, index: number): boolean {
    return !this.#isCounted || count >= (this.#backslashes[index] ?? 0)
  }
}

/** In small letters; and a blank is the `+` that a form was decoded once too often from. */
const folded = (code: number): number => {
  if (code === 0x20) return 0x2b
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code
}

/** Bytes as tools print them: `4b 6b`, `4b:6b`, `0x4b, 0x6b`, and the decimals of a Buffer in JSON. */
function dumps(key: string): readonly string[] {
  const bytes = [...key].map((each) => [...new Set([each.toLowerCase(), each.toUpperCase()])].map(codeOf))
  const either = (radix: number): string[] =>
    bytes.map((codes) => `(?:${codes.map((code) => code.toString(radix).padStart(2, '0')).join('|')})`)
  return [
    either(16).join(String.raw`(?:[\s:,-]|0x){0,4}`),
    String.raw`\b${either(10).join(String.raw`[\s,]{1,24}`)}\b`,
  ]
}

const codeOf = (character: string): number => character.charCodeAt(0)
