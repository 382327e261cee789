import { scattered } from './scattered.ts'

/** Value of a column; null is an unknown value. A column holds either texts or numbers. */
export type ColumnValue = string | number | null

type Known = Exclude<ColumnValue, null>

/** The code of null. */
const nothing = 0

/**
 * One column of the stock in memory, by row number. Equal values share a code, and codes are ranked as SQLite orders
 * their values, so that rows are sorted by counting.
 */
export class RankedColumn {
  #codes = new Uint32Array(1_024)
  readonly #codeOf = new Map<Known, number>()
  /** By code; code 0 has none. */
  readonly #values: Known[] = [0]
  /** Codes in the order of their values. */
  #order: readonly number[] = []
  #ranks = new Uint32Array(1)

  set(row: number, value: ColumnValue): void {
    if (row >= this.#codes.length) this.#codes = grown(this.#codes, row)
    this.#codes[row] = value === null ? nothing : this.codeOf(value)
  }

  /** The code of a value, which is new if no row had it. */
  codeOf(value: Known): number {
    const known = this.#codeOf.get(value)
    if (known !== undefined) return known
    const code = this.#values.push(value) - 1
    this.#codeOf.set(value, code)
    return code
  }

  /** The code of a value that a row has or had; 0 if none had it. */
  knownCode(value: Known): number {
    return this.#codeOf.get(value) ?? nothing
  }

  at(row: number): ColumnValue {
    const code = this.#codes[row] ?? nothing
    return code === nothing ? null : (this.#values[code] ?? null)
  }

  /** By row number; 0 is null. */
  get codes(): Uint32Array {
    return this.#codes
  }

  /** Number of different values that were ever set, also those that no row has now. */
  get size(): number {
    return this.#codeOf.size
  }

  /** By code: how many values come before it. */
  ranks(): Uint32Array {
    if (this.#order.length < this.#values.length - 1) this.#rank()
    return this.#ranks
  }

  /** Marks by code: 1 if a row with that value fits. */
  marks(fits: (value: ColumnValue) => boolean): Uint8Array {
    const marks = new Uint8Array(this.#values.length)
    marks[nothing] = Number(fits(null))
    for (let code = 1; code < marks.length; code++) marks[code] = Number(fits(this.#values[code] ?? null))
    return marks
  }

  /** Number of values that come before this one, which may be none of the column's. */
  below(value: Known): number {
    this.ranks()
    let from = 0
    let to = this.#order.length
    while (from < to) {
      const middle = (from + to) >> 1
      if (compare(this.#values[this.#order[middle] ?? 0] ?? 0, value) < 0) from = middle + 1
      else to = middle
    }
    return from
  }

  /** The rows in the order of this column, null last either way; what is equal keeps its order. */
  sort(rows: Uint32Array, descending: boolean): Uint32Array {
    const ranks = this.ranks()
    const last = this.#order.length
    const codes = this.#codes
    const keys = new Uint32Array(rows.length)
    for (let at = 0; at < rows.length; at++) {
      const code = codes[rows[at] ?? 0] ?? nothing
      const rank = ranks[code] ?? 0
      keys[at] = code === nothing ? last : descending ? last - 1 - rank : rank
    }
    return scattered(rows, keys, placesOf(keys, last))
  }

  /** Ranks the values that came since the last time among the others. */
  #rank(): void {
    const values = this.#values
    const fresh = sorted(values.slice(this.#order.length + 1)).map((value) => this.codeOf(value))
    const before = (one: number, other: number): boolean => compare(values[one] ?? 0, values[other] ?? 0) < 0
    this.#order = merged(this.#order, fresh, before)
    this.#ranks = new Uint32Array(values.length)
    this.#order.forEach((code, rank) => (this.#ranks[code] = rank))
  }
}

function grown(codes: Uint32Array, row: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(2 * codes.length, row + 1))
  larger.set(codes)
  return larger
}

/** By key: the place of its first row. */
function placesOf(keys: Uint32Array, last: number): Uint32Array {
  const places = new Uint32Array(last + 2)
  for (const key of keys) places[key + 1] = (places[key + 1] ?? 0) + 1
  for (let key = 1; key <= last; key++) places[key] = (places[key] ?? 0) + (places[key - 1] ?? 0)
  return places
}

type Before = (one: number, other: number) => boolean

/** Two sorted lists as one. */
function merged(one: readonly number[], other: readonly number[], before: Before): number[] {
  if (one.length === 0) return [...other]
  const both: number[] = []
  let at = 0
  for (const code of other) {
    while (at < one.length && before(one[at] ?? 0, code)) both.push(one[at++] ?? 0)
    both.push(code)
  }
  while (at < one.length) both.push(one[at++] ?? 0)
  return both
}

/** UTF-16 puts the characters from U+E000 to U+FFFF behind those that take two units, which come later in Unicode. */
const behindPairs = /[\ud800-\uffff]/

const byCodePoint = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))

/** In ascending order. JavaScript's own order of numbers and of texts is the quickest, if it is the right one. */
function sorted(values: readonly Known[]): Known[] {
  if (typeof values[0] === 'number') return [...Float64Array.from(values, Number).sort()]
  const texts = values.map(String)
  return texts.some((text) => behindPairs.test(text)) ? texts.sort(compare) : texts.sort()
}

/** As SQLite compares: numbers by size, texts by code point. */
function compare(one: Known, other: Known): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  if (one === other) return 0
  if (behindPairs.test(one) && behindPairs.test(other)) return byCodePoint(one, other)
  return one < other ? -1 : 1
}
