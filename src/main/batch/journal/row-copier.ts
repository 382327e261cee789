import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { fingerprintOf } from '../../writes/fingerprint.ts'
import { jsonValues } from './columns.ts'
import type { DamagedFile, Row } from './damaged-file.ts'
import { RowRefresher } from './row-refresher.ts'
import { accountSchema, unnamedBatch, type Account } from './unnamed-batch.ts'
import { readStored } from '../../storage/stored-record.ts'

/**
 * Puts rows of a damaged journal into a new one, whose rules refuse what is damaged itself. Of batches that are there
 * already, from a backup, only rows that are done by now are taken.
 */
export class RowCopier {
  readonly #into: DatabaseSync
  readonly #refresher: RowRefresher
  readonly #inserts = new Map<string, StatementSync>()
  /** Ids of the batches of the backup, by their numbers. */
  readonly #based: ReadonlyMap<number, string>
  /** Batches that are not taken: those of other ids than in the backup, and what was never confirmed. */
  readonly #foreign = new Set<number>()
  /** Batches that only the damaged journal has. */
  readonly added = new Set<number>()
  /** Batches of which only the rows, or only other batches, tell that they were there. */
  unnamed = 0

  readonly #damaged: DamagedFile
  #batch: StatementSync | null = null
  #ids: ReadonlyMap<number, string> | null = null
  #adverts: ReadonlyMap<number, number> | null = null

  constructor(into: DatabaseSync, damaged: DamagedFile) {
    this.#into = into
    this.#damaged = damaged
    this.#refresher = new RowRefresher(into)
    this.#based = new Map(
      into
        .prepare('SELECT seq, id FROM batches')
        .all()
        .map((row) => readStored(placeSchema, row, 'journal.db, batches'))
        .map(({ seq, id }) => [seq, id]),
    )
  }

  copy(table: string, row: Row): void {
    if (table === 'batches') this.#copyBatch(row)
    else if (table === 'rows') this.#copyRow(row)
    else if (table === 'attempts') this.#copyAttempt(row)
    else if (table === 'lost_rows') this.#copyOfBatch(table, row)
    else this.#insert(table, row)
  }

  /** A batch that was there, with or without rows. */
  ensureBatch(seq: number): void {
    if (this.#based.has(seq) || this.#foreign.has(seq) || this.added.has(seq) || seq < 1) return
    const id = this.#idOf(seq) ?? `unreadable-${seq}`
    if (this.#insert('batches', unnamedBatch(seq, id, this.#onlyAccount()))) this.unnamed += 1
    this.added.add(seq)
  }

  #copyBatch(row: Row): void {
    const seq = Number(row.seq)
    const known = this.#based.get(seq)
    const isOther = known === undefined ? this.#based.size > 0 && isUnconfirmed(row) : known !== row.id
    if (isOther) this.#foreign.add(seq)
    else if (known === undefined && this.#insert('batches', { requests: null, ...pausedOf(row) }))
      this.added.add(seq)
  }

  #copyRow(row: Row): void {
    if (this.#foreign.has(Number(row.batch)) || !isWhole(row) || !this.#hasItsAdvert(row)) return
    if (this.#based.has(Number(row.batch))) this.#refresher.refresh(row)
    else this.#copyOfBatch('rows', row)
  }

  #copyAttempt(row: Row): void {
    if (this.#refresher.refreshed.has(Number(row.row)) || this.added.has(this.#batchOf(row)))
      this.#insert('attempts', row)
  }

  #copyOfBatch(table: 'rows' | 'lost_rows', row: Row): void {
    const seq = Number(row.batch)
    if (this.#based.has(seq) || this.#foreign.has(seq)) return
    this.ensureBatch(seq)
    this.#insert(table, row)
  }

  /** The id of a batch as its index has it. */
  #idOf(seq: number): string | undefined {
    this.#ids ??= new Map(
      this.#damaged
        .readIndex('seq, id', 'sqlite_autoindex_batches_1', 'batches')
        .flatMap((row) => (idPattern.test(String(row.id)) ? [[Number(row.seq), String(row.id)]] : [])),
    )
    return this.#ids.get(seq)
  }

  /** A done row has the advert that its index has, if that can be read: a bit of it may be wrong without a trace. */
  #hasItsAdvert({ id, auto_id: autoId }: Row): boolean {
    this.#adverts ??= new Map(
      this.#damaged
        .readIndex('id, auto_id', 'rows_by_advert', 'rows', 'WHERE auto_id IS NOT NULL')
        .map((row) => [Number(row.id), Number(row.auto_id)]),
    )
    const indexed = this.#adverts.get(Number(id))
    return indexed === undefined || indexed === autoId
  }

  /** True for a row of a batch that only the damaged journal has. */
  isAdded(row: number): boolean {
    return this.added.has(this.#batchOf({ row }))
  }

  #batchOf({ row = null }: Row): number {
    this.#batch ??= this.#into.prepare('SELECT batch FROM rows WHERE id = ?')
    const found = this.#batch.get(row)
    return found ? Number(found.batch) : 0
  }

  /** Rows whose batch can't be read are kept under one without a name, of the only account if there is only one. */
  #onlyAccount(): Account {
    const accounts = this.#into
      .prepare(`SELECT DISTINCT account_id AS account, user_id AS userId FROM batches WHERE account_id <> ''`)
      .all()
    const [only] = accounts
    return only && accounts.length === 1
      ? readStored(accountSchema, only, 'journal.db, batches')
      : { account: '', userId: 0 }
  }

  #insert(table: string, row: Row): boolean {
    const names = Object.keys(row)
    if (Object.values(row).some(isCut)) return false
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    const insert = this.#inserts.get(sql) ?? this.#into.prepare(sql)
    this.#inserts.set(sql, insert)
    try {
      insert.run(...names.map((name): SQLInputValue => row[name] ?? null))
      return true
    } catch {
      return false
    }
  }
}

/** What is being planned, or an undo that may have been discarded since. */
const isUnconfirmed = ({ state, preview }: Row): boolean => state === 'planning' || preview === 1

/** Nothing is sent again by itself: the batch may have been cancelled since. */
const pausedOf = (row: Row): Row =>
  row.state === 'waiting' || row.state === 'running'
    ? { ...row, state: 'paused', pause_reason: 'restart', wakes_at: null, waits_since: null }
    : row

const idPattern = /^\d{4}-\d\d-\d\d-[2-9a-z]{5}$/

const placeSchema = z.object({ seq: z.int(), id: z.string() })

const writeSchema = z.object({
  operation: z.enum(operations),
  payload: jsonValues,
  fingerprint: z.string(),
})

/** Whether the row's request is the one that was checked: pages of its own may be damaged without a trace. */
function isWhole(row: Row): boolean {
  if (Object.values(row).some(isCut)) return false
  if (row.operation === null || row.state === 'invalid' || row.state === 'skipped') return true
  const { data } = writeSchema.safeParse(row)
  if (data === undefined) return false
  return fingerprintOf(data.operation, data.payload) === data.fingerprint
}

/** A text never holds a NUL, but a page of zeros does; SQLite takes JSON that is followed by one for valid. */
const isCut = (value: Row[string] | undefined): boolean => typeof value === 'string' && value.includes('\0')
