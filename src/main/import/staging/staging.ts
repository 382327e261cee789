import { chmodSync, rmSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Finding } from '../../writes/finding.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import { ManyRows } from './many-rows.ts'
import { RowHistory } from './row-history.ts'
import { PlaceRows } from './place-rows.ts'
import type { RecordPlace } from './staged-chunks.ts'
import { type StagedPlan, writePlan } from './staged-plan.ts'
import { addStep, type PriceSteps, StagingSums } from './staging-sums.ts'
import { findingsIndex, stagingTables } from './staging-tables.ts'
import { argumentsOf, type RowFilter, whereOf } from './staging-window.ts'
import { createNumber, hasFindings, isSentVerdict, verdictLimit, verdictOf } from './verdict.ts'

/** So many rows at most are counted anew when they change; for more, all are. */
const fewRows = 500

/**
 * kB of pages that SQLite keeps. What a check writes it never reads, and the fewer pages it goes through, the more of them are
 * in the processor's cache.
 */
const [cacheWhileWriting, cacheAfterwards] = [400, 2_000]

/** A row that is put in the place of another one. */
interface ChangedRow extends RecordPlace {
  readonly line: number
  readonly verdict: number
  readonly leftOut: number
  readonly checked: CheckedRow | undefined
}

/** Writes a draft's staging file in one transaction, and changes single rows of it afterwards. */
export class Staging {
  readonly db: DatabaseSync
  /** The steps that the dealer took. */
  readonly history: RowHistory
  readonly #places: PlaceRows
  readonly #changed: ManyRows
  readonly #adverts: ManyRows
  readonly #insertFinding: StatementSync
  readonly #insertChunk: StatementSync
  /** Null while they have to be counted. */
  #sums: StagingSums | null = null
  /** How many of the written rows have each verdict, and how their prices move. */
  readonly #verdicts = Array<number>(verdictLimit).fill(0)
  readonly #steps: PriceSteps = { down: 0, up: 0, sum: 0 }
  /** Bytes in all chunks. */
  #bytes = 0

  /** Begins an empty file: what an earlier check of the same draft staged is removed. */
  constructor(path: string) {
    for (const suffix of ['', '-journal']) rmSync(path + suffix, { force: true })
    this.db = new DatabaseSync(path)
    chmodSync(path, 0o600)
    this.db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA page_size = 16384;')
    this.db.exec(`PRAGMA cache_size = -${cacheWhileWriting}`)
    this.db.exec(stagingTables)
    this.#places = new PlaceRows(this.db)
    const changed = 'INSERT OR REPLACE INTO record_places (line, place, found, left_out)'
    this.#changed = new ManyRows(this.db, changed, 4)
    this.#adverts = new ManyRows(this.db, 'INSERT OR REPLACE INTO adverts', 4)
    this.#insertFinding = this.db.prepare('INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?)')
    this.#insertChunk = this.db.prepare('INSERT INTO chunks VALUES (?, ?)')
    this.history = new RowHistory(this.db)
    this.db.exec('BEGIN')
  }

  writePlan(plan: StagedPlan): void {
    writePlan(this.db, plan)
  }

  /** Stages rows whose records are in these bytes. */
  write(bytes: Buffer, rows: readonly CheckedRow[]): void {
    const chunk = this.addChunk(bytes)
    for (const row of rows) {
      const { line, start, end } = row.record
      const verdict = verdictOf(row)
      this.#places.add(line, chunk + start, foundOf(end - start, verdict))
      this.#verdicts[verdict] = (this.#verdicts[verdict] ?? 0) + 1
      if (isSentVerdict(verdict)) addStep(this.#steps, row.comparison?.priceStep ?? null)
      this.#writeFindings(row, line)
    }
    this.#places.writeMost()
    this.#writeAdverts(rows.map((row) => ({ line: row.record.line, checked: row })))
  }

  finish(): void {
    this.#places.writeAll()
    this.db.exec('COMMIT')
    this.db.exec(`PRAGMA cache_size = -${cacheAfterwards}`)
    this.db.exec(findingsIndex)
    const verdicts = new Map([...this.#verdicts.entries()].filter(([, count]) => count > 0))
    this.#sums = new StagingSums(this.db, { verdicts, steps: this.#steps })
  }

  /** The sums of the rows as they are now. */
  get sums(): StagingSums {
    this.#sums ??= new StagingSums(this.db)
    return this.#sums
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
    const lines = rows.map(({ line }) => line)
    const work = (): void => this.#put(rows)
    if (rows.length <= fewRows) this.sums.change(lines, work)
    else {
      this.#sums = null
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
    this.#sums = null
    this.#leaveOut(leftOut, whereOf(filter), argumentsOf(filter))
  }

  /** Leaves out creates that were sent before, and every row that waits in an open batch. */
  leaveOutSent(): void {
    this.#sums = null
    this.#leaveOut(
      true,
      `line IN (SELECT line FROM findings JOIN records USING (line)
         WHERE code = 'sent-before' AND (operation = ${createNumber} OR json_extract(details, '$.open') = 1))`,
      [],
    )
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
      this.#sums = null
      this.#bytes = bytes
      this.history.restore(mark)
      this.db.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.db.close()
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
    for (const row of checked) if (row.checked) this.#writeFindings(row.checked, row.line)
    this.#writeAdverts(checked)
  }

  #remove(table: 'findings' | 'adverts', rows: readonly ChangedRow[]): void {
    if (rows.length === 0) return
    this.db
      .prepare(`DELETE FROM ${table} WHERE line IN (SELECT value FROM json_each(?))`)
      .run(JSON.stringify(rows.map(({ line }) => line)))
  }

  #writeFindings({ problems }: CheckedRow, line: number): void {
    problems.forEach((found, place) => this.#insertFinding.run(line, place, ...findingValues(found)))
  }

  #writeAdverts(rows: readonly { readonly line: number; readonly checked: CheckedRow | undefined }[]): void {
    const values: (string | number | null)[] = []
    for (const { line, checked } of rows) {
      if (!checked?.comparison) continue
      const { title, before, priceStep } = checked.comparison
      values.push(line, title, JSON.stringify(before), priceStep)
    }
    this.#adverts.write(values)
  }
}

/** `record_places.found` */
const foundOf = (size: number, verdict: number): number => size * verdictLimit + verdict

const findingValues = (found: Finding): [string, string, string, string, string] => [
  found.column,
  found.code,
  found.severity,
  found.value,
  JSON.stringify(found.details),
]
