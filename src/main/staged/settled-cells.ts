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
 * The edits that a write made true: those with the value that was written. Any other edit stays as it is, with the old value that the
 * person saw: what was written instead is news to the person, so it is in conflict.
 */
export const doneBy = (edits: readonly StagedEdit[], payload: Written): StagedEdit[] =>
  edits.filter((edit) => {
    const value = written(payload, edit)
    return value !== null && isSameCell(edit.field, edit, value)
  })

/** Outcomes that are read in one turn. */
const outcomesAtOnce = 500

/** Of the cells that a batch holds: those that were written, and the adverts whose rows ended without that. */
export async function settledCells(
  pages: Iterable<readonly StagedEdit[]>,
  batch: string,
  outcomes: Iterable<AdvertOutcome>,
): Promise<{ readonly done: readonly StagedEdit[]; readonly free: readonly number[] }> {
  const byAdvert = new Map<number, AdvertOutcome['outcome']>()
  let read = 0
  for (const { advert, outcome } of outcomes) {
    byAdvert.set(advert, outcome)
    if (++read % outcomesAtOnce === 0) await setImmediate()
  }
  const done: StagedEdit[] = []
  const free = new Set<number>()
  for (const page of pages) {
    await setImmediate()
    for (const edit of page) {
      if (edit.batch !== batch) continue
      const outcome = byAdvert.get(edit.advert) ?? 'not-done'
      if (outcome === 'done') done.push(edit)
      if (outcome === 'not-done') free.add(edit.advert)
    }
  }
  return { done, free: [...free] }
}
