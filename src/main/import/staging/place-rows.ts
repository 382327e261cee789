import type { DatabaseSync } from 'node:sqlite'
import { BulkInsert, rowsAtOnce } from './bulk-insert.ts'

/**
 * Writes where the records of a file are, in the order of their lines. Rows that follow one another leave their lines to
 * SQLite, which gives a new row the number behind the last one: a value that isn't bound saves a fifth of the statement.
 */
export class PlaceRows {
  readonly #withLines: BulkInsert
  readonly #following: BulkInsert
  /** Of the records that the next INSERT writes: their lines, and place and `found` of each. */
  #lines: number[] = []
  #values: number[] = []
  /** The last line that is written. */
  #last = Number.NaN

  constructor(db: DatabaseSync) {
    this.#withLines = new BulkInsert(db, 'INSERT INTO record_places (line, place, found)', 3)
    this.#following = new BulkInsert(db, 'INSERT INTO record_places (place, found)', 2)
  }

  add(line: number, place: number, found: number): void {
    this.#lines.push(line)
    this.#values.push(place, found)
  }

  /** Writes all but the last ones, which are too few for a statement. */
  writeMost(): void {
    let at = 0
    for (; at + rowsAtOnce <= this.#lines.length; at += rowsAtOnce) this.#write(at, at + rowsAtOnce)
    this.#lines = this.#lines.slice(at)
    this.#values = this.#values.slice(2 * at)
  }

  writeAll(): void {
    this.#write(0, this.#lines.length)
    this.#lines = []
    this.#values = []
  }

  #write(from: number, to: number): void {
    const values = this.#values.slice(2 * from, 2 * to)
    const [first = 0, last = first] = [this.#lines[from], this.#lines[to - 1]]
    if (first === this.#last + 1 && last - first === to - from - 1) this.#following.write(values)
    else this.#withLines.write(this.#lined(from, values))
    this.#last = last
  }

  #lined(from: number, values: readonly number[]): number[] {
    const lined: number[] = []
    for (let at = 0; at < values.length; at += 2)
      lined.push(this.#lines[from + at / 2] ?? 0, values[at] ?? 0, values[at + 1] ?? 0)
    return lined
  }
}
