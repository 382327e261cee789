import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'

/**
 * A prepared SELECT whose rows are read through a schema. The columns carry the schema's names (`read_at AS readAt`), so
 * that the inferred type is the row's type.
 */
export class RowQuery<Row extends z.ZodType> {
  readonly #db: DatabaseSync
  readonly #row: Row
  readonly #sql: string
  #prepared: Prepared | null = null

  constructor(db: DatabaseSync, row: Row, sql: string) {
    this.#db = db
    this.#row = row
    this.#sql = sql
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
    return this.#row.parse(Array.isArray(cells) ? named(this.#ready.names, cells) : cells)
  }

  get #statement(): StatementSync {
    return this.#ready.statement
  }

  /** Prepared when it is first asked: a start has many queries, and a command asks few of them. */
  get #ready(): Prepared {
    this.#prepared ??= prepared(this.#db, this.#sql)
    return this.#prepared
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly names: readonly string[]
}

/** Rows as arrays, made into objects here: SQLite's own objects have no prototype, and to read them is slower. */
function prepared(db: DatabaseSync, sql: string): Prepared {
  const statement = db.prepare(sql)
  statement.setReturnArrays(true)
  return { statement, names: statement.columns().map(({ name }) => name) }
}

function named(names: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  names.forEach((name, index) => (row[name] = cells[index]))
  return row
}

/** A boolean, which SQLite stores as 0 or 1. */
export const storedFlag = z.literal([0, 1]).transform((value) => value === 1)
