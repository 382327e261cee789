import { probably, type BatchRow } from '#shared/batch/row.ts'
import type { JournalRow } from '../journal/journal-row.ts'
import type { FileColumns } from '../../writes/file-column.ts'
import { shownProblem } from '../../writes/problem-words.ts'
import { errorWords } from './error-words.ts'

/**
 * A journalled row as it is shown: in words of the current language, with the columns as the batch's file calls them.
 * @param key the dealer's own number of the car, if the row came from a stock file
 */
export const shownRow = (
  row: JournalRow,
  columns: FileColumns & { readonly file?: object | null },
  key: string | null = null,
): BatchRow => ({
  line: row.line,
  ...(key !== null && { key }),
  operation: row.operation,
  state: row.state,
  autoId: row.autoId,
  outcomeSource: row.outcomeSource,
  payload: row.payload,
  before: row.before,
  problems: row.problems.map((problem) => shownProblem(problem, columns)),
  errorCode: row.errorCode,
  errorWords: errorWords(row.errorCode, row.errorDetail, row.state, columns),
  ...(isProbable(row) && { probableId: Number(row.errorDetail) }),
  attempts: row.attempts,
  updatedAt: row.updatedAt,
})

const isProbable = ({ state, errorCode, errorDetail }: JournalRow): boolean =>
  state === 'in-doubt' && errorCode === probably && Number(errorDetail) > 0
