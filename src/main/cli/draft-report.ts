import type { DraftRow } from '#shared/import/draft.ts'
import { csvText } from '../files/csv-text.ts'

const columns = ['line', 'operation', 'outcome', 'auto_id', 'error_code', 'error_message']

/** What a dry run found, row by row, as UTF-8 CSV with a BOM. */
export function draftReport(rows: readonly DraftRow[]): Uint8Array {
  const lines = rows.map(({ line, operation, valid, leftOut, unchanged, payload, problems }) => [
    line,
    operation ?? '',
    leftOut || unchanged ? 'skipped' : valid ? 'planned' : 'invalid',
    payload.auto_id ?? '',
    problems[0]?.code ?? '',
    problems.map(({ message }) => message).join(' '),
  ])
  return new TextEncoder().encode(`\ufeff${csvText([columns, ...lines])}`)
}
