import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** An error of SQLite with the file that it is about, which SQLite itself doesn't name. */
function withPath(error: unknown, path: string): unknown {
  if (error instanceof Error && !('path' in error)) Object.assign(error, { path })
  return error
}

function naming<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw withPath(error, path)
  }
}

/** A database in a file, whose errors name the file. */
export class FileDatabase extends DatabaseSync {
  readonly #path: string

  constructor(path: string, options: ConstructorParameters<typeof DatabaseSync>[1] = {}) {
    try {
      super(path, options)
    } catch (error) {
      throw withPath(error, path)
    }
    this.#path = path
  }

  override exec(sql: string): void {
    naming(this.#path, () => super.exec(sql))
  }

  override prepare(...given: Parameters<DatabaseSync['prepare']>): StatementSync {
    const statement = naming(this.#path, () => super.prepare(...given))
    return Object.assign(statement, {
      run: this.#named(statement.run.bind(statement)),
      get: this.#named(statement.get.bind(statement)),
      all: this.#named(statement.all.bind(statement)),
    })
  }

  #named<Act extends (...values: never[]) => unknown>(act: Act): Act {
    return ((...values: never[]) => naming(this.#path, () => act(...values))) as Act
  }
}
