import type { DraftRow } from '#shared/import/draft.ts'
import { csvText } from '../files/csv-text.ts'

const columns = ['line', 'operation', 'outcome', 'auto_id', 'error_code', 'error_message']

/** A checked row with what would become of it. */
export type JudgedRow = DraftRow & { readonly state: 'planned' | 'invalid' | 'skipped' }

/** What a dry run found, row by row, as UTF-8 CSV with a BOM. */
export function draftReport(rows: readonly JudgedRow[]): Uint8Array {
  const lines = rows.map(({ line, operation, state, payload, problems }) => [
    line,
    operation ?? '',
    state,
    payload.auto_id ?? '',
    problems[0]?.code ?? '',
    problems.map(({ message }) => message).join(' '),
  ])
  return new TextEncoder().encode(`\ufeff${csvText([columns, ...lines])}`)
}
