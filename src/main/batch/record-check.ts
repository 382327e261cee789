import { type Finding, finding } from '#shared/batch/finding.ts'
import { type CheckedRow, checkRow } from '#shared/batch/row-check.ts'
import type { RowPlan } from '#shared/batch/row-plan.ts'
import type { CsvRecord } from './csv-records.ts'

/** checkRow for a record of a file, with what only the file's text tells: a quotation mark in a wrong place. */
export function checkRecord({ cells, quote }: CsvRecord, plan: RowPlan): CheckedRow {
  const checked = checkRow(cells, plan)
  if (!quote) return checked
  const column = plan.mapping[quote.column] ?? plan.header[quote.column] ?? ''
  const found: Finding = {
    ...finding(column, 'quote-misplaced', cells[quote.column] ?? ''),
    severity: quote.broken ? 'error' : 'warning',
  }
  return { ...checked, problems: [found, ...checked.problems] }
}
