import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/**
 * A prepared SELECT of whole numbers, whose rows are read by place. To read each of 100,000 rows through a schema takes as
 * long as SQLite needs to find them.
 */
export class NumberQuery<Row, Cells extends readonly number[]> {
  readonly #statement: StatementSync
  readonly #rowOf: (cells: Cells) => Row

  constructor(db: DatabaseSync, sql: string, rowOf: (cells: Cells) => Row) {
    this.#statement = db.prepare(sql)
    this.#statement.setReturnArrays(true)
    this.#rowOf = rowOf
  }

  /** @throws Error if a cell is no whole number */
  all(...values: readonly SQLInputValue[]): Row[] {
    return this.#statement.all(...values).map((cells: unknown) => {
      if (!isWholeNumbers(cells)) throw new Error('a staged row holds something else than whole numbers')
      return this.#rowOf(cells as unknown as Cells)
    })
  }
}

const isWholeNumbers = (cells: unknown): cells is number[] =>
  Array.isArray(cells) && cells.every(Number.isSafeInteger)
