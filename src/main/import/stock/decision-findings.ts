import { type Finding, finding } from '../../writes/finding.ts'
import type { Verdict } from './decisions.ts'

/** True if there is nothing to send. */
export const isUnsent = ({ action }: Verdict): boolean =>
  action === 'unchanged' || action === 'kept' || action === 'missing'

/** Why a row is held back or not sent, as a problem of the row. @param key the number, or what is in its place */
export function findingOf(
  { action, reason, other, autoId, otherLine, candidates }: Verdict,
  key: string,
): Finding {
  if (reason === 'equal-row') return finding('', 'equal-row', key, { line: otherLine ?? '' })
  const first = candidates[0]
  return {
    ...finding('', 'stock-question', key, {
      action,
      reason: reason ?? '',
      other: other ?? '',
      autoId: autoId ?? first?.autoId ?? '',
      line: otherLine ?? '',
      candidates: candidates.length,
    }),
    severity: 'error',
  }
}
