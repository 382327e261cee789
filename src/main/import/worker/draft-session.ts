import { Fault } from '#shared/bridge/failure.ts'
import type { Check, DraftRow, FileShapeChoice } from '#shared/import/draft.ts'
import { checkOne } from '../check/check-file.ts'
import { Duplicates } from '../check/duplicates.ts'
import { TableBounds } from '../check/outside-table.ts'
import { planRows } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import { compareRows } from '../compare/compare-rows.ts'
import type { FileState } from '../csv/file-digest.ts'
import { readRecord, writeRecord } from '../csv/one-record.ts'
import { withSource, withSourceAsync } from '../csv/source-file.ts'
import { type StageHooks, stageFile } from '../staging/stage-file.ts'
import type { StagedPlan } from '../staging/staged-plan.ts'
import { recordColumns, StagedReader } from '../staging/staged-reader.ts'
import { renameRows } from '../staging/rename-rows.ts'
import { summarise } from '../staging/staging-summary.ts'
import { countWindow, type RowFilter, selectWindow } from '../staging/staging-window.ts'
import { StagedVehicles } from '../staging/staged-vehicles.ts'
import { type UnnamedVehicles, unnamedVehicles } from '../staging/unnamed-vehicles.ts'
import { Staging } from '../staging/staging.ts'
import {
  type CheckRequest,
  type DraftPlace,
  inspectFile,
  type Look,
  planFile,
  sourceOf,
} from './draft-file.ts'

export interface CheckedDraft {
  readonly check: Check
  readonly plan: StagedPlan
  /** The file that was checked: another one must not be planned under its name. */
  readonly file: FileState
}

/** What a check leaves behind for the calls after it. */
interface CheckedState {
  readonly staging: Staging
  readonly plan: StagedPlan
  readonly told: Pick<Check, 'file' | 'blank' | 'endMark' | 'outside'>
  readonly duplicates: Duplicates
  readonly reader: StagedReader
}

/** One draft in the worker: its file is read, checked and staged here, and its rows leave in windows only. */
export class DraftSession {
  #place: DraftPlace
  #state: CheckedState | null = null

  constructor(place: DraftPlace) {
    this.#place = place
  }

  /** Another sheet of the same spreadsheet is read from now on. */
  moveTo(place: DraftPlace): void {
    this.#place = place
  }

  /** A first look at the file. @throws the Faults of inspectFile */
  inspect(choice: FileShapeChoice): Look {
    return withSource(this.#place.path, this.#place.fileName, (opened) =>
      inspectFile(this.#place, opened, choice),
    )
  }

  /**
   * Reads, checks and stages every record.
   * @throws the Faults of inspect, `operation-unclear`, `column-missing`, `cancelled`
   */
  check(request: CheckRequest, hooks: StageHooks): Promise<CheckedDraft> {
    this.close()
    return withSourceAsync(this.#place.path, this.#place.fileName, async (opened) => {
      const source = sourceOf(this.#place, opened)
      const { plan, file: begun, headerRecords, above } = planFile(this.#place, source, request)
      const bounds = new TableBounds(headerRecords, plan.header.length)
      const titles = above.map((record) => ({ record, reason: 'above-header' as const }))
      const staging = new Staging(this.#place.stagingPath)
      try {
        staging.writePlan(plan)
        const duplicates = new Duplicates()
        const staged = await stageFile({ source, plan, staging, duplicates, bounds, above: titles, hooks })
        const { lineEnd, ...beside } = staged
        const told = { file: { ...begun, lineEnd }, ...beside }
        const reader = new StagedReader(staging.db, plan, new StagedVehicles(staging.db))
        this.#state = { staging, plan, told, duplicates, reader }
        const { name, bytes, changedAt } = source
        return { check: this.summary(), plan, file: { name, bytes, changedAt } }
      } catch (error) {
        staging.close()
        throw error
      }
    })
  }

  summary(): Check {
    const { staging, plan, told } = this.#checked()
    return { ...summarise(staging.sums, this.#place.draftId, plan), ...told }
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
    const { staging, plan, duplicates } = this.#checked()
    const { delimiter } = plan.shape
    const stored = this.#row(line)
    for (const code of ['quote-unclosed', 'rows-swallowed'] as const)
      if (stored.problems.some((problem) => problem.code === code))
        throw new Fault(code, { file: plan.fileName, line })
    if (column >= Math.max(stored.cells.length, plan.header.length))
      throw new Fault('bad-ask', { path: 'column' })
    const cells = [...stored.cells]
    // A cell that a ragged row lacks can be fixed too.
    while (cells.length <= column) cells.push('')
    cells[column] = value.toWellFormed()
    const bytes = writeRecord(cells, delimiter)
    const vehicles = new StagedVehicles(staging.db, compare)
    const rowPlan = planRows(plan, vehicles)
    const record = readRecord(bytes, delimiter)
    await vehicles.ask([record], rowPlan)
    const checked = checkOne(record, line, rowPlan, duplicates)
    const [row] = await compareRows([checked], rowPlan, compare)
    if (row) staging.replace(line, bytes, row)
    // The row may name a vehicle that no other one does.
    this.#state = { ...this.#checked(), reader: new StagedReader(staging.db, plan, vehicles) }
    return this.#row(line)
  }

  /** The vehicles whose names are not found for certain, and the values that this is about. */
  names(): UnnamedVehicles {
    return unnamedVehicles(this.#checked().staging.db)
  }

  /** Checks the rows again whose names were not found for certain, by what is known now. */
  async rename(compare: Compare | null): Promise<Check> {
    const { staging, plan, duplicates } = this.#checked()
    const vehicles = await renameRows({ staging, plan, duplicates, compare })
    this.#state = { ...this.#checked(), reader: new StagedReader(staging.db, plan, vehicles) }
    return this.summary()
  }

  leaveOut(lines: readonly number[], leftOut: boolean): void {
    this.#checked().staging.leaveOut(lines, leftOut)
  }

  leaveOutShown(filter: RowFilter, leftOut: boolean): void {
    this.#checked().staging.leaveOutShown(filter, leftOut)
  }

  leaveOutSent(): void {
    this.#checked().staging.leaveOutSent()
  }

  close(): void {
    this.#state?.staging.close()
    this.#state = null
  }

  #checked(): CheckedState {
    if (!this.#state) throw new Fault('draft-unknown', { reason: 'not-checked' })
    return this.#state
  }

  #row(line: number): DraftRow {
    const { staging, reader } = this.#checked()
    const row = staging.db.prepare(`SELECT ${recordColumns} FROM records WHERE line = ?`).get(line)
    if (!row) throw new Fault('draft-unknown', { line })
    return reader.read(row)
  }
}
