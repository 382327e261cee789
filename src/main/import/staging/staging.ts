import { chmodSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type StatementSync } from 'node:sqlite'
import { FileDatabase } from '../../storage/file-database.ts'
import type { ProblemCode } from '#shared/batch/row.ts'
import type { Finding } from '../../writes/finding.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import { BulkInsert } from './bulk-insert.ts'
import { RowHistory } from './row-history.ts'
import type { RecordPlace } from './staged-chunks.ts'
import { type StagedPlan, writePlan } from './staged-plan.ts'
import { StagingSums } from './staging-sums.ts'
import { findingsIndex, stagingTables } from './staging-tables.ts'
import { argumentsOf, type RowFilter, whereOf } from './staging-window.ts'
import { rangeOf } from './line-range.ts'
import {
  createNumber,
  hasFindings,
  unchangedBit,
  validBit,
  verdictLimit,
  verdictOf,
  warnedBit,
} from './verdict.ts'

/** So many rows at most are counted again when they change; for more, all are. */
const fewRows = 500

/**
 * kB of pages that SQLite keeps. What a check writes it never reads, and the fewer pages it goes through, the more of them are
 * in the processor's cache.
 */
const cacheWhileWriting = 400
const cacheAfterwards = 2_000

/** A row that is put in the place of another one. */
interface ChangedRow extends RecordPlace {
  readonly line: number
  readonly verdict: number
  readonly leftOut: number
  readonly checked: CheckedRow | undefined
}

/** A row that is not sent: for an error that is found of it, or because there is nothing to send, which a warning may tell. */
export interface HeldRow {
  readonly line: number
  readonly found: Finding | null
}

/** Rows with older values than were sent since are sent only if a person includes them. */
const leaveOutNewer = `UPDATE record_places SET left_out = 1
  WHERE line IN (SELECT line FROM findings WHERE code = 'sent-since')`

const addFinding =
  'INSERT INTO findings SELECT ?, coalesce(max(place) + 1, 0), ?, ?, ?, ?, ? FROM findings WHERE line = ?'

const hasFinding = (severity: Finding['severity']): string =>
  `EXISTS (SELECT 1 FROM findings WHERE findings.line = record_places.line AND severity = '${severity}')`
/** Makes the verdict of a row what its findings say; that of a new advert is `unchanged` if it is told so. */
const judgeRow = `UPDATE record_places SET found = (found & ~${validBit | warnedBit | unchangedBit})
  | (NOT ${hasFinding('error')} AND found & 3 <> 0) * ${validBit} | ${hasFinding('warning')} * ${warnedBit}
  | iif(found & 3 = ${createNumber}, ?, found & ${unchangedBit}) WHERE line = ?`

/** What was found of rows, by their lines. */
type FoundTable = 'findings' | 'adverts'

/** Writes a draft's staging file in one transaction, and changes single rows of it afterwards. */
export class Staging {
  readonly db: DatabaseSync
  /** The steps that the dealer took. */
  readonly history: RowHistory
  readonly #places: BulkInsert
  readonly #changed: BulkInsert
  readonly #adverts: BulkInsert
  readonly #findings: BulkInsert
  readonly #insertChunk: StatementSync
  readonly #removeRange: Readonly<Record<FoundTable, StatementSync>>
  readonly #removeSome: Readonly<Record<FoundTable, StatementSync>>
  /** Null while they have to be counted. */
  #sums: StagingSums | null = null
  /** Values were sent that are newer than those of rows. */
  #hasNewer = false
  /** How many rows were written with each verdict; null once a row was changed. */
  #written: number[] | null = Array<number>(verdictLimit).fill(0)
  /** Bytes in all chunks. */
  #bytes = 0

  /** Begins an empty file: what an earlier check of the same draft staged is removed. */
  constructor(path: string) {
    for (const suffix of ['', '-journal']) rmSync(path + suffix, { force: true })
    this.db = new FileDatabase(path)
    chmodSync(path, 0o600)
    this.db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA page_size = 16384;')
    this.db.exec(`PRAGMA cache_size = -${cacheWhileWriting}`)
    this.db.exec(stagingTables)
    this.#places = new BulkInsert(this.db, 'INSERT INTO record_places (line, place, found)', 3)
    const changed = 'INSERT OR REPLACE INTO record_places (line, place, found, left_out)'
    this.#changed = new BulkInsert(this.db, changed, 4)
    this.#adverts = new BulkInsert(this.db, 'INSERT OR REPLACE INTO adverts', 5)
    this.#findings = new BulkInsert(this.db, 'INSERT INTO findings', 7)
    this.#insertChunk = this.db.prepare('INSERT INTO chunks VALUES (?, ?)')
    this.#removeRange = this.#removals('line BETWEEN ? AND ?')
    this.#removeSome = this.#removals('line IN (SELECT value FROM json_each(?))')
    this.history = new RowHistory(this.db)
    this.db.exec('BEGIN')
  }

