import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LineEnd } from '#shared/import/file-facts.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Outside, Shift, ToldCount } from '#shared/import/draft.ts'
import type { CheckedChunk } from '../check/check-file.ts'
import type { Duplicates } from '../check/duplicates.ts'
import { addOutside, type OutsideReason, type OutsideRecord } from '../check/outside-table.ts'
import { planRows, type RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import { compareRows } from '../compare/compare-rows.ts'
import { ShiftedRows } from '../compare/shifted-rows.ts'
import type { UsualPrices } from '../compare/usual-prices.ts'
import type { StockDraft } from '../stock/stock-draft.ts'
import type { StagedPlan } from './staged-plan.ts'
import { StagedVehicles } from './staged-vehicles.ts'
import type { Staging } from './staging.ts'

export interface StageHooks {
  /** Null if there is no cache and no journal to ask: nothing is compared. */
  readonly compare: Compare | null
  readonly isCancelled: () => boolean
  readonly onProgress: (bytes: number, totalBytes: number, rows: number) => void
}

export interface StageOptions {
  readonly plan: StagedPlan
  readonly staging: Staging
  /** Reads and checks the rows. */
  readonly chunks: (plan: RowPlan) => Iterable<CheckedChunk>
  /** In all chunks. */
  readonly totalBytes: number
  /** Records above the header. */
  readonly above: readonly OutsideRecord[]
  readonly hooks: StageHooks
  readonly duplicates: Duplicates
  readonly prices: UsualPrices
  /** Decides about the cars of a file that is the whole stock. */
  readonly stock?: StockDraft | undefined
}

export interface StagedRows {
  lineEnd: LineEnd
  /** Blank records. */
  blank: number
  /** Whether the file ends with the sign of DOS programs. */
  endMark: boolean
  /** Records that are no rows. */
  outside: Outside[]
  toldCount?: ToldCount
  /** The rows have slipped against their adverts. */
  shift?: Shift
}

/**
 * Stages every row with what its checks found. Answers what was found beside the rows.
 * @throws Fault `cancelled`, and what reading the rows throws
 */
export async function stageRows({
  plan,
  staging,
  chunks,
  totalBytes,
  above,
  hooks,
  duplicates,
  prices,
  stock,
}: StageOptions): Promise<StagedRows> {
  const vehicles = new StagedVehicles(staging.db, hooks.compare)
  const rowPlan = planRows(plan, vehicles)
  const parts = { plan: rowPlan, duplicates, compare: hooks.compare }
  const cars = stock?.readerOf(rowPlan)
  const shifted = new ShiftedRows(rowPlan)
  let rows = 0
  const found: StagedRows = { lineEnd: 'lf', blank: 0, endMark: false, outside: [] }
  const outside = new Map<OutsideReason, Outside>()
  addOutside(outside, above)
  for (const chunk of chunks(rowPlan)) {
    addOutside(outside, chunk.outside)
    await vehicles.ask(chunk.records, cars?.newCars ?? rowPlan)
    if (stock && cars) {
      const { compared, pages } = await stock.compared(chunk, { ...parts, cars })
      shifted.pass(compared, chunk.lines)
      prices.pass(compared, chunk.lines, rowPlan)
      for (const page of pages) staging.write(page.bytes, page.rows, page.lines)
    } else {
      const compared = await compareRows(chunk.check(), rowPlan, hooks.compare)
      shifted.pass(compared, chunk.lines)
      prices.pass(compared, chunk.lines, rowPlan)
      staging.write(chunk.bytes, compared, chunk.lines)
    }
    rows += chunk.records.length
    found.lineEnd = chunk.lineEnd
    found.blank += chunk.blank
    found.endMark = chunk.endMark
    if (chunk.toldCount) found.toldCount = chunk.toldCount
    else delete found.toldCount
    hooks.onProgress(chunk.position, totalBytes, rows)
    // Lets the message of a cancellation in.
    await nextTurn()
    if (hooks.isCancelled()) throw new Fault('cancelled')
  }
  if (stock && cars) await stock.finish(staging, { ...parts, cars })
  staging.warn(await prices.found(hooks.compare))
  const shift = plan.rowsAre === 'text' ? shifted.found() : null
  if (shift) {
    staging.hold(shift.rows)
    found.shift = shift.shift
  }
  staging.finish()
  found.outside = [...outside.values()]
  return found
}
