import { Fault } from '#shared/bridge/failure.ts'
import type { Check, DraftRow } from '#shared/import/draft.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import { Duplicates } from '../check/duplicates.ts'
import type { Compare } from '../compare/compare.ts'
import { UsualPrices } from '../compare/usual-prices.ts'
import { type ChangedColumn, changeColumn, countChanged, requireColumn } from '../staging/change-column.ts'
import { changeLinked } from '../staging/change-linked.ts'
import { moveStep } from '../staging/move-step.ts'
import { recheckTargets, stagedTargets } from '../staging/staged-targets.ts'
import { type RecheckParts, RowRechecks } from '../staging/row-rechecks.ts'
import { type StageHooks, stageRows } from '../staging/stage-rows.ts'
import type { StagedPlan } from '../staging/staged-plan.ts'
import { StagedReader } from '../staging/staged-reader.ts'
import { settleRepeats } from '../staging/repeated-rows.ts'
import { renameRows } from '../staging/rename-rows.ts'
import { summarise } from '../staging/staging-summary.ts'
import { countWindow, type RowFilter, selectLines, selectWindow } from '../staging/staging-window.ts'
import { StagedVehicles } from '../staging/staged-vehicles.ts'
import { askedRows, linesToRead } from '../staging/asked-rows.ts'
import { type AskedVehicles, unnamedVehicles } from '../staging/unnamed-vehicles.ts'
import { Staging } from '../staging/staging.ts'
import { checkOfStock } from '../stock/check-of-stock.ts'
import type { StockRequest } from '../stock/stock-request.ts'
import type { CheckRequest, DraftSource, Origin } from './draft-source.ts'

export interface CheckedDraft {
  readonly check: Check
  readonly plan: StagedPlan
  readonly origin: Origin
}

/** Lines of a question that are told. */
const mostLines = 50

/** What a check leaves behind for the calls after it. */
interface CheckedState {
  readonly staging: Staging
  readonly plan: StagedPlan
  readonly found: Pick<Check, 'file' | 'blank' | 'endMark' | 'outside' | 'toldCount' | 'shift'>
  readonly duplicates: Duplicates
  readonly prices: UsualPrices
  readonly reader: StagedReader
  readonly stock: StockRequest | undefined
  /** What the rows are compared with, by the name that it had (`Compare.knownAs`). */
  readonly knownAs: string | undefined
}

/** One draft in the worker: its rows are read, checked and staged here, and leave in windows only. */
export class DraftSession {
  readonly #source: DraftSource
  #state: CheckedState | null = null
  #revision = 0

  constructor(source: DraftSource) {
    this.#source = source
  }