  writePlan(plan: StagedPlan): void {
    writePlan(this.db, plan)
  }

  /**
   * Stages rows whose records are in these bytes.
   * @param lines where they begin in their file, if their records don't say it
   */
  write(bytes: Buffer, rows: readonly CheckedRow[], lines: readonly number[] = linesOf(rows)): void {
    const chunk = this.addChunk(bytes)
    const places: number[] = []
    for (const [at, row] of rows.entries()) {
      const { start, end } = row.record
      const line = lines[at] ?? row.record.line
      const verdict = verdictOf(row)
      places.push(line, chunk + start, foundOf(end - start, verdict))
      if (this.#written) this.#written[verdict] = (this.#written[verdict] ?? 0) + 1
    }
    this.#places.write(places)
    this.#writeFound(rows.map((row, at) => ({ line: lines[at] ?? row.record.line, checked: row })))
  }

  finish(): void {
    if (this.#hasNewer) {
      this.#drop()
      this.db.exec(leaveOutNewer)
    }
    this.db.exec('COMMIT')
    this.db.exec(`PRAGMA cache_size = -${cacheAfterwards}`)
    this.db.exec(findingsIndex)
  }

  /** The sums of the rows as they are now. */
  get sums(): StagingSums {
    return (this.#sums ??= new StagingSums(this.db, this.#written))
  }

  /** Adds bytes, of the file or of changed records. @returns how many are in the chunks before them: the id of theirs */
  addChunk(bytes: Buffer): number {
    const chunk = this.#bytes
    // Without bytes the next chunk would have the same id.
    if (bytes.length > 0) this.#insertChunk.run(chunk, bytes)
    this.#bytes += bytes.length
    return chunk
  }

  /** Puts rows in the place of those with the same lines; `checked` is absent if what was found of a row stays. */
  put(rows: readonly ChangedRow[]): void {
    const work = (): void => this.#put(rows)
    if (this.#sums && rows.length <= fewRows) {
      this.#written = null
      this.#sums.change(
        rows.map(({ line }) => line),
        work,
      )
    } else {
      this.#drop()
      work()
    }
  }

  /** Leaves rows out, or includes them again, as one step. */
  leaveOut(lines: readonly number[], leftOut: boolean): void {
    const each = [...new Set(lines)]
    this.sums.change(each, () =>
      this.#leaveOut(leftOut, 'line IN (SELECT value FROM json_each(?))', [JSON.stringify(each)]),
    )
  }

  /** The same for every row that passes the filter. */
  leaveOutShown(filter: RowFilter, leftOut: boolean): void {
    this.#drop()
    this.#leaveOut(leftOut, whereOf(filter), argumentsOf(filter))
  }

  /** Leaves out creates that may make a second advert, and every row that waits in an open batch. */
  leaveOutSent(): void {
    this.#drop()
    this.#leaveOut(
      true,
      `line IN (SELECT line FROM findings JOIN records USING (line)
         WHERE (operation = ${createNumber} AND code IN ('sent-before', 'duplicate-row', 'in-stock-already'))
           OR code = 'number-linked' OR (code = 'sent-before' AND json_extract(details, '$.open') = 1))`,
      [],
    )
  }

  /** Keeps rows from being sent: for an error that is found of them, or because there is nothing to send. */
  hold(rows: readonly HeldRow[]): void {
    if (rows.length === 0) return
    this.#drop()
    const hold = this.db.prepare('UPDATE record_places SET found = (found & ~?) | ? WHERE line = ?')
    const tell = this.db.prepare(addFinding)
    for (const { line, found } of rows) {
      const isError = found?.severity === 'error'
      hold.run(isError ? validBit : 0, isError ? 0 : unchangedBit | (found ? warnedBit : 0), line)
      if (found) tell.run(line, ...findingValues(found), line)
    }
  }

