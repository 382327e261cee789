import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeFileAtomically } from '../../storage/atomic-file.ts'
import type { Row } from '../rows/row.ts'
import { holdsLines } from './change-column.ts'
import type { RowOfDraft } from './draft-row.ts'
import type { DraftPlan } from './draft-plan.ts'

const cells = z.array(z.string())

const keptChangesSchema = z.object({
  /** Rows of new adverts whose numbers have one change it. */
  changesLinked: z.boolean(),
  rows: z.array(
    z.object({
      line: z.number(),
      /** The row as the file had it: only the same row is changed again. */
      was: cells,
      cells,
      leftOut: z.boolean(),
    }),
  ),
})
type KeptChanges = z.infer<typeof keptChangesSchema>

/** Writes what a person changed in the rows of a draft. @throws what the file system throws */
export function writeKeptChanges(
  path: string,
  touched: ReadonlyMap<RowOfDraft, Row>,
  { changesLinked = false }: Pick<DraftPlan, 'changesLinked'>,
): void {
  const rows = [...touched].map(([{ line, leftOut, checked }, { cells: was }]) => ({
    ...{ line, was, leftOut },
    cells: checked.record.cells,
  }))
  writeFileAtomically(path, JSON.stringify({ changesLinked, rows }))
}

/** @throws what the file system throws, and what is no such file */
export const readKeptChanges = (path: string): KeptChanges =>
  keptChangesSchema.parse(JSON.parse(readFileSync(path, 'utf8')))

/** The rows of a draft that were changed before and are the same in its file now, each with its record and whether it was left out. */
export function keptRows(
  { rows }: KeptChanges,
  byLine: ReadonlyMap<number, RowOfDraft>,
): ReadonlyMap<RowOfDraft, { readonly record: Row; readonly leftOut: boolean }> {
  const kept = new Map<RowOfDraft, { readonly record: Row; readonly leftOut: boolean }>()
  for (const { line, was, cells: texts, leftOut } of rows) {
    const row = byLine.get(line)
    if (!row || !isSame(row.checked.record.cells, was)) continue
    const { record } = row.checked
    const changed = texts.flatMap((text, column) =>
      text === record.text(column) ? [] : [[column, text] as const],
    )
    if (changed.length > 0 && holdsLines(row)) continue
    kept.set(row, { record: changed.length > 0 ? record.with(changed) : record, leftOut })
  }
  return kept
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at])
