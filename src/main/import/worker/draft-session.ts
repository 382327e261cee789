import { Fault } from '#shared/bridge/failure.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import type { Check, ColumnValues, DraftRow, FileShapeChoice } from '#shared/import/draft.ts'
import { type CandidateGrade, planOrder } from '#shared/stock/stock-actions.ts'
import { outsideFacts } from '../check/outside-table.ts'
import { planRows, type RowPlan } from '../check/row-plan.ts'
import type { FieldColumn } from '../columns/column-values.ts'
import type { Compare } from '../compare/compare.ts'
import { UsualPrices } from '../compare/usual-prices.ts'
import { changedColumn, holdsLines, requireColumn } from '../draft/change-column.ts'
import { checkAgain, checkDraft, type CheckHooks } from '../draft/check-draft.ts'
import type { DraftPlan } from '../draft/draft-plan.ts'
import { RowOfDraft } from '../draft/draft-row.ts'
import { confirmHidden, summarise } from '../draft/draft-summary.ts'
import { DraftVehicles } from '../draft/draft-vehicles.ts'
import { plannedRow, writePlannedRows } from '../draft/planned-rows.ts'
import { findRepeats } from '../draft/repeats.ts'
import { filtered, mayBeSecond, type RowFilter } from '../draft/row-filter.ts'
import { shownRow } from '../draft/shown-row.ts'
import { keptRows, readKeptChanges, Steps, writeKeptChanges } from '../draft/steps.ts'
import { type AskedVehicles, askedVehicles } from '../draft/unnamed-vehicles.ts'
import type { CellValue } from '../rows/row-of-values.ts'
import type { Row } from '../rows/row.ts'
import type { FoundAdvert, StockDecisions, StockPlan } from '../stock/stock-plan.ts'
import type { StockRequest } from '../stock/stock-request.ts'
import { type FilePlace, FileSource, type Look } from './draft-file.ts'
import type { CheckRequest, Origin, SourceRows } from './draft-source.ts'
import { type ValuesPlace, ValuesSource } from './draft-values.ts'

/** Place where the rows of a draft are. */
export type DraftPlace = FilePlace | ValuesPlace

export interface CheckedDraft {
  readonly check: Check
  readonly plan: DraftPlan
  readonly origin: Origin
}

/** Problems of names that were not found for certain. */
const nameCodes = ['name-unknown', 'name-ambiguous', 'name-learned', 'ids-apart', 'name-uncompared'] as const

/** State that a check leaves behind for the calls after it. */
interface CheckedState {
  readonly plan: DraftPlan
  readonly rowPlan: RowPlan
  readonly rows: readonly RowOfDraft[]
  readonly found: Pick<Check, 'file' | 'blank' | 'endMark' | 'outside' | 'statedCount' | 'shift'>
  readonly vehicles: DraftVehicles
  readonly prices: UsualPrices
  readonly steps: Steps
  readonly stock: { readonly request: StockRequest; readonly plan: StockPlan } | null
}

/** Rows that are shown before the check, and the records under the header among which they are. */
const mostPreviewed = 20
const mostRecords = 60

/** One draft in the worker: its rows are read, checked and changed here, and leave in windows only. */
export class DraftSession {
  /** Place where its rows are: those of another sheet of the file may be read later. */
  place: DraftPlace
  readonly #file = new FileSource()
  readonly #values = new ValuesSource()
  #state: CheckedState | null = null
  #revision = 0

  constructor(place: DraftPlace) {
    this.place = place
  }

  /** A first look. @throws the Faults of lookAtFile and mapHeader */
  inspect(shape: FileShapeChoice): Look {
    return this.#file.inspect(filePlace(this.place), shape)
  }

  /** The values of columns in all rows. @throws the Faults of inspect */
  values(shape: FileShapeChoice, columns: readonly FieldColumn[]): ColumnValues[] {
    return this.#file.values(filePlace(this.place), shape, columns)
  }

  /** Adds rows to a draft of values. @throws Fault `draft-unknown` for one of a file */
  add(rows: readonly (readonly CellValue[])[]): void {
    const { place } = this
    if (!('columns' in place)) throw new Fault('draft-unknown', { draftId: place.draftId })
    this.#values.add(place, rows)
  }

  /** The first rows as a check with these choices would show them. @throws what reading them throws */
  preview(request: CheckRequest, { compare }: CheckHooks): DraftRow[] {
    const { plan, rows } = this.#read(request, mostRecords)
    const vehicles = new DraftVehicles()
    const rowPlan = planRows(plan, vehicles)
    return checkAgain(rows.slice(0, mostPreviewed), { rowPlan, vehicles, compare }).map((checked) =>
      shownRow(new RowOfDraft(checked), { rowPlan, carOf: null }),
    )
  }

