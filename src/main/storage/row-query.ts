import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'

/**
 * A prepared SELECT whose rows are read through a schema. The columns carry the schema's names (`read_at AS readAt`), so
 * that the inferred type is the row's type.
 */
export class RowQuery<Row extends z.ZodType> {
  readonly #statement: StatementSync
  readonly #names: readonly string[]
  readonly #row: Row

  constructor(db: DatabaseSync, row: Row, sql: string) {
    this.#statement = db.prepare(sql)
    // Rows as arrays, made into objects here: SQLite's own objects have no prototype, and to read them is slower.
    this.#statement.setReturnArrays(true)
    this.#names = this.#statement.columns().map(({ name }) => name)
    this.#row = row
  }

  all(...values: SQLInputValue[]): z.output<Row>[] {
    return this.#statement.all(...values).map((cells) => this.#parse(cells))
  }

  /** The first row, or undefined if there is none. */
  first(...values: SQLInputValue[]): z.output<Row> | undefined {
    const cells = this.#statement.get(...values)
    return cells && this.#parse(cells)
  }

  /** The row of a SELECT that always has one, such as a sum. */
  one(...values: SQLInputValue[]): z.output<Row> {
    return this.#parse(this.#statement.get(...values))
  }

  #parse(cells: unknown): z.output<Row> {
    return this.#row.parse(Array.isArray(cells) ? named(this.#names, cells) : cells)
  }
}

function named(names: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  names.forEach((name, index) => (row[name] = cells[index]))
  return row
}

/** A boolean, which SQLite stores as 0 or 1. */
export const storedFlag = z.literal([0, 1]).transform((value) => value === 1)
