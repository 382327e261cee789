import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

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
    return new FileStatement(this.#path, () => super.prepare(...given))
  }
}

/** A statement that SQLite compiles at its first use: an opening prepares two hundred, and a command uses few of them. */
class FileStatement implements StatementSync {
  readonly #path: string
  readonly #compile: () => StatementSync
  #compiled: StatementSync | null = null

  constructor(path: string, compile: () => StatementSync) {
    this.#path = path
    this.#compile = compile
  }

  get #statement(): StatementSync {
    this.#compiled ??= naming(this.#path, this.#compile)
    return this.#compiled
  }

  run(...values: unknown[]): ReturnType<StatementSync['run']> {
    return naming(this.#path, () => this.#statement.run(...(values as SQLInputValue[])))
  }

  get(...values: unknown[]): ReturnType<StatementSync['get']> {
    return naming(this.#path, () => this.#statement.get(...(values as SQLInputValue[])))
  }

  all(...values: unknown[]): ReturnType<StatementSync['all']> {
    return naming(this.#path, () => this.#statement.all(...(values as SQLInputValue[])))
  }

  iterate(...values: unknown[]): ReturnType<StatementSync['iterate']> {
    return this.#statement.iterate(...(values as SQLInputValue[]))
  }

  columns(): ReturnType<StatementSync['columns']> {
    return this.#statement.columns()
  }

  setReturnArrays(enabled: boolean): void {
    this.#statement.setReturnArrays(enabled)
  }

  setReadBigInts(enabled: boolean): void {
    this.#statement.setReadBigInts(enabled)
  }

  setAllowBareNamedParameters(enabled: boolean): void {
    this.#statement.setAllowBareNamedParameters(enabled)
  }

  setAllowUnknownNamedParameters(enabled: boolean): void {
    this.#statement.setAllowUnknownNamedParameters(enabled)
  }

  get sourceSQL(): string {
    return this.#statement.sourceSQL
  }

  get expandedSQL(): string {
    return this.#statement.expandedSQL
  }
}
