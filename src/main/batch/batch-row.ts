import type { BatchRow } from '#shared/batch/row.ts'
import { errorWords } from './error-words.ts'
import type { StoredRow } from './journal/journal-row.ts'

/** A stored row as it is shown: its code has words now. */
export const shownRow = (row: StoredRow): BatchRow => ({
  line: row.line,
  operation: row.operation,
  state: row.state,
  autoId: row.autoId,
  outcomeSource: row.outcomeSource,
  payload: { ...row.payload },
  before: { ...row.before },
  problems: row.problems,
  errorCode: row.errorCode,
  errorWords: errorWords(row.errorCode, row.errorDetail, row.state),
  attempts: row.attempts,
  updatedAt: row.updatedAt,
})
