import { DatabaseSync } from 'node:sqlite'

/** An error of SQLite with the file that it is about, which SQLite itself doesn't name. */
function withPath(error: unknown, path: string): unknown {
  if (error instanceof Error && !('path' in error)) Object.assign(error, { path })
  return error
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
    try {
      super.exec(sql)
    } catch (error) {
      throw withPath(error, this.#path)
    }
  }

  override prepare(...given: Parameters<DatabaseSync['prepare']>): ReturnType<DatabaseSync['prepare']> {
    const path = this.#path
    try {
      const statement = super.prepare(...given)
      for (const name of ['run', 'get', 'all'] as const) {
        const method = statement[name].bind(statement) as (...values: unknown[]) => unknown
        const naming = (...values: unknown[]): unknown => {
          try {
            return method(...values)
          } catch (error) {
            throw withPath(error, path)
          }
        }
        Object.defineProperty(statement, name, { value: naming })
      }
      return statement
    } catch (error) {
      throw withPath(error, path)
    }
  }
}
