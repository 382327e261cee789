import { chmodSync, rmSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Finding } from '../../writes/finding.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import { type StagedPlan, writePlan } from './staged-plan.ts'
import { StagingSums } from './staging-sums.ts'
import { findingsIndex, stagingTables } from './staging-tables.ts'
import { argumentsOf, type RowFilter, whereOf } from './staging-window.ts'
import { createNumber, verdictLimit, verdictOf } from './verdict.ts'

/** Records in one INSERT: a statement costs more than its values. */
const recordsPerInsert = 64
const valuesPerRecord = 3

/** Writes a draft's staging file in one transaction, and changes single rows of it afterwards. */
export class Staging {
  readonly db: DatabaseSync
  readonly #insertMany: StatementSync
  readonly #insertOne: StatementSync
  readonly #insertFinding: StatementSync
  readonly #insertAdvert: StatementSync
  readonly #insertChunk: StatementSync
  /** Values of records that the next INSERT writes. */
  #waiting: number[] = []
  /** Null while they have to be counted. */
  #sums: StagingSums | null = null
  /** How many of the written rows have each verdict: to read them again for that would take longer. */
  readonly #verdicts = Array<number>(verdictLimit).fill(0)
  /** Bytes in all chunks. */
  #bytes = 0

  /** Begins an empty file: what an earlier check of the same draft staged is removed. */
  constructor(path: string) {
    for (const suffix of ['', '-journal']) rmSync(path + suffix, { force: true })
    this.db = new DatabaseSync(path)
    chmodSync(path, 0o600)
    this.db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA page_size = 8192;')
    this.db.exec(stagingTables)
    const one = '(?, ?, ?)'
    const insert = 'INSERT INTO record_places (line, place, found) VALUES'
    this.#insertOne = this.db.prepare(`${insert} ${one}`)
    this.#insertMany = this.db.prepare(`${insert} ${Array<string>(recordsPerInsert).fill(one).join(', ')}`)
    this.#insertFinding = this.db.prepare('INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?)')
    this.#insertAdvert = this.db.prepare('INSERT OR REPLACE INTO adverts VALUES (?, ?, ?)')
    this.#insertChunk = this.db.prepare('INSERT INTO chunks VALUES (?, ?)')
    this.db.exec('BEGIN')
  }

  writePlan(plan: StagedPlan): void {
    writePlan(this.db, plan)
  }

  /** Stages rows whose records are in these bytes. */
  write(bytes: Buffer, rows: readonly CheckedRow[]): void {
    const chunk = this.#writeChunk(bytes)
    for (const row of rows) {
      const { line, start } = row.record
      const verdict = verdictOf(row)
      this.#waiting.push(line, chunk + start, foundOf(row, verdict))
      this.#verdicts[verdict] = (this.#verdicts[verdict] ?? 0) + 1
      if (this.#waiting.length === recordsPerInsert * valuesPerRecord) {
        this.#insertMany.run(...this.#waiting)
        this.#waiting = []
      }
      this.#writeExtras(row, line)
    }
  }

  finish(): void {
    for (let at = 0; at < this.#waiting.length; at += valuesPerRecord)
      this.#insertOne.run(...this.#waiting.slice(at, at + valuesPerRecord))
    this.#waiting = []
    this.db.exec('COMMIT')
    this.db.exec(findingsIndex)
    this.#sums = new StagingSums(
      this.db,
      new Map([...this.#verdicts.entries()].filter(([, count]) => count > 0)),
    )
  }

  /** The sums of the rows as they are now. */
  get sums(): StagingSums {
    this.#sums ??= new StagingSums(this.db)
    return this.#sums
  }

  /** Replaces the row that begins at `line` by a fixed one, whose record is in bytes of its own. */
  replace(line: number, bytes: Buffer, row: CheckedRow): void {
    this.sums.change([line], () => this.#replace(line, bytes, row))
  }

  /** Replaces what the check found of rows whose records stay as they are. */
  checkedAgain(lines: readonly number[], rows: readonly CheckedRow[]): void {
    const update = this.db.prepare(
      `UPDATE record_places SET found = found / ${verdictLimit} * ${verdictLimit} + ? WHERE line = ?`,
    )
    this.sums.change(lines, () => {
      lines.forEach((line, at) => {
        const row = rows[at]
        if (!row) return
        this.#removeExtras(line)
        update.run(verdictOf(row), line)
        this.#writeExtras(row, line)
      })
    })
  }

  /** Leaves rows out, or includes them again. */
  leaveOut(lines: readonly number[], leftOut: boolean): void {
    const each = [...new Set(lines)]
    this.sums.change(each, () => {
      this.db
        .prepare('UPDATE record_places SET left_out = ? WHERE line IN (SELECT value FROM json_each(?))')
        .run(leftOut ? 1 : 0, JSON.stringify(each))
    })
  }

  /** The same for every row that passes the filter. */
  leaveOutShown(filter: RowFilter, leftOut: boolean): void {
    this.#sums = null
    this.db
      .prepare(
        `UPDATE record_places SET left_out = ?
         WHERE line IN (SELECT line FROM records WHERE left_out <> ? AND ${whereOf(filter)})`,
      )
      .run(leftOut ? 1 : 0, leftOut ? 1 : 0, ...argumentsOf(filter))
  }

  /** Leaves out creates that were sent before, and every row that waits in an open batch. */
  leaveOutSent(): void {
    this.#sums = null
    this.db.exec(
      `UPDATE record_places SET left_out = 1 WHERE line IN (
         SELECT line FROM findings JOIN records USING (line)
         WHERE code = 'sent-before' AND (operation = ${createNumber} OR json_extract(details, '$.open') = 1))`,
    )
  }

  close(): void {
    this.db.close()
  }

  #replace(line: number, bytes: Buffer, row: CheckedRow): void {
    const chunk = this.#writeChunk(bytes)
    this.#removeExtras(line)
    this.db
      .prepare('UPDATE record_places SET place = ?, found = ? WHERE line = ?')
      .run(chunk + row.record.start, foundOf(row, verdictOf(row)), line)
    this.#writeExtras(row, line)
  }

  /** @returns the bytes in the chunks before it, which is its id */
  #writeChunk(bytes: Buffer): number {
    const chunk = this.#bytes
    // Without bytes the next chunk would have the same id.
    if (bytes.length > 0) this.#insertChunk.run(chunk, bytes)
    this.#bytes += bytes.length
    return chunk
  }

  #removeExtras(line: number): void {
    for (const table of ['findings', 'adverts'])
      this.db.prepare(`DELETE FROM ${table} WHERE line = ?`).run(line)
  }

  #writeExtras({ problems, comparison }: CheckedRow, line: number): void {
    problems.forEach((found, place) => this.#insertFinding.run(line, place, ...findingValues(found)))
    if (comparison) this.#insertAdvert.run(line, comparison.title, JSON.stringify(comparison.before))
  }
}

/** `record_places.found` */
const foundOf = ({ record: { start, end } }: CheckedRow, verdict: number): number =>
  (end - start) * verdictLimit + verdict

const findingValues = (found: Finding): [string, string, string, string, string] => [
  found.column,
  found.code,
  found.severity,
  found.value,
  JSON.stringify(found.details),
]
