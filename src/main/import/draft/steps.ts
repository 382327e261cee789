import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { DraftPlan } from './draft-plan.ts'
import type { RowOfDraft } from './draft-row.ts'
import type { Row } from '../rows/row.ts'
import { writeFileAtomically } from '../../storage/atomic-file.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { ColumnChange } from '#shared/import/column-change.ts'
import { isOfLostLines } from '../check/lost-lines.ts'
import { repairedText } from '../encoding/spoilt-letters.ts'

/** The result of a change of a column. */
interface ChangedColumn {
  /** Rows with another text then. */
  readonly changed: ReadonlyMap<RowOfDraft, Row>
  /** Rows that stay as they are because lines of the file are lost in them: changed, they would pass without them. */
  readonly lost: number
}

/** The rows that a change of a column changes. */
export function changedColumn(
  rows: readonly RowOfDraft[],
  { column, ...change }: ColumnChange,
): ChangedColumn {
  const changed = new Map<RowOfDraft, Row>()
  let lost = 0
  for (const row of rows) {
    const { record } = row.checked
    const value = changedCell(record.text(column), change)
    if (value === null) continue
    if (holdsLines(row)) lost += 1
    else changed.set(row, record.with([[column, value]]))
  }
  return { changed, lost }
}

/** True if lines of the file are lost in a row. */
export const holdsLines = ({ checked }: RowOfDraft): boolean => checked.problems.some(isOfLostLines)

/** @throws Fault `invalid-request` if the column is none of the file's */
export function requireColumn(column: number, columns: number): void {
  if (column >= columns) throw new Fault('invalid-request', { path: 'column' })
}

/** The new text of a cell; null if it stays as it is. */
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

/** Steps that can be undone; an older one is forgotten. */
const mostSteps = 100

/** A row as it is before a step, or after one that was undone. */
export interface RowState {
  readonly record: Row
  readonly leftOut: boolean
}

export type Step = ReadonlyMap<RowOfDraft, RowState>

/** The steps that the dealer took in a draft: which rows each of them changed, and what they were before. */
export class Steps {
  readonly #done: Step[] = []
  readonly #undone: Step[] = []
  /** Every row that a step changed, as the file has it. */
  readonly #touched = new Map<RowOfDraft, Row>()

  get touched(): ReadonlyMap<RowOfDraft, Row> {
    return this.#touched
  }

  /** Number of steps that can be undone, and how many can be done again. */
  get open(): { undo: number; redo: number } {
    return { undo: this.#done.length, redo: this.#undone.length }
  }

  /** Keeps what these rows are before a step; steps that were undone can't be done again then. */
  begin(rows: Iterable<RowOfDraft>): void {
    const step = stateOf(rows)
    this.#done.push(step)
    for (const [row, { record }] of step) if (!this.#touched.has(row)) this.#touched.set(row, record)
    if (this.#done.length > mostSteps) this.#done.shift()
    this.#undone.length = 0
  }

  /** The step to be undone, or done again; undefined if there is none. */
  next(way: 'undo' | 'redo'): Step | undefined {
    return (way === 'undo' ? this.#done : this.#undone).at(-1)
  }

  /** Goes that step back or forth: its rows are about to become what it kept of them. */
  move(way: 'undo' | 'redo'): void {
    const [from, to] = way === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done]
    const step = from.pop()
    if (step) to.push(stateOf(step.keys()))
  }
}

const stateOf = (rows: Iterable<RowOfDraft>): Step =>
  new Map([...rows].map((row) => [row, { record: row.checked.record, leftOut: row.leftOut }]))

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
    line,
    was,
    leftOut,
    cells: checked.record.cells,
  }))
  writeFileAtomically(path, JSON.stringify({ changesLinked, rows }))
}

/** @throws what the file system throws, and what is no such file */
export const readKeptChanges = (path: string): KeptChanges =>
  keptChangesSchema.parse(JSON.parse(readFileSync(path, 'utf8')))

/**
 * Rows of a draft that were changed before and are the same in its file now. Each has its record, and says if it was
 * left out.
 */
export function keptRows(
  changes: KeptChanges,
  rows: readonly RowOfDraft[],
): ReadonlyMap<RowOfDraft, { readonly record: Row; readonly leftOut: boolean }> {
  const kept = new Map<RowOfDraft, { readonly record: Row; readonly leftOut: boolean }>()
  const byLine = new Map(rows.map((row) => [row.line, row]))
  for (const { line, was, cells: texts, leftOut } of changes.rows) {
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