  /**
   * Reads, checks and compares every row.
   * @throws Fault `cancelled`, and what the source throws
   */
  async check(request: CheckRequest, hooks: CheckHooks): Promise<CheckedDraft> {
    this.close()
    const { plan, origin, stock, statedCount, outside, blank, endMark, file, ...source } = this.#read(request)
    const { compare } = hooks
    const [vehicles, prices] = [new DraftVehicles(), new UsualPrices()]
    const rowPlan = { ...planRows(plan, vehicles), ...(stock && { lostIn: stock.lostIn }) }
    const draft = { ...source, isFile: plan.isFile }
    const { rows, shift } = await checkDraft(draft, { rowPlan, vehicles, compare }, hooks, stock)
    prices.learn(
      rows.map(({ checked }) => checked),
      compare,
    )
    this.#state = {
      ...{ plan, rowPlan, rows, vehicles },
      found: {
        ...{ file, blank, endMark, outside: outsideFacts(outside) },
        ...(statedCount && { statedCount }),
        ...(shift && { shift }),
      },
      prices,
      steps: new Steps(),
      stock: stock?.plan && request.stock ? { request: request.stock, plan: stock.plan } : null,
    }
    this.#settle()
    return { check: this.summary(), plan, origin }
  }

  summary(): Check {
    const { rows, plan, found, stock, steps } = this.#checked()
    const sums = summarise(rows, this.place.draftId, plan)
    const { statedCount: stated } = found
    return {
      ...sums,
      ...found,
      confirmations: [
        // What a brake holds in a file of the whole stock is asked about in any other.
        ...(stated && !stock ? [{ code: 'rows-stated' as const, count: stated.rows, stated }] : []),
        ...confirmHidden(found.file?.sheet, sums.leaving.deletes),
        ...sums.confirmations,
      ],
      // A shifted file is never taken in part, whatever is fixed in it here.
      ...(found.shift && { toSend: 0, creates: 0, edits: 0, deletes: 0, calls: 0, confirmations: [] }),
      steps: steps.open,
      revision: this.#revision,
      ...(stock && { stock: stock.plan.check(rows, plan, stock.request) }),
    }
  }

  /** The plan of its rows, which a person's decision may have changed, with the counts. */
  staged(): Pick<CheckedDraft, 'check' | 'plan'> {
    return { check: this.summary(), plan: this.#checked().plan }
  }

  /** Rows `offset` to `offset + limit` of those that pass the filter, and how many pass. */
  window(filter: RowFilter, offset: number, limit: number): { total: number; rows: DraftRow[] } {
    const passing = this.#passing(filter)
    return {
      total: passing.length,
      rows: passing.slice(offset, offset + limit).map((row) => this.#shown(row)),
    }
  }

  /**
   * Fixes one cell and checks its row again.
   * @throws Fault `draft-unknown` if no record begins at that line; `quote-unclosed` or `rows-swallowed` if lines of
   * the file are lost in the row, which would pass without them
   */
  fix(line: number, column: number, value: string, { compare }: CheckHooks): DraftRow {
    const { plan, rows } = this.#checked()
    const row = rows.find((each) => each.line === line)
    if (!row) throw new Fault('draft-unknown', { line })
    for (const code of ['quote-unclosed', 'rows-swallowed'] as const)
      if (row.has(code)) throw new Fault(code, { file: plan.fileName, line })
    // A cell that a ragged row lacks can be fixed too.
    requireColumn(column, Math.max(row.checked.record.length, plan.header.length))
    this.#change(changedColumn([row], { column, match: null, value: value.toWellFormed() }).changed, compare)
    return this.#shown(row)
  }

  /** Changes the cells of a column in the rows that pass the filter, as one step, and checks these rows again. */
  changeColumn(
    change: ColumnChange,
    filter: RowFilter,
    { compare }: CheckHooks,
  ): { changed: number; lost: number } {
    const { changed, lost } = this.#changed(change, filter)
    this.#change(changed, compare)
    return { changed: changed.size, lost }
  }

  /** Number of cells that such a change would change. */
  countChanged(change: ColumnChange, filter: RowFilter): { changed: number; lost: number } {
    const { changed, lost } = this.#changed(change, filter)
    return { changed: changed.size, lost }
  }

  /** Undoes the last step, or does the one again that was undone last. Without such a step, nothing changes. */
  moveStep(way: 'undo' | 'redo', { compare }: CheckHooks): Check {
    const { steps } = this.#checked()
    const step = steps.next(way)
    if (!step) return this.summary()
    const others = [...step].filter(([row, { record }]) => row.checked.record !== record)
    this.#recheck(new Map(others.map(([row, { record }]) => [row, record])), compare, () => {
      steps.move(way)
      for (const [row, { leftOut }] of step) row.leftOut = leftOut
    })
    return this.summary()
  }

  /** The adverts that rows edit or delete, each once. */
  targets(): Float64Array<ArrayBuffer> {
    const ids = this.#checked()
      .rows.filter(isTargeting)
      .flatMap(({ checked }) => checked.payload.auto_id ?? [])
    return Float64Array.from(new Set(ids.filter((id) => typeof id === 'number')))
  }

  /**
   * Checks the edits and deletes of these adverts again, or all of them, against what is known now. The plan of a stock stays:
   * it is made again as a whole.
   */
  recheck(adverts: Float64Array | null, { compare }: CheckHooks): Check {
    const asked = adverts && new Set(adverts)
    const isMeant = (row: RowOfDraft): boolean =>
      isTargeting(row) && (asked?.has(Number(row.checked.payload.auto_id)) ?? true)
    if (this.#checked().stock) this.#note(isMeant, compare)
    else this.#again(isMeant, compare)
    return this.summary()
  }

  /** The vehicles whose names are not found for certain, and the values that this is about. */
  names(): AskedVehicles {
    const { plan, rows, vehicles } = this.#checked()
    return askedVehicles({ rows, plan, known: vehicles.known, shown: (row) => this.#shown(row) })
  }

  /** Checks the rows again whose names were not found for certain, by what is known now. Cells that were fixed stay. */
  rename({ compare }: CheckHooks): Check {
    this.#checked().vehicles.forgetUnsure()
    this.#again((row) => nameCodes.some((code) => row.has(code)), compare)
    return this.summary()
  }

  /** Makes rows of new adverts whose numbers have one change it from now on. */
  changeLinked({ compare }: CheckHooks): Check {
    const state = this.#checked()
    const plan: DraftPlan = { ...state.plan, changesLinked: true, fileOperation: 'mixed' }
    this.#state = { ...state, plan, rowPlan: planRows(plan, state.vehicles) }
    try {
      this.#again((row) => row.has('number-linked'), compare)
    } catch (error) {
      this.#state = state
      throw error
    }
    return this.summary()
  }

  /** Keeps what a person changed in the rows. @throws what the file system throws */
  keepChanges(path: string): void {
    const { plan, steps } = this.#checked()
    writeKeptChanges(path, steps.touched, plan)
  }

  /**
   * Changes the rows as they were changed before, as one step. Rows that the check leaves out stay so: something newer was sent.
   * @returns how many changed rows the file has no more
   */
  restoreChanges(path: string, hooks: CheckHooks): { check: Check; lost: number } {
    const { compare } = hooks
    const changes = readKeptChanges(path)
    if (changes.changesLinked) this.changeLinked(hooks)
    const { rows, steps } = this.#checked()
    const kept = keptRows(changes, rows)
    const changed = [...kept].filter(([row, { record }]) => record !== row.checked.record)
    this.#recheck(new Map(changed.map(([row, { record }]) => [row, record])), compare, () => {
      if (kept.size > 0) steps.begin(kept.keys())
      for (const [row, { leftOut }] of kept) row.leftOut ||= leftOut
    })
    return { check: this.summary(), lost: changes.rows.length - kept.size }
  }

  leaveOut(lines: readonly number[], leftOut: boolean): Check {
    const asked = new Set(lines)
    return this.#leave(
      this.#checked().rows.filter(({ line }) => asked.has(line)),
      leftOut,
    )
  }

  leaveOutShown(filter: RowFilter, leftOut: boolean): Check {
    return this.#leave(this.#passing(filter), leftOut)
  }

  /** Leaves out creates that may make a second advert, and every row that waits in an open batch. */
  leaveOutSent(): Check {
    return this.#leave(this.#checked().rows.filter(mayBeSecond), true)
  }

  /** Writes the rows as the journal plans them. */
  plan(path: string): void {
    const { rows, plan } = this.#checked()
    const numberAt = plan.mapping.indexOf('stock_no')
    writePlannedRows(path, rows, (row) => plannedRow(this.#shown(row, 'plan'), numberAt))
  }

  /** Decisions about the stock. @throws Fault `draft-unknown` if it wasn't */
  decisions(): StockDecisions {
    return this.#stock().decisions
  }

  /** The adverts that were found for cars without a link, if they are found so surely. @throws Fault `draft-unknown` */
  foundAdverts(grades: readonly CandidateGrade[]): FoundAdvert[] {
    return this.#stock().found(grades)
  }

  #read(request: CheckRequest, records?: number): SourceRows {
    return 'columns' in this.place
      ? this.#values.read(this.place, request)
      : this.#file.read(this.place, request, records)
  }

  close(): void {
    this.#state = null
  }

  #checked(): CheckedState {
    if (!this.#state) throw new Fault('draft-unknown', { reason: 'not-checked' })
    return this.#state
  }

  #stock(): StockPlan {
    const { stock } = this.#checked()
    if (!stock) throw new Fault('draft-unknown', { reason: 'not-checked' })
    return stock.plan
  }

  #shown(row: RowOfDraft, use: 'show' | 'plan' = 'show'): DraftRow {
    const { rowPlan, stock } = this.#checked()
    return shownRow(row, { rowPlan, carOf: stock?.plan.carOf ?? null }, use)
  }

  #passing(filter: RowFilter): readonly RowOfDraft[] {
    const { rows, stock } = this.#checked()
    const carOf = stock?.plan.carOf ?? (() => undefined)
    const passing = filtered(rows, filter, carOf)
    const rank = ({ line }: RowOfDraft): number =>
      planOrder.findIndex((action) => action === carOf(line)?.action)
    return filter.asPlan ? passing.toSorted((one, other) => rank(one) - rank(other)) : passing
  }

  #changed(change: ColumnChange, filter: RowFilter): ReturnType<typeof changedColumn> {
    requireColumn(change.column, this.#checked().plan.header.length)
    return changedColumn(this.#passing(filter), { ...change, value: change.value.toWellFormed() })
  }

  /** Puts other records in the place of those of rows, as one step. */
  #change(changed: ReadonlyMap<RowOfDraft, Row>, compare: Compare | null): void {
    this.#recheck(changed, compare, () => {
      if (changed.size > 0) this.#checked().steps.begin(changed.keys())
    })
  }

  /** Checks rows again as they are, but for those in which lines of the file are lost. */
  #again(isMeant: (row: RowOfDraft) => boolean, compare: Compare | null): void {
    const rows = this.#checked().rows.filter((row) => isMeant(row) && !holdsLines(row))
    if (rows.length === 0) return
    const known = new Set(rows.filter((row) => row.has('sent-since')))
    this.#recheck(new Map(rows.map((row) => [row, row.checked.record])), compare, () => undefined)
    // Sent while the check was open: the newer value stays unless a person includes the row.
    for (const row of rows) if (row.has('sent-since') && !known.has(row)) row.leftOut = true
    this.#settle()
  }

  /** Checks rows with these records. Nothing of the draft changes before all of them are compared. */
  #recheck(records: ReadonlyMap<RowOfDraft, Row>, compare: Compare | null, apply: () => void): void {
    const { rowPlan, vehicles, prices } = this.#checked()
    const checked = checkAgain([...records.values()], { rowPlan, vehicles, compare })
    prices.learn(checked, compare)
    apply()
    this.#revision += 1
    for (const [at, row] of [...records.keys()].entries()) {
      const now = checked[at] ?? row.checked
      row.noteSince(now, this.#revision)
      row.checked = now
    }
    this.#settle()
  }

  /** Notes which adverts have other values now; the rows stay as they are. */
  #note(isMeant: (row: RowOfDraft) => boolean, compare: Compare | null): void {
    const { rows, rowPlan, vehicles } = this.#checked()
    const meant = rows.filter((row) => isMeant(row) && !holdsLines(row))
    if (meant.length === 0) return
    const records = meant.map(({ checked }) => checked.record)
    this.#revision += 1
    for (const [at, now] of checkAgain(records, { rowPlan, vehicles, compare }).entries())
      meant[at]?.noteSince(now, this.#revision)
  }

  #leave(rows: readonly RowOfDraft[], leftOut: boolean): Check {
    const others = rows.filter((row) => row.leftOut !== leftOut)
    this.#revision += 1
    if (others.length > 0) {
      this.#checked().steps.begin(others)
      for (const row of others) row.leftOut = leftOut
      this.#settle()
    }
    return this.summary()
  }

  /** Compares rows with each other: rows of a stock file are distinct by their numbers. */
  #settle(): void {
    const { rows, rowPlan, prices, stock } = this.#checked()
    if (stock) for (const row of rows) row.beside = nothing
    else findRepeats(rows, rowPlan)
    prices.warn(rows, rowPlan)
  }
}

const nothing: readonly never[] = []

/** @throws Fault `draft-unknown` for a draft of values */
function filePlace(place: DraftPlace): FilePlace {
  if ('columns' in place) throw new Fault('draft-unknown', { draftId: place.draftId })
  return place
}

const isTargeting = ({ checked: { operation } }: RowOfDraft): boolean =>
  operation === 'edit' || operation === 'delete'
