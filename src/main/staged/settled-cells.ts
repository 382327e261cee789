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
 * What a write that is done means for an advert's edits: `done` are those with the value that was written; `stays`, with
 * the written value as the one that was seen, are newer edits of a cell that was written.
 */
export function afterWrite(
  edits: readonly StagedEdit[],
  payload: Written,
): { readonly done: readonly StagedEdit[]; readonly stays: readonly StagedEdit[] } {
  const done: StagedEdit[] = []
  const stays: StagedEdit[] = []
  for (const edit of edits) {
    const value = written(payload, edit)
    if (value === null) continue
    if (isSameCell(edit.field, edit, value)) done.push(edit)
    // A price that every edit repeats is no news: the dealer's edit of it stays as it was.
    else if (edit.batch === null && edit.seen !== null)
      stays.push({ ...edit, seen: value.value, seenCurrency: value.currency })
  }
  return { done, stays }
}

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