  /**
   * Reads, checks and stages every row.
   * @throws Fault `cancelled`, and what the source throws
   */
  check(request: CheckRequest, hooks: StageHooks): Promise<CheckedDraft> {
    this.close()
    return this.#source.read(request, async ({ plan, file: begun, above, bytes, origin, chunks, stock }) => {
      const staging = new Staging(this.#source.place.stagingPath)
      try {
        staging.writePlan(plan)
        const duplicates = new Duplicates(request.stock === undefined)
        const prices = new UsualPrices()
        const { lineEnd, ...beside } = await stageRows({
          plan,
          staging,
          chunks: (rowPlan) => chunks(rowPlan, duplicates),
          totalBytes: bytes,
          above,
          hooks,
          duplicates,
          prices,
          stock,
        })
        const found = { file: begun && { ...begun, lineEnd }, ...beside }
        const reader = new StagedReader(staging.db, plan, new StagedVehicles(staging.db))
        this.#state = {
          ...{ staging, plan, found, duplicates, prices, reader },
          stock: request.stock,
          knownAs: hooks.compare?.knownAs,
        }
        settleRepeats(this.#state)
        return { check: this.summary(), plan, origin }
      } catch (error) {
        staging.close()
        throw error
      }
    })
  }

  summary(): Check {
    const { staging, plan, found, stock } = this.#checked()
    const steps = staging.history.open
    const sums = summarise(staging.sums, this.#source.place.draftId, plan)
    const { toldCount: told } = found
    return {
      ...sums,
      ...found,
      // What a brake holds in a file of the whole stock is asked about in any other.
      ...(told &&
        !stock && {
          confirmations: [{ code: 'rows-told', count: told.rows, told }, ...sums.confirmations],
        }),
      // A shifted file is never taken in part, whatever is fixed in it here.
      ...(found.shift && { toSend: 0, creates: 0, edits: 0, deletes: 0, calls: 0, confirmations: [] }),
      steps,
      revision: this.#revision,
      ...(stock && { stock: checkOfStock(staging.db, plan, stock) }),
    }
  }

  /** Rows `offset` to `offset + limit` of those that pass the filter, and how many pass. */
  window(filter: RowFilter, offset: number, limit: number): { total: number; rows: DraftRow[] } {
    const { staging, reader } = this.#checked()
    const rows = selectWindow(staging.db, filter, offset, limit).map((row) => reader.read(row))
    return { total: countWindow(staging.db, filter), rows }
  }

  /**
   * Fixes one cell and checks its row again.
   * @throws Fault `draft-unknown` if no record begins at that line; `quote-unclosed` or `rows-swallowed` if lines of the file are lost in the
   * row: fixed, it would pass without them
   */
  async fix(line: number, column: number, value: string, compare: Compare | null): Promise<DraftRow> {
    const { plan } = this.#checked()
    const stored = this.#row(line)
    for (const code of ['quote-unclosed', 'rows-swallowed'] as const)
      if (stored.problems.some((problem) => problem.code === code))
        throw new Fault(code, { file: plan.fileName, line })
    // A cell that a ragged row lacks can be fixed too.
    requireColumn(column, Math.max(stored.cells.length, plan.header.length))
    const change = { column, match: null, value: value.toWellFormed() }
    await this.#step(compare, (parts) => changeColumn(parts, change, { filter: 'all', line }))
    return this.#row(line)
  }

  /** Changes the cells of a column in the rows that pass the filter, as one step, and checks these rows again. */
  async changeColumn(
    change: ColumnChange,
    filter: RowFilter,
    compare: Compare | null,
  ): Promise<Omit<ChangedColumn, 'vehicles'>> {
    requireColumn(change.column, this.#checked().plan.header.length)
    const wellFormed = { ...change, value: change.value.toWellFormed() }
    const { changed, lost } = await this.#step(compare, (parts) => changeColumn(parts, wellFormed, filter))
    return { changed, lost }
  }

  /** How many cells such a change would change. */
  countChanged(change: ColumnChange, filter: RowFilter): Omit<ChangedColumn, 'vehicles'> {
    requireColumn(change.column, this.#checked().plan.header.length)
    return countChanged({ ...this.#checked(), compare: null }, change, filter)
  }

  /** Undoes the last step, or does the one again that was undone last. Without such a step, nothing changes. */
  async moveStep(way: 'undo' | 'redo', compare: Compare | null): Promise<void> {
    await this.#step(compare, (parts) => moveStep(parts, way))
  }

  /** The adverts that rows edit or delete, each once. */
  targets(): Float64Array<ArrayBuffer> {
    return stagedTargets({ ...this.#checked(), compare: null })
  }

  /** Checks every edit and delete again, against what is known now. */
  async recheck(compare: Compare | null): Promise<Check> {
    await this.#step(compare, async (parts) => ({ vehicles: await recheckTargets(parts) }))
    return this.summary()
  }

  /** The vehicles whose names are not found for certain, and the values that this is about. */
  names(): AskedVehicles {
    const { plan, staging } = this.#checked()
    const { vehicles, values } = unnamedVehicles(staging.db)
    const read = linesToRead(values.map(({ lines }) => lines))
    return {
      vehicles,
      values: values.map(({ lines, ...each }, at) => {
        const some = read[at] ?? []
        const said = askedRows(this.#rows(some), plan, some.length === lines.length)
        return { ...each, lines: lines.slice(0, mostLines), ...said }
      }),
    }
  }

  /** Checks the rows again whose names were not found for certain, by what is known now. */
  async rename(compare: Compare | null): Promise<Check> {
    await this.#step(compare, async (parts) => ({ vehicles: await renameRows(parts) }))
    return this.summary()
  }

  /** Rows of new adverts whose numbers have one change it from now on. */
  async changeLinked(compare: Compare | null): Promise<Pick<CheckedDraft, 'check' | 'plan'>> {
    const { plan } = await this.#step(compare, changeLinked)
    if (this.#state)
      this.#state = {
        ...this.#state,
        plan,
        reader: new StagedReader(this.#state.staging.db, plan, new StagedVehicles(this.#state.staging.db)),
      }
    settleRepeats(this.#checked())
    return { check: this.summary(), plan }
  }

  leaveOut(lines: readonly number[], leftOut: boolean): void {
    this.#leave((staging) => staging.leaveOut(lines, leftOut))
  }

  leaveOutShown(filter: RowFilter, leftOut: boolean): void {
    this.#leave((staging) => staging.leaveOutShown(filter, leftOut))
  }

  leaveOutSent(): void {
    this.#leave((staging) => staging.leaveOutSent())
  }

  close(): void {
    this.#state?.staging.close()
    this.#state = null
  }

  #checked(): CheckedState {
    if (!this.#state) throw new Fault('draft-unknown', { reason: 'not-checked' })
    return this.#state
  }

  /** Leaves rows out or includes them again, which may settle what others repeat of them. */
  #leave(work: (staging: Staging) => void): void {
    const state = this.#checked()
    this.#revision += 1
    work(state.staging)
    settleRepeats(state)
  }

  /** Does work on the rows whole or not at all. They may name other vehicles after it. */
  async #step<Done extends { readonly vehicles: StagedVehicles } | null>(
    compare: Compare | null,
    work: (parts: RecheckParts) => Promise<Done>,
  ): Promise<Done> {
    const state = this.#checked()
    const { staging, plan, duplicates, prices } = state
    const parts = { ...state, compare }
    const repriced = async () => {
      const worked = await work(parts)
      await new RowRechecks(parts).repriced()
      return worked
    }
    const done = await duplicates.whole(() => prices.whole(() => staging.whole(repriced)))
    this.#revision += 1
    settleRepeats(state)
    if (done && this.#state === state)
      this.#state = { ...state, reader: new StagedReader(staging.db, plan, done.vehicles) }
    return done
  }

  #row(line: number): DraftRow {
    const [row] = this.#rows([line])
    if (!row) throw new Fault('draft-unknown', { line })
    return row
  }

  /** The records that begin in these lines, in the order of the file. */
  #rows(lines: readonly number[]): DraftRow[] {
    const { staging, reader } = this.#checked()
    return selectLines(staging.db, lines).map((row) => reader.read(row))
  }
}
