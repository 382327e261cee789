import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { outcomeSources, problemSchema, rowStates, type RowState } from '#shared/batch/row.ts'
import { withDefault, readParts, unreadableRecord } from '../../storage/row-query.ts'
import { freeze } from '../../storage/transactions.ts'
import { unreadableRow, json, jsonValues } from '../journal/journal-row.ts'
import type { StoredBatch } from '../journal/batch-record.ts'
import { shownProblem } from '../../writes/problem-words.ts'
import { errorWords } from './error-words.ts'

/** Rows that are read at once: two or three milliseconds of the main thread. */
const pageSize = 100

/** Columns of a page of a report: the rows, and when each was first sent. */
export const pageSql = `SELECT r.line, r.operation, r.state, r.outcome_source AS outcomeSource, r.auto_id AS autoId,
    r.error_code AS errorCode, r.error_detail AS errorDetail, r.problems, r.attempts, r.updated_at AS updatedAt,
    (SELECT key FROM keyed_rows WHERE row = r.id) AS key, iif(:values, r.payload, NULL) AS payload, iif(:cells, r.cells, NULL) AS cells,
    (SELECT started_at FROM attempts WHERE attempts.row = r.id AND kind = 'send' ORDER BY id LIMIT 1) AS firstSentAt
  FROM rows AS r
  WHERE r.batch = :batch AND r.line > :after AND r.state IN (SELECT value FROM json_each(:states))
  ORDER BY r.line LIMIT ${pageSize}`

const reportedSchema = z.object({
  line: z.int(),
  operation: z.enum(operations).nullable(),
  state: z.enum(rowStates),
  outcomeSource: z.enum(outcomeSources).nullable(),
  autoId: z.int().nullable(),
  errorCode: z.string().nullable(),
  errorDetail: z.string().nullable(),
  problems: withDefault('problems', json.pipe(z.array(problemSchema)), []),
  attempts: z.int(),
  updatedAt: z.string().nullable(),
  /** The dealer's own number of the car; null if the row came from no stock file. */
  key: z.string().nullable(),
  payload: withDefault('payload', jsonValues.nullable(), {}),
  cells: withDefault('cells', json.pipe(z.array(z.string())).nullable(), []),
  firstSentAt: z.string().nullable(),
})

/** A row as its report shows it, in the language of the app. */
export interface ReportedRow extends Omit<z.infer<typeof reportedSchema>, 'errorDetail' | 'problems'> {
  readonly errorMessage: string
}

/** Choice of rows, and of their content besides the outcome: their cells as in the file, or the values. */
export interface ReportedWhat {
  readonly states: readonly RowState[]
  readonly cells: boolean
  readonly values: boolean
}

/**
 * Rows of a batch in the order of the file, in pages; between two pages the main thread does its other work. All pages
 * are of one moment, also while the batch is being sent.
 */
export async function* reportedPages(
  journal: DatabaseSync,
  { seq, source }: Pick<StoredBatch, 'seq' | 'source'>,
  { states, cells, values }: ReportedWhat,
): AsyncGenerator<ReportedRow[]> {
  const path = journal.location()
  // What could be read of a damaged journal is in memory alone, where nothing changes.
  const db = path === null ? journal : new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    if (db !== journal) freeze(db)
    const page = db.prepare(pageSql)
    const asked = { batch: seq, states: JSON.stringify(states), cells: cells ? 1 : 0, values: values ? 1 : 0 }
    for (let after = -1; ;) {
      const rows = page.all({ ...asked, after }).map((row) => reportedRow(row, source))
      const last = rows.at(-1)
      if (!last) return
      yield rows
      after = last.line
      await nextTurn()
    }
  } finally {
    if (db !== journal) db.close()
  }
}

function reportedRow(stored: unknown, source: StoredBatch['source']): ReportedRow {
  const read = readParts(reportedSchema, stored)
  if (read instanceof z.ZodError) throw unreadableRecord('journal.db, rows', read)
  const { errorDetail, problems, ...row } = read.record
  const found = problems.map((problem) => shownProblem(problem, source))
  const errorCode = row.errorCode ?? (read.missed.length > 0 ? unreadableRow : null)
  return {
    ...row,
    errorCode: errorCode ?? found[0]?.code ?? null,
    errorMessage:
      errorWords(errorCode, errorDetail, row.state, source) ?? found.map(({ message }) => message).join(' '),
  }
}
