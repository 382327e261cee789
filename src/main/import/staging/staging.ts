import { chmodSync, rmSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { operations } from '#shared/batch/advert-write.ts'
import type { Finding } from '../../writes/finding.ts'
import type { ComparedRow } from '../check/comparing.ts'
import { stagingTables, type StagedPlan } from './staging-tables.ts'

/** Records in one INSERT: a statement costs more than its values. */
const together = 32
const bound = 5

/** Writes a draft's staging file, all of it in one transaction, and changes single rows of it after. */
export class Staging {
  readonly db: DatabaseSync
  readonly #insertMany: StatementSync
  readonly #insertOne: StatementSync
  readonly #insertFinding: StatementSync
  readonly #insertAdvert: StatementSync
  readonly #insertPiece: StatementSync
  #waiting: number[] = []

  /** Begins anew: an earlier check of the same draft is forgotten. */
  constructor(path: string) {
    for (const suffix of ['', '-journal']) rmSync(path + suffix, { force: true })
    this.db = new DatabaseSync(path)
    chmodSync(path, 0o600)
    this.db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA page_size = 8192;')
    this.db.exec(stagingTables)
    const one = '(?, ?, ?, ?, ?)'
    const insert = 'INSERT INTO records (line, verdict, piece, start, size) VALUES'
    this.#insertOne = this.db.prepare(`${insert} ${one}`)
    this.#insertMany = this.db.prepare(`${insert} ${Array<string>(together).fill(one).join(', ')}`)
    this.#insertFinding = this.db.prepare('INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?)')
    this.#insertAdvert = this.db.prepare('INSERT OR REPLACE INTO adverts VALUES (?, ?, ?)')
    this.#insertPiece = this.db.prepare('INSERT INTO pieces (bytes) VALUES (?)')
    this.db.exec('BEGIN')
  }

  writePlan(plan: StagedPlan): void {
    this.db.prepare('INSERT INTO plan VALUES (?)').run(JSON.stringify(plan))
  }

  /** Stages records that stand in these bytes. */
  write(bytes: Buffer, rows: readonly ComparedRow[]): void {
    const piece = Number(this.#insertPiece.run(bytes).lastInsertRowid)
    for (const row of rows) {
      const { start, end } = row.record
      this.#waiting.push(row.record.line, verdictOf(row), piece, start, end - start)
      if (this.#waiting.length === together * bound) {
        this.#insertMany.run(...this.#waiting)
        this.#waiting = []
      }
      this.#writeExtras(row, row.record.line)
    }
  }

  finish(): void {
    for (let at = 0; at < this.#waiting.length; at += bound)
      this.#insertOne.run(...this.#waiting.slice(at, at + bound))
    this.#waiting = []
    this.db.exec('COMMIT')
  }

  /** Puts a mended row, which stands in bytes of its own, in the place of the one that begins at `line`. */
  replace(line: number, bytes: Buffer, row: ComparedRow): void {
    const piece = Number(this.#insertPiece.run(bytes).lastInsertRowid)
    for (const table of ['findings', 'adverts'])
      this.db.prepare(`DELETE FROM ${table} WHERE line = ?`).run(line)
    const { start, end } = row.record
    this.db
      .prepare('UPDATE records SET verdict = ?, piece = ?, start = ?, size = ? WHERE line = ?')
      .run(verdictOf(row), piece, start, end - start, line)
    this.#writeExtras(row, line)
  }

  leaveOut(lines: readonly number[], leftOut: boolean): void {
    this.db
      .prepare('UPDATE records SET left_out = ? WHERE line IN (SELECT value FROM json_each(?))')
      .run(leftOut ? 1 : 0, JSON.stringify(lines))
  }

  close(): void {
    this.db.close()
  }

  #writeExtras({ problems, before, title }: ComparedRow, line: number): void {
    problems.forEach((found, place) => this.#insertFinding.run(line, place, ...findingValues(found)))
    if (title !== null) this.#insertAdvert.run(line, title, JSON.stringify(before ?? {}))
  }
}

/** The bits of `records.verdict`. */
function verdictOf({ operation, problems, valid, unchanged }: ComparedRow): number {
  const warned = problems.some(({ severity }) => severity === 'warning')
  return (
    (operation === null ? 0 : operations.indexOf(operation) + 1) |
    (valid ? 4 : 0) |
    (warned ? 8 : 0) |
    (unchanged ? 16 : 0)
  )
}

const findingValues = (found: Finding): [string, string, string, string, string] => [
  found.column,
  found.code,
  found.severity,
  found.value,
  JSON.stringify(found.details),
]
