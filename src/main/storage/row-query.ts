import { z } from 'zod'
import { Fault } from '#shared/bridge/failure.ts'
import { basename } from 'node:path'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Part of the record that could not be read that is being read: a record is read in one go. */
let missed: string[] = []

/** A part of a record that may be unreadable: `instead` then holds, and the reader of the record is informed. */
export const withDefault = <Schema extends z.ZodType>(
  part: string,
  schema: Schema,
  instead: z.output<Schema>,
): z.ZodCatch<Schema> =>
  schema.catch(() => {
    missed.push(part)
    return instead
  })

/** A record, and its parts that were replaced because they can't be read. */
interface StoredParts<Record> {
  readonly record: Record
  readonly missed: readonly string[]
}

/** @returns the error if nothing of the record can be used */
export function readParts<Schema extends z.ZodType>(
  schema: Schema,
  stored: unknown,
): StoredParts<z.output<Schema>> | z.ZodError {
  if (missed.length > 0) missed = []
  const { error, data } = schema.safeParse(stored)
  return error ?? { record: data, missed }
}

/**
 * Reads a record that is saved on this computer. What a person asks or the service answers is read otherwise.
 * @param place the file and the table, for people: `journal.db, rows`
 * @throws Fault `storage`
 */
export function readStored<Schema extends z.ZodType>(
  schema: Schema,
  stored: unknown,
  place: string,
): z.output<Schema> {
  const { error, data } = schema.safeParse(stored)
  if (error) throw unreadableRecord(place, error)
  return data
}

/** A saved record that isn't as it was written. */
export const unreadableRecord = (place: string, cause?: unknown): Fault =>
  new Fault('storage', { reason: 'row-unreadable', path: place }, cause === undefined ? {} : { cause })

/** A column that keeps JSON. Damaged text is an issue like any other, so that a schema can say what then holds. */
export const storedJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'no JSON' })
    return z.NEVER
  }
})

/** A column that keeps an object which was parsed when it came: that it is one with these fields is all that is looked at. */
export const storedObject = <Value extends object>(...fields: readonly (keyof Value & string)[]) =>
  storedJson.pipe(
    z.custom<Value>(
      (value) => typeof value === 'object' && value !== null && fields.every((field) => field in value),
    ),
  )

/** Numbers that SQLite collected: that it is a list is all that is looked at, because a hundred thousand are read at once. */
export const storedNumbers = storedJson.pipe(z.custom<readonly number[]>((value) => Array.isArray(value)))

/** The values of a statement, in their order or by their names. */
type Asked = SQLInputValue[] | [Readonly<Record<string, SQLInputValue>>]

/** A statement that is prepared once for each database, when it is first run there: a start has many, a command runs few. */
export class Statement {
  readonly #sql: string
  readonly #prepared = new WeakMap<DatabaseSync, StatementSync>()

  constructor(sql: string) {
    this.#sql = sql
  }

  of(db: DatabaseSync): StatementSync {
    const known = this.#prepared.get(db)
    if (known) return known
    const statement = db.prepare(this.#sql)
    this.#prepared.set(db, statement)
    return statement
  }
}

/**
 * A SELECT whose rows are read through a schema; prepared as a `Statement`. The columns carry the schema's names
 * (`read_at AS readAt`), so that the inferred type is the row's type.
 */
export class RowQuery<Row extends z.ZodType> {
  readonly #row: Row
  readonly #sql: string
  readonly #prepared = new WeakMap<DatabaseSync, Prepared>()

  constructor(row: Row, sql: string) {
    this.#row = row
    this.#sql = sql
  }

  /** Rows that can't be read are left out and reported: one of them holds no other back. */
  all(db: DatabaseSync, ...values: Asked): z.output<Row>[] {
    const query = this.#in(db)
    return query.statement
      .all(...(values as SQLInputValue[]))
      .flatMap((cells) => this.#readable(db, query, cells))
  }

  /** The same row by row: each is read only when it is looked at. */
  *each(db: DatabaseSync, ...values: Asked): Generator<z.output<Row>> {
    const query = this.#in(db)
    for (const cells of query.statement.iterate(...(values as SQLInputValue[])))
      yield* this.#readable(db, query, cells)
  }

  /** The first row, or undefined if there is none, or it can't be read, which is reported. */
  first(db: DatabaseSync, ...values: Asked): z.output<Row> | undefined {
    const query = this.#in(db)
    const cells = query.statement.get(...(values as SQLInputValue[]))
    return cells && this.#readable(db, query, cells)[0]
  }

  /** The row of a SELECT that always has one, such as a sum. @throws Fault `storage` if it can't be read */
  one(db: DatabaseSync, ...values: Asked): z.output<Row> {
    const row = this.first(db, ...values)
    if (row === undefined) throw unreadableRecord(this.placeIn(db))
    return row
  }

  #readable(db: DatabaseSync, { names }: Prepared, cells: unknown): z.output<Row>[] {
    const read = readParts(this.#row, Array.isArray(cells) ? named(names, cells) : cells)
    if (read instanceof z.ZodError) {
      this.refuse(db, read, cells)
      return []
    }
    if (read.missed.length > 0) this.#report(db, false, cells)
    return [read.record]
  }

  /** A row that can't be read. */
  protected refuse(db: DatabaseSync, _error: z.ZodError, cells: unknown): void {
    this.#report(db, true, cells)
  }

  #report(db: DatabaseSync, leftOut: boolean, cells: unknown): void {
    reportUnreadableRecord(db, { table: this.#table, leftOut, query: this.#sql, cells })
  }

  /** The file and the table, for people. */
  protected placeIn(db: DatabaseSync): string {
    return placeOf(db, this.#table)
  }

  get #table(): string {
    return /\b(?:FROM|UPDATE|INTO)\s+(\w+)/i.exec(this.#sql)?.[1] ?? ''
  }

  #in(db: DatabaseSync): Prepared {
    const known = this.#prepared.get(db)
    if (known) return known
    const made = prepared(db, this.#sql)
    this.#prepared.set(db, made)
    return made
  }
}

/** The same of rows of which none may be missing, such as those of the journal. */
export class StrictQuery<Row extends z.ZodType> extends RowQuery<Row> {
  /** @throws Fault `storage` */
  protected override refuse(db: DatabaseSync, error: z.ZodError): never {
    throw unreadableRecord(this.placeIn(db), error)
  }
}

/** A saved record that can't be read. */
export interface UnreadableRecord {
  /** The file and the table, for people. */
  readonly place: string
  /** Nothing of it is shown; otherwise a part of it was replaced. */
  readonly leftOut: boolean
  /** Query, and its result: the same record is found many times. */
  readonly query: string
  readonly cells: unknown
}

/** Receivers of reports of records that can't be read, for each database. */
const reporters = new WeakMap<DatabaseSync, (found: UnreadableRecord) => void>()

export const reportUnreadable = (db: DatabaseSync, report: (found: UnreadableRecord) => void): void =>
  void reporters.set(db, report)

/** Reports a record that can't be read as a whole. */
export const reportUnreadableRecord = (
  db: DatabaseSync,
  { table, ...found }: Omit<UnreadableRecord, 'place'> & { readonly table: string },
): void => reporters.get(db)?.({ place: placeOf(db, table), ...found })

const placeOf = (db: DatabaseSync, table: string): string => `${basename(db.location() ?? '')}, ${table}`

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
