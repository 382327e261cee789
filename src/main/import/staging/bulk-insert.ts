import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Rows in one INSERT: a statement costs more than its values. */
const rowsAtOnce = 64

/** Inserts many rows, whose values are given one after another. */
export class BulkInsert {
  readonly #columns: number
  readonly #many: StatementSync
  readonly #one: StatementSync

  /** @param insert the statement up to its columns */
  constructor(db: DatabaseSync, insert: string, columns: number) {
    const one = `(${Array<string>(columns).fill('?').join(', ')})`
    this.#columns = columns
    this.#many = db.prepare(`${insert} VALUES ${Array<string>(rowsAtOnce).fill(one).join(', ')}`)
    this.#one = db.prepare(`${insert} VALUES ${one}`)
  }

  write(values: readonly SQLInputValue[]): void {
    const atOnce = rowsAtOnce * this.#columns
    let at = 0
    for (; at + atOnce <= values.length; at += atOnce) this.#many.run(...values.slice(at, at + atOnce))
    for (; at < values.length; at += this.#columns) this.#one.run(...values.slice(at, at + this.#columns))
  }
}
