import { checkOne } from '../check/check-file.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import type { Duplicates } from '../check/duplicates.ts'
import { checkRecord } from '../check/record-check.ts'
import { planRows, type RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import { compareRows } from '../compare/compare-rows.ts'
import { readPage } from '../csv/record-page.ts'
import { knownAdverts } from './known-adverts.ts'
import { repeatingPages, type StoredRow } from './row-pages.ts'
import { StagedChunks } from './staged-chunks.ts'
import type { StagedPlan } from './staged-plan.ts'
import { StagedVehicles } from './staged-vehicles.ts'
import type { Staging } from './staging.ts'

/** What it takes to check rows of a draft again. */
export interface RecheckParts {
  readonly staging: Staging
  readonly plan: StagedPlan
  readonly duplicates: Duplicates
  /** Null if there is no cache and no journal to ask: nothing is compared. */
  readonly compare: Compare | null
  /** `compare.knownAs` when the rows were compared. */
  readonly knownAs: string | undefined
}

/** A row by its line, with the bytes of its record. */
export interface RawRow {
  readonly line: number
  readonly raw: Buffer
}

/** Checks rows of a draft again, in the way in which they were checked at first. */
export class RowRechecks {
  readonly vehicles: StagedVehicles
  readonly chunks: StagedChunks
  readonly #parts: RecheckParts
  readonly #rowPlan: RowPlan

  constructor(parts: RecheckParts) {
    this.#parts = parts
    this.vehicles = new StagedVehicles(parts.staging.db, parts.compare)
    this.chunks = new StagedChunks(parts.staging.db)
    this.#rowPlan = planRows(parts.plan, this.vehicles)
  }

  /** @param before what forget() returned, if the rows were changed */
  async check(rows: readonly RawRow[], before: readonly CheckedRow[] = []): Promise<readonly CheckedRow[]> {
    const { staging, plan, duplicates, compare, knownAs } = this.#parts
    const records = readPage(
      rows.map(({ raw }) => raw),
      plan.shape.delimiter,
    )
    await this.vehicles.ask(records, this.#rowPlan)
    const checked = records.map((record, at) =>
      checkOne(record, rows[at]?.line ?? 0, this.#rowPlan, duplicates),
    )
    // What is staged of the adverts is what main would answer.
    const isKnown = before.length > 0 && knownAs !== undefined && knownAs === compare?.knownAs
    const changes = checked.map((after, at) => ({ line: rows[at]?.line ?? 0, before: before[at], after }))
    const known = isKnown ? knownAdverts(staging.db, changes, this.#rowPlan) : []
    return compareRows(checked, this.#rowPlan, compare, known)
  }

  /** Rows that are about to change: none that comes later repeats them as they were. @returns the rows, without comparison */
  forget(rows: readonly RawRow[]): readonly CheckedRow[] {
    const { plan, duplicates } = this.#parts
    const raws = rows.map(({ raw }) => raw)
    return readPage(raws, plan.shape.delimiter).map((record, at) => {
      const row = checkRecord(record, this.#rowPlan)
      if (isValid(row)) duplicates.forget(rows[at]?.line ?? 0, row, this.#rowPlan)
      return row
    })
  }

  /** Checks stored rows again, whose records stay as they are. */
  async again(rows: readonly StoredRow[]): Promise<void> {
    const checked = await this.check(rows.map((row) => ({ line: row.line, raw: this.chunks.read(row) })))
    this.#parts.staging.put(rows.map((row, at) => ({ ...row, checked: checked[at] })))
  }

  /** Checks the rows again that repeat one which the step changed. */
  async repeating(step: number): Promise<void> {
    for (const page of repeatingPages(this.#parts.staging.db, step)) await this.again(page)
  }
}
