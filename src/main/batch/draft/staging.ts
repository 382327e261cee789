import { chmodSync, rmSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { operations } from '#shared/batch/advert-write.ts'
import type { Finding } from '#shared/batch/finding.ts'
import type { CheckedRow, Payload } from '#shared/batch/row-check.ts'
import { stagingTables, type StagedPlan } from './staging-tables.ts'

/** A record with its verdict. */
export interface StageableRow {
  readonly line: number
  readonly raw: string
  readonly checked: CheckedRow
  readonly valid: boolean
  readonly unchanged: boolean
  readonly before: Payload | null
}

/** Records in one INSERT: a statement costs more than its values. */
const together = 32
const columns = 7

/** Writes a draft's staging file, all of it in one transaction, and changes single rows of it after. */
export class Staging {
  readonly db: DatabaseSync
  readonly #insertMany: StatementSync
  readonly #insertOne: StatementSync
  readonly #insertFinding: StatementSync
  readonly #insertBefore: StatementSync
  #waiting: (string | number)[] = []

  /** Begins anew: an earlier check of the same draft is forgotten. */
  constructor(path: string) {
    for (const suffix of ['', '-journal']) rmSync(path + suffix, { force: true })
    this.db = new DatabaseSync(path)
    chmodSync(path, 0o600)
    this.db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA page_size = 8192;')
    this.db.exec(stagingTables)
    const one = '(?, ?, ?, ?, ?, 0, ?)'
    const insert = 'INSERT INTO records VALUES'
    this.#insertOne = this.db.prepare(`${insert} ${one}`)
    this.#insertMany = this.db.prepare(`${insert} ${Array<string>(together).fill(one).join(', ')}`)
    this.#insertFinding = this.db.prepare('INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?)')
    this.#insertBefore = this.db.prepare('INSERT OR REPLACE INTO befores VALUES (?, ?)')
    this.db.exec('BEGIN')
  }

  writePlan(plan: StagedPlan): void {
    this.db.prepare('INSERT INTO plan VALUES (?)').run(JSON.stringify(plan))
  }

  write(row: StageableRow): void {
    this.#waiting.push(...valuesOf(row))
    if (this.#waiting.length === together * (columns - 1)) {
      this.#insertMany.run(...this.#waiting)
      this.#waiting = []
    }
    this.#writeExtras(row)
  }

  finish(): void {
    const width = columns - 1
    for (let at = 0; at < this.#waiting.length; at += width)
      this.#insertOne.run(...this.#waiting.slice(at, at + width))
    this.#waiting = []
    this.db.exec('COMMIT')
  }

  /** Puts a mended row in the place of the one with its line. */
  replace(row: StageableRow): void {
    this.db.prepare('DELETE FROM findings WHERE line = ?').run(row.line)
    this.db.prepare('DELETE FROM befores WHERE line = ?').run(row.line)
    const [line, operation, valid, warned, unchanged, raw] = valuesOf(row)
    this.db
      .prepare(
        'UPDATE records SET operation = ?, valid = ?, warned = ?, unchanged = ?, raw = ? WHERE line = ?',
      )
      .run(operation, valid, warned, unchanged, raw, line)
    this.#writeExtras(row)
  }

  leaveOut(lines: readonly number[], leftOut: boolean): void {
    this.db
      .prepare('UPDATE records SET left_out = ? WHERE line IN (SELECT value FROM json_each(?))')
      .run(leftOut ? 1 : 0, JSON.stringify(lines))
  }

  close(): void {
    this.db.close()
  }

  #writeExtras({ line, checked, before }: StageableRow): void {
    checked.problems.forEach((found, place) => this.#insertFinding.run(line, place, ...findingValues(found)))
    if (before && Object.keys(before).length > 0) this.#insertBefore.run(line, JSON.stringify(before))
  }
}

type RowValues = [number, number, number, number, number, string]

function valuesOf({ line, raw, checked, valid, unchanged }: StageableRow): RowValues {
  const operation = checked.operation === null ? 0 : operations.indexOf(checked.operation) + 1
  const warned = checked.problems.some(({ severity }) => severity === 'warning')
  return [line, operation, valid ? 1 : 0, warned ? 1 : 0, unchanged ? 1 : 0, raw]
}

const findingValues = (found: Finding): [string, string, string, string, string] => [
  found.column,
  found.code,
  found.severity,
  found.value,
  JSON.stringify(found.details),
]
