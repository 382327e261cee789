import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import { jsonValues } from './columns.ts'
import type { PageFindings } from './page-findings.ts'
import type { Row } from './readable-rows.ts'
import { accountSchema, unnamedBatch, type Account } from './unnamed-batch.ts'
import { readStored } from '../../storage/stored-record.ts'

/** Puts rows of a damaged journal into a new one, whose rules refuse what is damaged itself. */
export class RowCopier {
  readonly #into: DatabaseSync
  readonly #found: PageFindings
  readonly #inserts = new Map<string, StatementSync>()
  readonly #copied = new Map<string, number>()
  readonly #batches = new Set<number>()
  readonly #batchIds = new Set<string>()
  /** Batches of which only the rows, or only other batches, tell that they were there. */
  #unnamed = 0

  constructor(into: DatabaseSync, found: PageFindings) {
    this.#into = into
    this.#found = found
  }

  get unnamed(): number {
    return this.#unnamed
  }

  copied(table: string): number {
    return this.#copied.get(table) ?? 0
  }

  copyAll(table: string, columns: readonly string[], rows: Iterable<Row>): void {
    for (const row of rows)
      if (this.#copy(table, columns, row)) this.#copied.set(table, this.copied(table) + 1)
  }

  #copy(table: string, columns: readonly string[], row: Row): boolean {
    if (table === 'batches') return this.#copyBatch(columns, row)
    if (table === 'rows') {
      if (!isWhole(row)) return false
      this.#ensureBatch(Number(row.batch))
    }
    return this.#insert(table, columns, row)
  }

  #copyBatch(columns: readonly string[], row: Row): boolean {
    const seq = Number(row.seq)
    if (this.#batches.has(seq)) return false
    if (typeof row.undo_of === 'string' && !this.#batchIds.has(row.undo_of)) this.#addUnnamed(row.undo_of)
    if (!this.#insert('batches', columns, row)) return false
    this.#batches.add(seq)
    if (typeof row.id === 'string') this.#batchIds.add(row.id)
    return true
  }

  /** Batches that were there, with or without rows. */
  ensureBatches(seqs: Iterable<number>): void {
    for (const seq of seqs) this.#ensureBatch(seq)
  }

  /** Rows whose batch can't be read are kept under one without a name, of the only account if there is only one. */
  #ensureBatch(seq: number): void {
    if (this.#batches.has(seq) || seq < 1) return
    const row = unnamedBatch(seq, this.#found.batchIds.get(seq) ?? `unreadable-${seq}`, this.#onlyAccount())
    if (this.#insert('batches', Object.keys(row), row)) this.#unnamed += 1
    this.#batches.add(seq)
  }

  /** A batch that another one undoes. */
  #addUnnamed(id: string): void {
    const [seq] = [...this.#found.batchIds].find(([, each]) => each === id) ?? []
    if (seq === undefined || this.#batches.has(seq)) return
    this.#ensureBatch(seq)
    this.#batchIds.add(id)
  }

  #onlyAccount(): Account {
    const accounts = this.#into
      .prepare(`SELECT DISTINCT account_id AS account, user_id AS userId FROM batches WHERE account_id <> ''`)
      .all()
    const [only] = accounts
    return only && accounts.length === 1
      ? readStored(accountSchema, only, 'journal.db, batches')
      : { account: '', userId: 0 }
  }

  #insert(table: string, columns: readonly string[], row: Row): boolean {
    // A column that the damaged journal's version did not have gets its default.
    const given = columns.filter((name) => row[name] !== undefined)
    if (given.some((name) => isCut(row[name]))) return false
    const sql = `INSERT INTO ${table} (${given.join(', ')}) VALUES (${given.map(() => '?').join(', ')})`
    const insert = this.#inserts.get(sql) ?? this.#into.prepare(sql)
    this.#inserts.set(sql, insert)
    try {
      insert.run(...given.map((name): SQLInputValue => renamed(name, row[name] ?? null)))
      return true
    } catch {
      return false
    }
  }
}

/** In the version before, what is in doubt was called `unknown`. */
const renamed = (column: string, value: SQLInputValue): SQLInputValue =>
  value === 'unknown' && (column === 'state' || column === 'outcome') ? 'in-doubt' : value

const writeSchema = z.object({
  operation: z.enum(operations),
  payload: jsonValues,
  fingerprint: z.string(),
})

/** Whether the row's request is the one that was checked: pages of its own may be damaged without a trace. */
function isWhole(row: Row): boolean {
  if (row.operation === null || row.state === 'invalid' || row.state === 'skipped') return true
  if (Object.values(row).some(isCut)) return false
  const { data } = writeSchema.safeParse(row)
  if (data === undefined) return false
  return fingerprintOf(data.operation, data.payload) === data.fingerprint
}

/** A text never holds a NUL, but a page of zeros does; SQLite takes JSON that is followed by one for valid. */
const isCut = (value: Row[string] | undefined): boolean => typeof value === 'string' && value.includes('\0')
