import { type Finding, finding } from '../../writes/finding.ts'
import type { Row } from '../rows/row.ts'
import type { CheckedRow } from './checked-row.ts'
import { lostLines } from './lost-lines.ts'
import { checkRow } from './row-check.ts'
import type { RowPlan } from './row-plan.ts'

/** checkRow, with what the record's text as a whole tells: misplaced quotation marks, NUL bytes. */
export function checkRecord(record: Row, plan: RowPlan): CheckedRow {
  const checked = checkRow(record, plan)
  // Rows of values have no lines that could be lost; those of a stock file were looked at as they are in it (stock-draft.ts).
  const lost = plan.addedCells ? [] : lostLines(record, plan)
  // Its cells are not those that were meant: more words about the row would only mislead.
  if (lost.length > 0) return { ...checked, problems: lost }
  if (!record.quote && !record.hasNul && !record.hasEndMark) return checked
  const found = [
    ...quoteFindings(record, plan),
    ...nulFindings(record, plan, checked),
    ...endMarkFindings(record, plan),
  ]
  return { ...checked, problems: [...found, ...checked.problems] }
}

const columnAt = ({ mapping, header }: RowPlan, index: number): string =>
  mapping[index] ?? header[index] ?? ''

function quoteFindings(record: Row, plan: RowPlan): Finding[] {
  const { quote } = record
  if (!quote) return []
  const found = finding(columnAt(plan, quote.column), 'quote-misplaced', record.text(quote.column))
  return [{ ...found, severity: quote.broken ? 'error' : 'warning' }]
}

/** The scanners find a NUL in the cells that they read; it makes a row invalid in any other cell too. */
function nulFindings({ cells, hasNul }: Row, plan: RowPlan, { problems }: CheckedRow): Finding[] {
  if (!hasNul) return []
  const known = new Set(problems.filter(({ code }) => code === 'nul-byte').map(({ column }) => column))
  return cells.flatMap((cell, at) =>
    cell.includes('\0') && !known.has(columnAt(plan, at))
      ? [finding(columnAt(plan, at), 'nul-byte', cell)]
      : [],
  )
}

/** At the very end of a file the sign is left out; anywhere else a program may have stopped reading there. */
function endMarkFindings(record: Row, plan: RowPlan): Finding[] {
  if (!record.hasEndMark) return []
  return record.cells.flatMap((cell, at) =>
    cell.includes('\u001a') ? [finding(columnAt(plan, at), 'end-mark', cell)] : [],
  )
}
