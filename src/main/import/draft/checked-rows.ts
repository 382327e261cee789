import { Fault } from '#shared/bridge/failure.ts'
import type { AnswerOf } from '#shared/bridge/call.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import type { Check, DraftRow } from '#shared/import/draft.ts'
import type { importCalls } from '#shared/import/import-calls.ts'
import type { CandidateGrade } from '#shared/stock/stock-actions.ts'
import { planRows, type RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import type { ExcelForm } from '../../files/error-rows.ts'
import type { FileBytes } from '../../files/file-bytes.ts'
import type { UsualPrices } from '../compare/usual-prices.ts'
import type { Row } from '../rows/row.ts'
import type { FoundAdvert, StockDecisions, StockPlan } from '../stock/stock-plan.ts'
import type { StockRequest } from '../stock/stock-facts.ts'
import {
  changedColumn,
  holdsLines,
  keptRows,
  readKeptChanges,
  requireColumn,
  Steps,
  writeKeptChanges,
} from './steps.ts'
import { checkAgain, type CheckHooks } from './check-draft.ts'
import type { DraftPlan } from './draft-plan.ts'
import type { RowOfDraft } from './draft-row.ts'
import { confirmHidden, summarise } from './draft-summary.ts'
import type { DraftVehicles } from './draft-vehicles.ts'
import { plannedRow, writePlannedRows } from './planned-rows.ts'
import { askedIn, groupOf, groupRows, type RowsInGroups } from './grouped-rows.ts'
import { problemRows } from './problem-rows.ts'
import { findRepeats } from './repeats.ts'
import { filtered, mayBeSecond, type RowFilter } from './row-filter.ts'
import { shownRow } from './shown-row.ts'
import { type AskedVehicles, askedVehicles } from './unnamed-vehicles.ts'

/** Problems of names that were not found for certain. */
const nameCodes = ['name-unknown', 'name-ambiguous', 'name-learned', 'ids-apart', 'name-uncompared'] as const

/** Everything that a check leaves behind. */
export interface CheckedParts {
  readonly draftId: string
  readonly plan: DraftPlan
  readonly rowPlan: RowPlan
  readonly rows: readonly RowOfDraft[]
  readonly found: Pick<Check, 'file' | 'blank' | 'endMark' | 'outside' | 'statedCount' | 'shift'>
  readonly vehicles: DraftVehicles
  readonly prices: UsualPrices
  readonly stock: { readonly request: StockRequest; readonly plan: StockPlan } | null
}

type RowPage = AnswerOf<(typeof importCalls)['draft:rows']>

/** The rows of a draft after its check: they are changed here, checked again, and leave in windows only. */
export class CheckedRows {
  readonly #parts: Omit<CheckedParts, 'plan' | 'rowPlan'>
  readonly #steps = new Steps()
  #plan: DraftPlan
  #rowPlan: RowPlan
  #revision: number
  /** Rows in their groups as they were last asked for. */
  #grouped: RowsInGroups | null = null

  /** @param revision of the draft so far */
  constructor({ plan, rowPlan, ...parts }: CheckedParts, revision: number) {
    this.#parts = parts
    this.#plan = plan
    this.#rowPlan = rowPlan
    this.#revision = revision
    this.#settle()
  }

  /** Number of changes to the rows, with those of earlier checks. */
  get revision(): number {
    return this.#revision
  }

  summary(): Check {
    const { draftId, rows, found, stock } = this.#parts
    const sums = summarise(rows, draftId, this.#plan)
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
      ...(found.shift && {
        toSend: 0,
        creates: 0,
        edits: 0,
        deletes: 0,
        calls: 0,
        confirmations: [],
        asked: [],
      }),
      steps: this.#steps.open,
      revision: this.#revision,
      ...(stock && { stock: stock.plan.check(rows, this.#plan, stock.request) }),
    }
  }

  /** The plan of its rows, which a person's decision may have changed, with the counts. */
  staged(): { readonly check: Check; readonly plan: DraftPlan } {
    return { check: this.summary(), plan: this.#plan }
  }

  /**
   * Rows `offset` to `offset + limit` of those that pass the filter, and how many pass.
   * @param groupsOf the rows come in the order of their groups; those of this revision are known
   */
  window(filter: RowFilter, offset: number, limit: number, groupsOf?: number): RowPage {
    const groups = groupsOf === undefined ? null : this.#inGroups()
    const rows = this.#passing(filter, groups?.rows)
    return {
      total: rows.length,
      rows: rows.slice(offset, offset + limit).map((row) => this.#shown(row)),
      ...(groups && groups.grouped.revision !== groupsOf && { grouped: groups.grouped }),
    }
  }

  /**
   * Fixes one cell and checks its row again.
   * @throws Fault `draft-unknown` if no record begins at that line; `quote-unclosed` or `rows-swallowed` if lines of
   * the file are lost in the row, which would pass without them
   */
  fix(line: number, column: number, value: string, { compare }: CheckHooks): DraftRow {
    const row = this.#parts.rows.find((each) => each.line === line)
    if (!row) throw new Fault('draft-unknown', { line })
    for (const code of ['quote-unclosed', 'rows-swallowed'] as const)
      if (row.has(code)) throw new Fault(code, { file: this.#plan.fileName, line })
    // A cell that a ragged row lacks can be fixed too.
    requireColumn(column, Math.max(row.checked.record.length, this.#plan.header.length))
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
    const step = this.#steps.next(way)
    if (!step) return this.summary()
    const others = [...step].filter(([row, { record }]) => row.checked.record !== record)
    this.#recheck(new Map(others.map(([row, { record }]) => [row, record])), compare, () => {
      this.#steps.move(way)
      for (const [row, { leftOut }] of step) row.leftOut = leftOut
    })
    return this.summary()
  }

  /** The adverts that rows edit or delete, each once. */
  targets(): Float64Array<ArrayBuffer> {
    const ids = this.#parts.rows.filter(isTargeting).flatMap(({ checked }) => checked.payload.auto_id ?? [])
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
    if (this.#parts.stock) this.#note(isMeant, compare)
    else this.#again(isMeant, compare)
    return this.summary()
  }

  /** The vehicles whose names are not found for certain, and the values that this is about. */
  names(): AskedVehicles {
    const { rows, vehicles } = this.#parts
    return askedVehicles({ rows, plan: this.#plan, known: vehicles.known, shown: (row) => this.#shown(row) })
  }

  /** Checks the rows again whose names were not found for certain, by what is known now. Cells that were fixed stay. */
  rename({ compare }: CheckHooks): Check {
    this.#parts.vehicles.forgetUnsure()
    this.#again((row) => nameCodes.some((code) => row.has(code)), compare)
    return this.summary()
  }

  /** Makes rows of new adverts whose numbers have one change it from now on. */
  changeLinked({ compare }: CheckHooks): Check {
    const plan = this.#plan
    const rowPlan = this.#rowPlan
    this.#plan = { ...plan, changesLinked: true, fileOperation: 'mixed' }
    this.#rowPlan = planRows(this.#plan, this.#parts.vehicles)
    try {
      this.#again((row) => row.has('number-linked'), compare)
    } catch (error) {
      this.#plan = plan
      this.#rowPlan = rowPlan
      throw error
    }
    return this.summary()
  }

  /** Keeps what a person changed in the rows. @throws what the file system throws */
  keepChanges(path: string): void {
    writeKeptChanges(path, this.#steps.touched, this.#plan)
  }

  /**
   * Changes the rows as they were changed before, as one step. Rows that the check leaves out stay so: something newer was sent.
   * @returns how many changed rows the file has no more
   */
  restoreChanges(path: string, hooks: CheckHooks): { check: Check; lost: number } {
    const { compare } = hooks
    const changes = readKeptChanges(path)
    if (changes.changesLinked) this.changeLinked(hooks)
    const kept = keptRows(changes, this.#parts.rows)
    const changed = [...kept].filter(([row, { record }]) => record !== row.checked.record)
    this.#recheck(new Map(changed.map(([row, { record }]) => [row, record])), compare, () => {
      if (kept.size > 0) this.#steps.begin(kept.keys())
      for (const [row, { leftOut }] of kept) row.leftOut ||= leftOut
    })
    return { check: this.summary(), lost: changes.rows.length - kept.size }
  }

  leaveOut(lines: readonly number[], leftOut: boolean): Check {
    const asked = new Set(lines)
    return this.#leave(
      this.#parts.rows.filter(({ line }) => asked.has(line)),
      leftOut,
    )
  }

  leaveOutShown(filter: RowFilter, leftOut: boolean): Check {
    return this.#leave(this.#passing(filter), leftOut)
  }

  /** Leaves out creates that may make a second advert, and every row that waits in an open batch. */
  leaveOutSent(): Check {
    return this.#leave(this.#parts.rows.filter(mayBeSecond), true)
  }

  /** The rows with errors as a file to be fixed and imported again: in the form of the source if no other is asked for. */
  problemRows(excel: ExcelForm | null): Promise<FileBytes> {
    const rows = this.#parts.rows.filter((row) => !row.isValid).map((row) => this.#shown(row))
    return problemRows(this.#plan, rows, excel)
  }

  /** Writes the rows as the journal plans them. */
  plan(path: string): void {
    const numberAt = this.#plan.mapping.indexOf('stock_no')
    writePlannedRows(path, this.#parts.rows, (row) => plannedRow(this.#shown(row, 'plan'), numberAt))
  }

  /** Decisions about the stock. @throws Fault `draft-unknown` if it wasn't */
  decisions(): StockDecisions {
    return this.#stockPlan().decisions
  }

  /** The adverts that were found for cars without a link, if they are found so surely. @throws Fault `draft-unknown` */
  foundAdverts(grades: readonly CandidateGrade[]): FoundAdvert[] {
    return this.#stockPlan().found(grades)
  }

  #stockPlan(): StockPlan {
    const { stock } = this.#parts
    if (!stock) throw new Fault('draft-unknown', { reason: 'not-checked' })
    return stock.plan
  }

  #shown(row: RowOfDraft, use: 'show' | 'plan' = 'show'): DraftRow {
    const { stock } = this.#parts
    return shownRow(row, { rowPlan: this.#rowPlan, carOf: stock?.plan.carOf ?? null }, use)
  }

  #passing(filter: RowFilter, rows = this.#parts.rows): readonly RowOfDraft[] {
    const carOf = this.#parts.stock?.plan.carOf ?? (() => undefined)
    return filtered(rows, filter, { carOf, groupOf: (row) => this.#inGroups().groupOf(row) })
  }

  /** All rows in their groups: those of a plan by what is decided about their cars. */
  #inGroups(): RowsInGroups {
    if (this.#grouped?.grouped.revision === this.#revision) return this.#grouped
    const { draftId, rows, stock } = this.#parts
    const asked = stock ? null : askedIn(rows, summarise(rows, draftId, this.#plan).confirmations)
    this.#grouped = groupRows(rows, this.#revision, (row) =>
      asked ? groupOf(row, asked) : (stock?.plan.carOf(row.line)?.action ?? 'error'),
    )
    return this.#grouped
  }

  #changed(change: ColumnChange, filter: RowFilter): ReturnType<typeof changedColumn> {
    requireColumn(change.column, this.#plan.header.length)
    return changedColumn(this.#passing(filter), { ...change, value: change.value.toWellFormed() })
  }

  /** Puts other records in the place of those of rows, as one step. */
  #change(changed: ReadonlyMap<RowOfDraft, Row>, compare: Compare | null): void {
    this.#recheck(changed, compare, () => {
      if (changed.size > 0) this.#steps.begin(changed.keys())
    })
  }

  /** Checks rows again as they are, but for those in which lines of the file are lost. */
  #again(isMeant: (row: RowOfDraft) => boolean, compare: Compare | null): void {
    const rows = this.#parts.rows.filter((row) => isMeant(row) && !holdsLines(row))
    if (rows.length === 0) return
    const known = new Set(rows.filter((row) => row.has('sent-since')))
    this.#recheck(new Map(rows.map((row) => [row, row.checked.record])), compare, () => undefined)
    // Sent while the check was open: the newer value stays unless a person includes the row.
    for (const row of rows) if (row.has('sent-since') && !known.has(row)) row.leftOut = true
    this.#settle()
  }

  /** Checks rows with these records. Nothing of the draft changes before all of them are compared. */
  #recheck(records: ReadonlyMap<RowOfDraft, Row>, compare: Compare | null, apply: () => void): void {
    const checked = this.#checkAgain([...records.values()], compare)
    this.#parts.prices.learn(checked, compare)
    apply()
    this.#revision += 1
    for (const [at, row] of [...records.keys()].entries()) {
      const now = checked[at] ?? row.checked
      row.noteSince(now, this.#revision)
      row.checked = now
    }
    this.#settle()
  }

  #checkAgain(records: readonly Row[], compare: Compare | null): ReturnType<typeof checkAgain> {
    return checkAgain(records, { rowPlan: this.#rowPlan, vehicles: this.#parts.vehicles, compare })
  }

  /** Notes which adverts have other values now; the rows stay as they are. */
  #note(isMeant: (row: RowOfDraft) => boolean, compare: Compare | null): void {
    const meant = this.#parts.rows.filter((row) => isMeant(row) && !holdsLines(row))
    if (meant.length === 0) return
    const records = meant.map(({ checked }) => checked.record)
    this.#revision += 1
    for (const [at, now] of this.#checkAgain(records, compare).entries())
      meant[at]?.noteSince(now, this.#revision)
  }

  #leave(rows: readonly RowOfDraft[], leftOut: boolean): Check {
    const others = rows.filter((row) => row.leftOut !== leftOut)
    this.#revision += 1
    if (others.length > 0) {
      this.#steps.begin(others)
      for (const row of others) row.leftOut = leftOut
      this.#settle()
    }
    return this.summary()
  }

  /** Compares rows with each other: rows of a stock file are distinct by their numbers. */
  #settle(): void {
    const { rows, prices, stock } = this.#parts
    if (stock) for (const row of rows) row.byOthers = nothing
    else findRepeats(rows, this.#rowPlan)
    prices.warn(rows, this.#rowPlan)
  }
}

const nothing: readonly never[] = []

const isTargeting = ({ checked: { operation } }: RowOfDraft): boolean =>
  operation === 'edit' || operation === 'delete'
