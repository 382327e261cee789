import { checkRecords } from '../check/check-file.ts'
import { type CheckedRow, isValid } from '../check/checked-row.ts'
import type { Duplicates } from '../check/duplicates.ts'
import { namesCars } from '../check/named-car.ts'
import { checkRecord } from '../check/record-check.ts'
import { planRows, type RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import { compareRows } from '../compare/compare-rows.ts'
import type { UsualPrices } from '../compare/usual-prices.ts'
import type { RecordView } from '../records/record-view.ts'
import type { RecordFormat } from '../records/record-format.ts'
import type { RecordPage } from '../records/record-page.ts'
import { StagedAdverts } from './known-adverts.ts'
import { pagesOfLines, repeatingPages, type StoredRow } from './row-pages.ts'
import { type RecordPlace, StagedChunks } from './staged-chunks.ts'
import { formatOf, type StagedPlan } from './staged-plan.ts'
import { StagedVehicles } from './staged-vehicles.ts'
import type { Staging } from './staging.ts'

/** What it takes to check rows of a draft again. */
export interface RecheckParts {
  readonly staging: Staging
  readonly plan: StagedPlan
  readonly duplicates: Duplicates
  readonly prices: UsualPrices
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
  readonly format: RecordFormat
  readonly #parts: RecheckParts
  readonly #rowPlan: RowPlan
  readonly #adverts: StagedAdverts

  constructor(parts: RecheckParts) {
    this.#parts = parts
    this.vehicles = new StagedVehicles(parts.staging.db, parts.compare)
    this.chunks = new StagedChunks(parts.staging.db)
    this.format = formatOf(parts.plan)
    this.#rowPlan = planRows(parts.plan, this.vehicles)
    this.#adverts = new StagedAdverts(parts.staging.db)
  }

  /** @param before what forget() returned, if the rows were changed */
  async check(
    lines: readonly number[],
    page: RecordPage,
    before: readonly CheckedRow[] = [],
  ): Promise<readonly CheckedRow[]> {
    const { duplicates, prices, compare, knownAs } = this.#parts
    const records = this.format.readPage(page)
    await this.vehicles.ask(records, this.#rowPlan)
    const checked = checkRecords(records, lines, this.#rowPlan, duplicates)
    // What is staged of the adverts is what main would answer, but for the cars that they are of.
    const isKnown =
      before.length > 0 && knownAs !== undefined && knownAs === compare?.knownAs && !namesCars(this.#rowPlan)
    const changes = checked.map((after, at) => ({ line: lines[at] ?? 0, before: before[at], after }))
    const known = isKnown ? this.#adverts.known(changes, this.#rowPlan) : []
    const compared = await compareRows(checked, this.#rowPlan, compare, known)
    return prices.checked(compared, lines, { plan: this.#rowPlan, compare })
  }

  /** The rows as they are staged. */
  recordsOf(rows: readonly RecordPlace[]): readonly RecordView[] {
    return this.format.readPage(this.chunks.page(rows))
  }

  /** Rows that are about to change: none that comes later repeats them as they were. @returns the rows, without comparison */
  forget(lines: readonly number[], records: readonly RecordView[]): readonly CheckedRow[] {
    const { duplicates } = this.#parts
    return records.map((record, at) => {
      const row = checkRecord(record, this.#rowPlan)
      if (isValid(row)) duplicates.forget(lines[at] ?? 0, row, this.#rowPlan)
      return row
    })
  }

  /** Checks stored rows again, whose records stay as they are; one in which lines of the file are lost keeps this problem. */
  async again(stored: readonly StoredRow[]): Promise<void> {
    const rows = stored.filter(({ lost }) => lost === 0)
    const checked = await this.check(linesOf(rows), this.chunks.page(rows))
    this.#parts.staging.put(rows.map((row, at) => ({ ...row, checked: checked[at] })))
  }

  /** Checks the rows again whose prices are unusual, or usual, by others that changed. */
  async repriced(): Promise<void> {
    const { staging, prices } = this.#parts
    const lines = prices.outdated()
    if (lines.length === 0) return
    for (const page of pagesOfLines(staging.db, lines)) await this.again(page)
  }

  /** Checks the rows again that repeat one which the step changed. */
  async repeating(step: number): Promise<void> {
    for (const page of repeatingPages(this.#parts.staging.db, step)) await this.again(page)
  }
}
