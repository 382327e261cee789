import type { BatchRow } from '#shared/batch/row.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import { errorWords } from './error-words.ts'

/** A journalled row as it is shown: its code in words of the current language. */
export const shownRow = (row: JournalRow): BatchRow => ({
  line: row.line,
  operation: row.operation,
  state: row.state,
  autoId: row.autoId,
  outcomeSource: row.outcomeSource,
  payload: row.payload,
  before: row.before,
  problems: row.problems,
  errorCode: row.errorCode,
  errorWords: errorWords(row.errorCode, row.errorDetail, row.state),
  attempts: row.attempts,
  updatedAt: row.updatedAt,
})
