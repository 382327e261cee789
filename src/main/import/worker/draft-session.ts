import { Fault } from '#shared/bridge/failure.ts'
import type { Check, ColumnValues, DraftRow, FileShapeChoice } from '#shared/import/draft.ts'
import { outsideFacts } from '../check/outside-table.ts'
import { planRows } from '../check/row-plan.ts'
import type { FieldColumn } from '../columns/column-values.ts'
import { UsualPrices } from '../compare/usual-prices.ts'
import { checkAgain, checkDraft, type CheckHooks } from '../draft/check-draft.ts'
import { CheckedRows } from '../draft/checked-rows.ts'
import type { DraftPlan } from '../draft/draft-plan.ts'
import { RowOfDraft } from '../draft/draft-row.ts'
import { DraftVehicles } from '../draft/draft-vehicles.ts'
import { shownRow } from '../draft/shown-row.ts'
import type { CellValue } from '../rows/row.ts'
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

/** Rows that are shown before the check, and the records under the header among which they are. */
const mostPreviewed = 20
const mostRecords = 60

/** One draft in the worker: its rows are read and checked here. */
export class DraftSession {
  /** Place where its rows are: those of another sheet of the file may be read later. */
  place: DraftPlace
  readonly #file = new FileSource()
  readonly #values = new ValuesSource()
  #checked: CheckedRows | null = null
  #revision = 0

  constructor(place: DraftPlace) {
    this.place = place
  }

  /** The rows after the last check. @throws Fault `draft-unknown` before it */
  get checked(): CheckedRows {
    if (!this.#checked) throw new Fault('draft-unknown', { reason: 'not-checked' })
    return this.#checked
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
    const vehicles = new DraftVehicles()
    const prices = new UsualPrices()
    const rowPlan = { ...planRows(plan, vehicles), ...(stock && { lostIn: stock.lostIn }) }
    const draft = { ...source, isFile: file !== null }
    const { rows, shift } = await checkDraft(draft, { rowPlan, vehicles, compare }, hooks, stock)
    prices.learn(
      rows.map(({ checked }) => checked),
      compare,
    )
    this.#checked = new CheckedRows(
      {
        draftId: this.place.draftId,
        plan,
        rowPlan,
        rows,
        vehicles,
        prices,
        found: {
          file,
          blank,
          endMark,
          outside: outsideFacts(outside),
          ...(statedCount && { statedCount }),
          ...(shift && { shift }),
        },
        stock: stock?.plan && request.stock ? { request: request.stock, plan: stock.plan } : null,
      },
      this.#revision,
    )
    return { check: this.#checked.summary(), plan, origin }
  }

  #read(request: CheckRequest, records?: number): SourceRows {
    return 'columns' in this.place
      ? this.#values.read(this.place, request)
      : this.#file.read(this.place, request, records)
  }

  close(): void {
    this.#revision = this.#checked?.revision ?? this.#revision
    this.#checked = null
  }
}

/** @throws Fault `draft-unknown` for a draft of values */
function filePlace(place: DraftPlace): FilePlace {
  if ('columns' in place) throw new Fault('draft-unknown', { draftId: place.draftId })
  return place
}
