import { callsOf } from '../../writes/call-cost.ts'
import {
  type Check,
  type ConfirmationCode,
  isSecondAdvert,
  secondAdvertProblems,
} from '#shared/import/draft.ts'
import type { RowOfDraft } from './draft-row.ts'

const isCreate = ({ checked }: RowOfDraft): boolean => checked.operation === 'create'

/** True for an edit that puts an advert out of stock which is not known to be. */
export const putsOut = ({ checked: { operation, payload, comparison } }: RowOfDraft): boolean =>
  operation === 'edit' && payload.in_stock === 0 && comparison?.before.in_stock !== 0

/**
 * True if a row is one of those that a confirmation is about, and is sent. Those about the whole file have none, and
 * cars that a file of the whole stock lacks are asked about by its brake.
 */
export function isAskedAbout(row: RowOfDraft, code: ConfirmationCode): boolean {
  const { checked, isMissing } = row
  // What words mean is asked of rows with errors, too.
  if (code === 'value-assumed') return row.has(code)
  if (!row.isSent || code === 'rows-hidden' || code === 'rows-stated') return false
  if (code === 'delete-share') return checked.operation === 'delete' && !isMissing
  if (code === 'out-share') return putsOut(row) && !isMissing
  if (code === 'texts-replaced') return (checked.comparison?.replacesText ?? false) || checked.replacesUnknown
  if (isSecondAdvert(code)) {
    if (!isCreate(row) || !row.has(secondAdvertProblems[code])) return false
    // A row that was sent before is asked about as such.
    return code === 'sent-before' || !row.has('sent-before')
  }
  return row.has(code) && (isCreate(row) || (code !== 'price-unusual' && code !== 'car-used'))
}

/** Rows that are sent and that the same confirmations are about: they stay behind without one of these. */
export function askedRows(
  rows: readonly RowOfDraft[],
  confirmations: Check['confirmations'],
  readsAfter: boolean,
): Check['asked'] {
  if (confirmations.length === 0) return []
  const asked = new Map<string, Check['asked'][number]>()
  for (const row of rows) {
    const { operation } = row.checked
    const codes = confirmations.flatMap(({ code }) => (isAskedAbout(row, code) ? [code] : []))
    if (codes.length === 0 || operation === null || !row.isSent) continue
    const known = asked.get(codes.join()) ?? { codes, count: 0, deletes: 0, calls: 0 }
    known.count += 1
    if (operation === 'delete') known.deletes += 1
    known.calls += callsOf({ [operation]: 1 }, { readsAfter })
    asked.set(codes.join(), known)
  }
  return [...asked.values()]
}
