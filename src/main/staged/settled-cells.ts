import { setImmediate } from 'node:timers/promises'
import type { CurrencyId } from '#shared/batch/currency.ts'
import type { CellRef } from '#shared/staged/staged-edit.ts'
import { type CellValue, isSameCell, type StagedEdit } from './staged-edit.ts'
import type { AdvertOutcome } from './staged-ports.ts'

/** The parameters of a write. */
export type Written = Readonly<Record<string, string | number | undefined>>

/** The value of a field in what was written; null if the write did not name it. */
function written(payload: Written, { field }: CellRef): CellValue | null {
  const value = payload[field]
  if (value === undefined) return null
  return { value, currency: field === 'price' ? (payload.currency_id as CurrencyId) : null }
}

/**
 * What a write that is done means for an advert's edits: `done` are those with the value that was written, `uncovered` those that
 * lay over the edit that was written, whose person knew of it: it is what they replace. Any other edit stays as it is, with
 * the old value that the person saw: what was written instead is news to the person, so it is in conflict.
 */
export function afterWrite(
  edits: readonly StagedEdit[],
  payload: Written,
): { readonly done: readonly StagedEdit[]; readonly uncovered: readonly StagedEdit[] } {
  const done: StagedEdit[] = []
  const uncovered: StagedEdit[] = []
  for (const edit of edits) {
    const value = written(payload, edit)
    if (value === null) continue
    if (isSameCell(edit.field, edit, value)) done.push(edit)
    else if (edit.held && isSameCell(edit.field, edit.held, value)) uncovered.push(overWritten(edit, value))
  }
  return { done, uncovered }
}

const overWritten = (edit: StagedEdit, { value, currency }: CellValue): StagedEdit => ({
  ...edit,
  seen: value,
  seenCurrency: currency,
  held: null,
})

/** Outcomes that are read in one turn. */
const outcomesAtOnce = 500

/**
 * Of the cells that a batch holds: those that were written, and the adverts whose rows ended without that. `uncovered` are newer
 * edits of such cells, over which nothing is held any more.
 */
export async function settledCells(
  pages: Iterable<readonly StagedEdit[]>,
  batch: string,
  outcomes: Iterable<AdvertOutcome>,
): Promise<{
  readonly done: readonly StagedEdit[]
  readonly free: readonly number[]
  readonly uncovered: readonly StagedEdit[]
}> {
  const byAdvert = new Map<number, AdvertOutcome['outcome']>()
  let read = 0
  for (const { advert, outcome } of outcomes) {
    byAdvert.set(advert, outcome)
    if (++read % outcomesAtOnce === 0) await setImmediate()
  }
  const done: StagedEdit[] = []
  const uncovered: StagedEdit[] = []
  const free = new Set<number>()
  for (const page of pages) {
    await setImmediate()
    for (const edit of page) {
      if (edit.batch !== batch && edit.held?.batch !== batch) continue
      const outcome = byAdvert.get(edit.advert) ?? 'not-done'
      if (edit.held) {
        if (outcome === 'done') uncovered.push(overWritten(edit, edit.held))
        if (outcome === 'not-done') uncovered.push({ ...edit, held: null })
      } else if (outcome === 'done') done.push(edit)
      else if (outcome === 'not-done') free.add(edit.advert)
    }
  }
  return { done, free: [...free], uncovered }
}
