import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fault } from '#shared/bridge/failure.ts'
import type { Shift } from '#shared/import/draft.ts'
import { check } from '../check/check.ts'
import type { CheckedRow } from '../check/checked-row.ts'
import type { FileRows } from '../check/rows-of-file.ts'
import type { RowPlan } from '../check/row-plan.ts'
import type { Compare } from '../compare/compare.ts'
import { compareRows } from '../compare/compare-rows.ts'
import { type ShiftedRow, ShiftedRows } from '../compare/shifted-rows.ts'
import type { StockDraft } from '../stock/stock-draft.ts'
import { RowOfDraft } from './draft-row.ts'
import type { DraftVehicles } from './draft-vehicles.ts'
import type { Row } from '../rows/row.ts'

export interface CheckHooks {
  /** Null if there is no cache and no journal to ask: nothing is compared. */
  readonly compare: Compare | null
  readonly isCancelled: () => boolean
  /** Gets the share of the draft that is checked, 0 to 1, and the number of rows. */
  readonly onProgress: (share: number, rows: number) => void
}

/** Everything that the check of a draft's rows needs. */
export interface CheckParts {
  readonly rowPlan: RowPlan
  readonly vehicles: DraftVehicles
  readonly compare: Compare | null
}

/** Rows that are checked and compared together. */
const rowsAtOnce = 1_000

interface CheckedDraft {
  readonly rows: RowOfDraft[]
  /** The rows have slipped against their adverts. */
  readonly shift: Shift | null
}

/**
 * Checks and compares every row of a draft.
 * @param file rows that the app made can't have slipped
 * @param stock decides about the cars of a file that is the whole stock
 * @throws Fault `cancelled`
 */
export async function checkDraft(
  file: Pick<FileRows, 'rows' | 'cut'> & { readonly isFile: boolean },
  parts: CheckParts,
  hooks: CheckHooks,
  stock: StockDraft | null,
): Promise<CheckedDraft> {
  const { rowPlan, vehicles, compare } = parts
  const shifted = new ShiftedRows(rowPlan)
  const rows: RowOfDraft[] = []
  const cars = stock?.readerOf(rowPlan)
  for (let from = 0; from < file.rows.length; from += rowsAtOnce) {
    const some = file.rows.slice(from, from + rowsAtOnce)
    vehicles.ask(some, cars?.newCars ?? rowPlan, compare)
    const cut = from + rowsAtOnce >= file.rows.length ? file.cut : null
    const checked = some.map((row) => check(row, rowPlan))
    const last = checked.at(-1)
    // A car of the stock that is known is compared with its advert: a price that lost a digit is a jump.
    if (last && cut && (!stock || last.operation === 'create'))
      checked.splice(-1, 1, { ...last, problems: [cut, ...last.problems] })
    const { compared, kept } =
      stock && cars
        ? stock.compared(checked, { rowPlan, compare, cars })
        : bothOf(compareRows(checked, rowPlan, compare))
    shifted.pass(compared)
    for (const row of kept) rows.push(new RowOfDraft(row))
    const done = Math.min(from + rowsAtOnce, file.rows.length)
    hooks.onProgress(done / file.rows.length, done)
    // Lets the message of a cancellation in.
    await nextTurn()
    if (hooks.isCancelled()) throw new Fault('cancelled')
  }
  // Rows with older values than were sent since are sent only if a person includes them.
  for (const row of rows) row.leftOut = row.checked.problems.some(({ code }) => code === 'sent-since')
  if (stock && cars) stock.finish(rows, { rowPlan, compare })
  const found = file.isFile ? shifted.found() : null
  if (found) holdShifted(rows, found.rows)
  return { rows, shift: found?.shift ?? null }
}

const bothOf = (rows: readonly CheckedRow[]) => ({ compared: rows, kept: rows })

function holdShifted(rows: readonly RowOfDraft[], found: readonly ShiftedRow[]): void {
  const byLine = new Map(found.map((each) => [each.line, each.found]))
  for (const row of rows) {
    const held = byLine.get(row.line)
    if (held) row.held = [...row.held, held]
  }
}

/** Checks and compares rows again, in the way in which they were checked at first. */
export function checkAgain(
  rows: readonly Row[],
  { rowPlan, vehicles, compare }: CheckParts,
): readonly CheckedRow[] {
  vehicles.ask(rows, rowPlan, compare)
  return compareRows(
    rows.map((row) => check(row, rowPlan)),
    rowPlan,
    compare,
  )
}
