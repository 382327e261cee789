import { Fault } from '#shared/bridge/failure.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import { repairedText } from '../encoding/spoilt-letters.ts'
import type { RecordView } from '../records/record-view.ts'
import { RecordPageWriter, sizeIn } from '../records/record-page.ts'
import { filteredPages, type StoredRow } from './row-pages.ts'
import { type RecheckParts, RowRechecks } from './row-rechecks.ts'
import { StagedChunks } from './staged-chunks.ts'
import { formatOf } from './staged-plan.ts'
import type { StagedVehicles } from './staged-vehicles.ts'
import type { RowFilter } from './staging-window.ts'

/** What a change of a column came to. */
export interface ChangedColumn {
  /** Rows with another text now. */
  readonly changed: number
  /** Rows that stay as they are because lines of the file are lost in them. */
  readonly lost: number
  readonly vehicles: StagedVehicles
}

/** A row with another text for its cell. */
interface Changing {
  readonly row: StoredRow
  readonly record: RecordView
  readonly value: string
}

/** Changes the cells of a column in the rows that pass the filter, as one step, and checks these rows again. */
export async function changeColumn(
  parts: RecheckParts,
  change: ColumnChange,
  filter: RowFilter,
): Promise<ChangedColumn> {
  const { staging } = parts
  const rechecks = new RowRechecks(parts)
  const counts = { changed: 0, lost: 0 }
  let step = 0
  for (const page of filteredPages(staging.db, filter)) {
    const all = changingRows(page, rechecks.recordsOf(page), change)
    const changing = all.filter(({ row }) => row.lost === 0)
    counts.lost += all.length - changing.length
    if (changing.length === 0) continue
    step ||= staging.history.begin()
    await writePage(changing, change.column, step, parts, rechecks)
    counts.changed += changing.length
  }
  if (step > 0) await rechecks.repeating(step)
  return { ...counts, vehicles: rechecks.vehicles }
}

/** How many cells a change would change. */
export function countChanged(
  { staging, plan }: RecheckParts,
  change: ColumnChange,
  filter: RowFilter,
): { changed: number; lost: number } {
  const chunks = new StagedChunks(staging.db)
  const format = formatOf(plan)
  const counts = { changed: 0, lost: 0 }
  for (const page of filteredPages(staging.db, filter))
    for (const { row } of changingRows(page, format.readPage(chunks.page(page)), change))
      if (row.lost === 0) counts.changed += 1
      else counts.lost += 1
  return counts
}

function changingRows(
  page: readonly StoredRow[],
  records: readonly RecordView[],
  { column, ...change }: ColumnChange,
): Changing[] {
  return records.flatMap((record, at) => {
    const row = page[at]
    const value = changedCell(record.text(column), change)
    return row && value !== null ? [{ row, record, value }] : []
  })
}

async function writePage(
  changing: readonly Changing[],
  column: number,
  step: number,
  { staging }: RecheckParts,
  rechecks: RowRechecks,
): Promise<void> {
  const lines = changing.map(({ row }) => row.line)
  const before = rechecks.forget(
    lines,
    changing.map(({ record }) => record),
  )
  staging.history.keep(step, lines)
  const writer = new RecordPageWriter()
  for (const { record, value } of changing) rechecks.format.writeChanged(writer, record, { column, value })
  const { page } = writer
  const checked = await rechecks.check(lines, page, before)
  const chunk = staging.addChunk(page.bytes)
  staging.put(
    changing.map(({ row }, at) => ({
      ...row,
      place: chunk + (page.starts[at] ?? 0),
      size: sizeIn(page, at),
      checked: checked[at],
    })),
  )
}

/** @throws Fault `invalid-request` if the column is none of the file's */
export function requireColumn(column: number, columns: number): void {
  if (column >= columns) throw new Fault('invalid-request', { path: 'column' })
}

/** What a cell becomes; null if it stays as it is. */
function changedCell(cell: string, { match, value }: Pick<ColumnChange, 'match' | 'value'>): string | null {
  const next = match === null ? value : match === 'spoilt' ? repairedText(cell) : replaced(cell, match, value)
  return next === null || next === cell ? null : next
}

function replaced(
  cell: string,
  { text, whole }: Exclude<ColumnChange['match'], 'spoilt' | null>,
  value: string,
): string | null {
  if (whole) return cell === text ? value : null
  return text !== '' && cell.includes(text) ? cell.replaceAll(text, () => value) : null
}
