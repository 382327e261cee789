import { checkRecords } from '../check/check-file.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import type { Duplicates } from '../check/duplicates.ts'
import { checkRecord } from '../check/record-check.ts'
import { planRows, type RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import { compareRows } from '../compare/compare-rows.ts'
import type { CsvRecord } from '../csv/csv-record.ts'
import { readPage, type RecordPage } from '../csv/record-page.ts'
import { StagedAdverts } from './known-adverts.ts'
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

export const linesOf = (rows: readonly StoredRow[]): number[] => rows.map(({ line }) => line)

/** Checks rows of a draft again, in the way in which they were checked at first. */
export class RowRechecks {
  readonly vehicles: StagedVehicles
  readonly chunks: StagedChunks
  readonly #parts: RecheckParts
  readonly #rowPlan: RowPlan
  readonly #adverts: StagedAdverts

  constructor(parts: RecheckParts) {
    this.#parts = parts
    this.vehicles = new StagedVehicles(parts.staging.db, parts.compare)
    this.chunks = new StagedChunks(parts.staging.db)
    this.#rowPlan = planRows(parts.plan, this.vehicles)
    this.#adverts = new StagedAdverts(parts.staging.db)
  }

  /** @param before what forget() returned, if the rows were changed */
  async check(
    lines: readonly number[],
    page: RecordPage,
    before: readonly CheckedRow[] = [],
  ): Promise<readonly CheckedRow[]> {
    const { plan, duplicates, compare, knownAs } = this.#parts
    const records = readPage(page, plan.shape.delimiter)
    await this.vehicles.ask(records, this.#rowPlan)
    const checked = checkRecords(records, lines, this.#rowPlan, duplicates)
    // What is staged of the adverts is what main would answer.
    const isKnown = before.length > 0 && knownAs !== undefined && knownAs === compare?.knownAs
    const changes = checked.map((after, at) => ({ line: lines[at] ?? 0, before: before[at], after }))
    const known = isKnown ? this.#adverts.known(changes, this.#rowPlan) : []
    return compareRows(checked, this.#rowPlan, compare, known)
  }

  /** Rows that are about to change: none that comes later repeats them as they were. @returns the rows, without comparison */
  forget(lines: readonly number[], records: readonly CsvRecord[]): readonly CheckedRow[] {
    const { duplicates } = this.#parts
    return records.map((record, at) => {
      const row = checkRecord(record, this.#rowPlan)
      if (isValid(row)) duplicates.forget(lines[at] ?? 0, row, this.#rowPlan)
      return row
    })
  }

  /** Checks stored rows again, whose records stay as they are. */
  async again(rows: readonly StoredRow[]): Promise<void> {
    const checked = await this.check(linesOf(rows), this.chunks.page(rows))
    this.#parts.staging.put(rows.map((row, at) => ({ ...row, checked: checked[at] })))
  }

  /** Checks the rows again that repeat one which the step changed. */
  async repeating(step: number): Promise<void> {
    for (const page of repeatingPages(this.#parts.staging.db, step)) await this.again(page)
  }
}
