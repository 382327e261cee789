import { Fault } from '#shared/bridge/failure.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import { changedRecord } from '../csv/changed-record.ts'
import { readPage } from '../csv/record-page.ts'
import { changedCell } from './column-change.ts'
import { filteredPages, type StoredRow } from './row-pages.ts'
import { type RawRow, type RecheckParts, RowRechecks } from './row-rechecks.ts'
import { StagedChunks } from './staged-chunks.ts'
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

interface Changing {
  readonly row: StoredRow
  readonly old: Buffer
  readonly next: Buffer
}

/** Changes the cells of a column in the rows that pass the filter, as one step, and checks these rows again. */
export async function changeColumn(
  parts: RecheckParts,
  change: ColumnChange,
  filter: RowFilter,
): Promise<ChangedColumn> {
  const { staging, plan } = parts
  const rechecks = new RowRechecks(parts)
  let [changed, lost, step] = [0, 0, 0]
  for (const page of filteredPages(staging.db, filter)) {
    const all = changingRows(page, rechecks.chunks, change, plan.shape.delimiter)
    const changing = all.filter(({ row }) => row.lost === 0)
    lost += all.length - changing.length
    if (changing.length === 0) continue
    step ||= staging.history.begin()
    await writePage(changing, step, parts, rechecks)
    changed += changing.length
  }
  if (step > 0) await rechecks.repeating(step)
  return { changed, lost, vehicles: rechecks.vehicles }
}

/** How many cells a change would change. */
export function countChanged(
  { staging, plan }: RecheckParts,
  change: ColumnChange,
  filter: RowFilter,
): { changed: number; lost: number } {
  const chunks = new StagedChunks(staging.db)
  let [changed, lost] = [0, 0]
  for (const page of filteredPages(staging.db, filter))
    for (const { row } of changingRows(page, chunks, change, plan.shape.delimiter))
      if (row.lost === 0) changed += 1
      else lost += 1
  return { changed, lost }
}

function changingRows(
  page: readonly StoredRow[],
  chunks: StagedChunks,
  { column, ...change }: ColumnChange,
  delimiter: RecheckParts['plan']['shape']['delimiter'],
): Changing[] {
  const raws = page.map((row) => chunks.read(row))
  return readPage(raws, delimiter).flatMap((record, at) => {
    const [row, old] = [page[at], raws[at]]
    const value = changedCell(record.text(column), change)
    if (!row || !old || value === null) return []
    return [{ row, old, next: changedRecord(record, column, value, delimiter) }]
  })
}

async function writePage(
  changing: readonly Changing[],
  step: number,
  { staging }: RecheckParts,
  rechecks: RowRechecks,
): Promise<void> {
  const rawOf = (of: 'old' | 'next'): RawRow[] =>
    changing.map((each) => ({ line: each.row.line, raw: each[of] }))
  const before = rechecks.forget(rawOf('old'))
  staging.history.keep(
    step,
    changing.map(({ row }) => row.line),
  )
  const checked = await rechecks.check(rawOf('next'), before)
  const chunk = staging.addChunk(Buffer.concat(changing.map(({ next }) => next)))
  let start = 0
  staging.put(
    changing.map(({ row, next }, at) => {
      const changed = { place: chunk + start, size: next.length }
      start += next.length
      return { ...row, ...changed, checked: checked[at] }
    }),
  )
}

/** @throws Fault `bad-ask` if the column is none of the file's */
export function requireColumn(column: number, columns: number): void {
  if (column >= columns) throw new Fault('bad-ask', { path: 'column' })
}
