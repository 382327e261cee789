import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Rows in one INSERT: a statement costs more than its values. */
const rowsAtOnce = 64

/** Inserts many rows, whose values are given one after another. */
export class ManyRows {
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
    const rest = this.writeMost(values)
    for (let at = 0; at < rest.length; at += this.#columns)
      this.#one.run(...rest.slice(at, at + this.#columns))
  }

  /** @returns the values of the last rows, which are too few for a statement */
  writeMost<Value extends SQLInputValue>(values: readonly Value[]): Value[] {
    const atOnce = rowsAtOnce * this.#columns
    let at = 0
    for (; at + atOnce <= values.length; at += atOnce) this.#many.run(...values.slice(at, at + atOnce))
    return values.slice(at)
  }
}
