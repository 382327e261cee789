import { Fault } from '#shared/bridge/failure.ts'
import type { ToldCount } from '#shared/import/draft.ts'
import type { ToldRecords } from '#shared/import/file-facts.ts'
import { type Finding, finding } from '../../writes/finding.ts'
import type { Table } from '../csv/read-table.ts'
import type { Row } from '../rows/row.ts'
import { GroupMakes } from './group-makes.ts'
import { movesColumns } from './moved-columns.ts'
import type { OutsideRecord, TableBounds } from './outside-table.ts'
import { ProgramErrors } from './program-errors.ts'
import { type IsCar, isRowAfterAll } from './row-likeness.ts'
import type { RowPlan } from './row-plan.ts'
import { SoldRows } from './sold-rows.ts'
import { ToldCounts } from './told-count.ts'

/** The rows of a draft, told apart from what else is in its file. */
export interface FileRows {
  readonly rows: readonly Row[]
  /** Records that are no rows. */
  readonly outside: readonly OutsideRecord[]
  /** The number of rows that the file says, if it has another one. */
  readonly toldCount: ToldCount | null
  /** The problem of the last row, if the file ends inside it. */
  readonly cut: Finding | null
}

interface Options {
  readonly file: string
  readonly plan: RowPlan
  readonly bounds: TableBounds
  /** The number of records that the document states. */
  readonly told?: ToldRecords | undefined
  /** Tells the cars of a stock file by their numbers. */
  readonly isCar?: IsCar
}

/**
 * Finds the rows under the header of a file.
 * @throws Fault `header-moved` if another header with other columns is among them, `file-broken-off` if they end with an error
 * of the program that wrote them
 */
export function rowsOfFile(table: Table, { file, plan, bounds, told: beside, isCar }: Options): FileRows {
  const groups = new GroupMakes(plan)
  const sold = new SoldRows(plan)
  const end = new ProgramErrors(plan)
  const told = new ToldCounts(beside)
  const outside: OutsideRecord[] = []
  const rows: Row[] = []
  const below = table.rows.filter(({ line }) => line > bounds.headerEnd)
  for (const [at, record] of below.entries()) {
    const next = below[at + 1]
    const reason = bounds.reasonOf(record, next)
    if (!reason && movesColumns(record, plan)) throw new Fault('header-moved', { file, line: record.line })
    const left = reason && !isRowAfterAll(record, reason, plan, isCar) ? reason : null
    const found = sold.isHeading(record) ? 'note' : sold.reasonOf(record, groups.reasonOf(record, left, next))
    end.pass(record, found)
    told.pass(record, found)
    if (found) outside.push({ record, reason: found })
    else rows.push(record)
  }
  if (end.found) throw new Fault('file-broken-off', { file, ...end.found })
  const cut = cutCell(rows, table.open, plan)
  return { rows: groups.filled(rows), outside, toldCount: told.differing, cut }
}

/** With fewer rows one of them is the shortest by chance. */
const leastRows = 3

/**
 * Finds a file that ends inside its last cell: only its last row has no line end, and the cell is shorter than any other
 * of its column. Many programs write no last line end, so that alone is no sign.
 * @param open the last row of the file, if nothing says that it is whole
 */
function cutCell(
  rows: readonly Row[],
  open: Row | null,
  { header, mapping, fixedCells = false }: RowPlan,
): Finding | null {
  if (open === null || fixedCells || rows.at(-1) !== open || open.length !== header.length) return null
  const last = header.length - 1
  const whole = rows.slice(0, -1).filter(({ length }) => length === header.length)
  const isShortest = whole.every((row) => row.text(last).length > open.text(last).length)
  if (whole.length < leastRows || !isShortest) return null
  return finding(mapping[last] ?? header[last] ?? '', 'cell-cut', open.text(last))
}
