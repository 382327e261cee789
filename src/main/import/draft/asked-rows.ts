import { callsOf } from '../../writes/call-cost.ts'
import type { Finding } from '../../writes/finding.ts'
import { type Check, type ConfirmationCode, isSecondAdvert } from '#shared/import/draft.ts'
import type { RowOfDraft } from './draft-row.ts'

/** The confirmation that a problem of a sent row needs. */
const byProblem: Partial<Record<Finding['code'], ConfirmationCode>> = {
  'changed-since': 'changed-since',
  'price-jump': 'price-jump',
  'price-unusual': 'price-unusual',
  'car-state': 'car-state',
  'car-used': 'car-used',
  'sent-before': 'sent-before',
  'duplicate-row': 'twice-in-file',
  'in-stock-already': 'in-stock',
}

const isOfCreates = (code: ConfirmationCode): boolean =>
  code === 'price-unusual' || code === 'car-used' || isSecondAdvert(code)

/**
 * Confirmations that are about a row, which is sent. Those about the whole file have none, and cars that a file of the whole stock
 * lacks are asked about by its brake.
 */
function codesOf({ checked, isMissing, isSent, problems }: RowOfDraft): ConfirmationCode[] {
  const { operation, payload, comparison, replacesUnknown } = checked
  // What words mean is asked of rows with errors, too.
  const isAssumed = problems.some(({ code }) => code === 'value-assumed')
  if (!isSent) return isAssumed ? ['value-assumed'] : []
  const codes = new Set<ConfirmationCode>(isAssumed ? ['value-assumed'] : [])
  for (const { code: problem } of problems) {
    const code = byProblem[problem]
    if (code !== undefined && (operation === 'create' || !isOfCreates(code))) codes.add(code)
  }
  // A row that was sent before is asked about as such.
  if (codes.has('sent-before')) for (const code of ['twice-in-file', 'in-stock'] as const) codes.delete(code)
  const putsOut = operation === 'edit' && payload.in_stock === 0 && comparison?.before.in_stock !== 0
  if (operation === 'delete' && !isMissing) codes.add('delete-share')
  if (putsOut && !isMissing) codes.add('out-share')
  if (comparison?.replacesText || replacesUnknown) codes.add('texts-replaced')
  return [...codes]
}

export const isAskedAbout = (row: RowOfDraft, code: ConfirmationCode): boolean => codesOf(row).includes(code)

/** The rows that each confirmation is about. */
export function rowsAskedAbout(
  rows: readonly RowOfDraft[],
): (code: ConfirmationCode) => readonly RowOfDraft[] {
  const asked = new Map<ConfirmationCode, RowOfDraft[]>()
  for (const row of rows)
    for (const code of codesOf(row)) {
      const known = asked.get(code)
      if (known) known.push(row)
      else asked.set(code, [row])
    }
  return (code) => asked.get(code) ?? []
}

/** Rows that are sent and that the same confirmations are about: they stay behind without one of these. */
export function askedRows(
  about: ReturnType<typeof rowsAskedAbout>,
  confirmations: Check['confirmations'],
  readsAfter: boolean,
): Check['asked'] {
  const codesByRow = new Map<RowOfDraft, ConfirmationCode[]>()
  for (const { code } of confirmations)
    for (const row of about(code)) codesByRow.set(row, [...(codesByRow.get(row) ?? []), code])
  const asked = new Map<string, Check['asked'][number]>()
  for (const [row, codes] of codesByRow) {
    const { operation } = row.checked
    if (operation === null || !row.isSent) continue
    const known = asked.get(codes.join()) ?? { codes, count: 0, deletes: 0, calls: 0 }
    known.count += 1
    if (operation === 'delete') known.deletes += 1
    known.calls += callsOf({ [operation]: 1 }, readsAfter)
    asked.set(codes.join(), known)
  }
  return [...asked.values()]
}