  /** Adds warnings to rows that are sent; the others keep what they have. */
  warn(rows: readonly { readonly line: number; readonly found: Finding }[]): void {
    if (rows.length === 0) return
    this.#drop()
    const warn = this.db.prepare(
      `UPDATE record_places SET found = found | ${warnedBit}
       WHERE line = ? AND (found & ${validBit}) <> 0 AND (found & ${unchangedBit}) = 0`,
    )
    const tell = this.db.prepare(addFinding)
    for (const { line, found } of rows)
      if (warn.run(line).changes > 0) tell.run(line, ...findingValues(found), line)
  }

  /** Puts what is found of rows now in the place of findings with these codes, and tells whether another row does what a new one says. */
  replaceFound(
    codes: readonly ProblemCode[],
    rows: readonly (Pick<HeldRow, 'line' | 'found'> & { readonly isSame: boolean })[],
  ): void {
    if (rows.length === 0) return
    this.#drop()
    const forget = this.db.prepare(
      `DELETE FROM findings WHERE line = ? AND code IN (${codes.map(() => '?').join(', ')})`,
    )
    const tell = this.db.prepare(addFinding)
    const judge = this.db.prepare(judgeRow)
    for (const { line, found, isSame } of rows) {
      forget.run(line, ...codes)
      if (found) tell.run(line, ...findingValues(found), line)
      judge.run(isSame ? unchangedBit : 0, line)
    }
  }

  /** Does work whole or not at all. */
  async whole<Value>(work: () => Promise<Value>): Promise<Value> {
    const [mark, bytes] = [this.history.mark(), this.#bytes]
    this.db.exec('BEGIN')
    try {
      const value = await work()
      this.db.exec('COMMIT')
      return value
    } catch (error) {
      this.#drop()
      this.#bytes = bytes
      this.history.restore(mark)
      this.db.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.db.close()
  }

  #drop(): void {
    this.#sums = null
    this.#written = null
  }

  #leaveOut(leftOut: boolean, where: string, values: readonly (string | number)[]): void {
    const changing = `left_out <> ? AND ${where}`
    const bit = leftOut ? 1 : 0
    const step = this.history.keepNew(changing, [bit, ...values])
    if (step === null) return
    this.db
      .prepare(
        'UPDATE record_places SET left_out = ? WHERE line IN (SELECT line FROM history WHERE step = ?)',
      )
      .run(bit, step)
  }

  #put(rows: readonly ChangedRow[]): void {
    const checked = rows.filter((row) => row.checked)
    this.#remove(
      'findings',
      checked.filter(({ verdict }) => hasFindings(verdict)),
    )
    this.#remove(
      'adverts',
      checked.filter((row) => !row.checked?.comparison),
    )
    this.#changed.write(
      rows.flatMap((row) => {
        const verdict = row.checked ? verdictOf(row.checked) : row.verdict
        return [row.line, row.place, foundOf(row.size, verdict), row.leftOut]
      }),
    )
    this.#writeFound(checked)
  }

  #removals(condition: string): Record<FoundTable, StatementSync> {
    const removal = (table: FoundTable) => this.db.prepare(`DELETE FROM ${table} WHERE ${condition}`)
    return { findings: removal('findings'), adverts: removal('adverts') }
  }

  #remove(table: FoundTable, rows: readonly ChangedRow[]): void {
    if (rows.length === 0) return
    const lines = rows.map(({ line }) => line)
    const range = rangeOf(lines)
    if (range) this.#removeRange[table].run(...range)
    else this.#removeSome[table].run(JSON.stringify(lines))
  }

  /** Writes what was found of the rows, and the adverts that they mean. */
  #writeFound(rows: readonly { readonly line: number; readonly checked: CheckedRow | undefined }[]): void {
    const findings: (string | number)[] = []
    const adverts: (string | number | null)[] = []
    for (const { line, checked } of rows) {
      checked?.problems.forEach((found, place) => {
        findings.push(line, place, ...findingValues(found))
        this.#hasNewer ||= found.code === 'sent-since'
      })
      if (!checked?.comparison) continue
      const { title, before, rowPrice, priceStep } = checked.comparison
      adverts.push(line, title, JSON.stringify(before), rowPrice, priceStep)
    }
    this.#findings.write(findings)
    this.#adverts.write(adverts)
  }
}

const linesOf = (rows: readonly CheckedRow[]): number[] => rows.map(({ record }) => record.line)

/** `record_places.found` */
const foundOf = (size: number, verdict: number): number => size * verdictLimit + verdict

const findingValues = (found: Finding): [string, string, string, string, string] => [
  found.column,
  found.code,
  found.severity,
  found.value,
  JSON.stringify(found.details),
]
