import type { DraftRow } from './draft.ts'

/** State of a checked row as it would be sent: its error is said even if it changes nothing, unless a person left it out. */
export function rowState({
  leftOut,
  valid,
  unchanged,
}: Pick<DraftRow, 'leftOut' | 'valid' | 'unchanged'>): 'planned' | 'invalid' | 'skipped' {
  if (leftOut) return 'skipped'
  if (!valid) return 'invalid'
  return unchanged ? 'skipped' : 'planned'
}
