import type { DatabaseSync } from 'node:sqlite'

/** Reads and writes tables over a connection. */
export class Table {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  protected get db(): DatabaseSync {
    return this.#db
  }
}
