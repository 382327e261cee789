import { lettersOf, unescaped } from './text-readings.ts'

/** Fewer letters and digits are in many texts. */
const leastLetters = 8
/** So many at each end may be taken for a part of an escape around the key, unless too few are left. */
const [shared, leastTrimmed] = [3, 20]

/** A key as it is looked for. */
export class KnownKey {
  /** Finds it as it is and in the usual escapings, in any case. */
  readonly raw: RegExp
  readonly #letters: readonly string[]
  /** Its bytes in hex and in decimals, as tools print them. */
  readonly #dumps: readonly string[]

  constructor(key: string) {
    const forms = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key.toWellFormed()), htmlOf(key)]
    const patterns = [...new Set(forms)].toSorted((one, other) => other.length - one.length)
    // A backslash of another escaping would be left over.
    const begin = key.startsWith('\\') ? String.raw`(?<!\\)` : ''
    const end = key.endsWith('\\') ? String.raw`(?!\\)` : ''
    this.raw = new RegExp(
      patterns.map((each) => begin + each.replace(/\W/g, String.raw`\$&`) + end).join('|'),
      'gi',
    )
    this.#letters = [lettersOf(key), lettersOf(unescaped(key))]
      .filter(({ length }) => length >= leastLetters)
      .map((letters) => (letters.length < leastTrimmed ? letters : letters.slice(shared, -shared)))
    const spelt = this.#letters.length === 0 ? [] : [key, key.toLowerCase(), key.toUpperCase()]
    this.#dumps = spelt.flatMap((each) => [
      Buffer.from(each).toString('hex'),
      [...Buffer.from(each)].join(''),
    ])
  }

  /** @param reading letters and digits of a text (text-readings.ts) */
  isIn(reading: string): boolean {
    return (
      this.#letters.some((letters) => reading.includes(letters)) ||
      this.#dumps.some((dump) => reading.includes(dump) || reading.replaceAll('0x', '').includes(dump))
    )
  }
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }
const htmlOf = (key: string): string => key.replace(/[&<>"]/g, (mark) => `&${entities[mark] ?? ''};`)
