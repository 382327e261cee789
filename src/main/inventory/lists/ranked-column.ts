/** What a column holds; null is an unknown value. A column holds either texts or numbers. */
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

  at(row: number): ColumnValue {
    const code = this.#codes[row] ?? nothing
    return code === nothing ? null : (this.#values[code] ?? null)
  }

  /** By row number; 0 is null. */
  get codes(): Uint32Array {
    return this.#codes
  }

  /** How many values were ever set: those that no row has any more are among them. */
  get size(): number {
    return this.#codeOf.size
  }

  /** By code: how many values come before it. */
  ranks(): Uint32Array {
    if (this.#order.length < this.#values.length - 1) this.#rank()
    return this.#ranks
  }

  /** How many values come before this one, which may be none of the column's. */
  below(value: Known): number {
    this.ranks()
    let [from, to] = [0, this.#order.length]
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
    const places = new Uint32Array(last + 2)
    const keys = rows.map((row) => {
      const code = codes[row] ?? nothing
      const rank = ranks[code] ?? 0
      const key = code === nothing ? last : descending ? last - 1 - rank : rank
      places[key + 1] = (places[key + 1] ?? 0) + 1
      return key
    })
    for (let key = 1; key <= last; key++) places[key] = (places[key] ?? 0) + (places[key - 1] ?? 0)
    return scattered(rows, keys, places)
  }

  /** Ranks the values that came since the last time among the others. */
  #rank(): void {
    const values = this.#values
    const ranked = this.#order.length
    const before = (one: number, other: number): number => compare(values[one] ?? 0, values[other] ?? 0)
    const fresh = Array.from({ length: values.length - 1 - ranked }, (_, at) => ranked + 1 + at).sort(before)
    this.#order = ranked === 0 ? fresh : merged(this.#order, fresh, before)
    this.#ranks = new Uint32Array(values.length)
    this.#order.forEach((code, rank) => (this.#ranks[code] = rank))
  }
}

function grown(codes: Uint32Array, row: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(2 * codes.length, row + 1))
  larger.set(codes)
  return larger
}

/** Each row at the next place of its key. */
function scattered(rows: Uint32Array, keys: Uint32Array, places: Uint32Array): Uint32Array {
  const sorted = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const key = keys[at] ?? 0
    const place = places[key] ?? 0
    places[key] = place + 1
    sorted[place] = rows[at] ?? 0
  }
  return sorted
}

type Before = (one: number, other: number) => number

/** Two sorted lists as one. */
function merged(one: readonly number[], other: readonly number[], before: Before): number[] {
  const both: number[] = []
  let at = 0
  for (const code of other) {
    while (at < one.length && before(one[at] ?? 0, code) < 0) both.push(one[at++] ?? 0)
    both.push(code)
  }
  while (at < one.length) both.push(one[at++] ?? 0)
  return both
}

const surrogate = /[\ud800-\udfff]/

/** As SQLite compares: numbers by size, texts by code point, which JavaScript's order of UTF-16 is not. */
function compare(one: Known, other: Known): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  if (one === other) return 0
  if (surrogate.test(one) || surrogate.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return one < other ? -1 : 1
}
