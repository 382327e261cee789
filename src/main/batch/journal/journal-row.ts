import type { DatabaseSync } from 'node:sqlite'
import {
  type AdvertBatchRow,
  advertBatchRowSchema,
  outcomeSources,
  problemSchema,
  rowStates,
} from '#shared/batch/row.ts'
import { RowQuery, storedJson } from '../../storage/row-query.ts'
import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { type AdvertWrite, advertWrite } from '../../writes/advert-write.ts'

/** As many as a pane can show; older ones are in the list of batches. */
const most = 50

const columns = `batches.id AS batchId, batches.file_name AS fileName, batches.created_at AS createdAt, line,
  each.operation AS operation, each.state AS state, each.updated_at AS updatedAt`

/** The rows of an account's batches that name the advert, the newest batch first; those of previews are left out. */
export const rowsOfAdvert = (db: DatabaseSync, accountId: string, autoId: number): AdvertBatchRow[] =>
  new RowQuery(
    advertBatchRowSchema,
    `SELECT ${columns} FROM rows AS each JOIN batches ON batches.seq = each.batch
     WHERE auto_id = ?1 AND each.operation IS NOT NULL AND batches.account_id = ?2 AND batches.state <> 'planning' AND NOT batches.preview
     ORDER BY batches.seq DESC, line LIMIT ${most}`,
  ).all(db, autoId, accountId)

/** A column that keeps JSON. */
export const json = storedJson

/** A column that keeps 0 or 1. */
export const flag = z.int().transform((value) => value === 1)

/** A column that keeps parameters by contract names, as JSON. */
export const jsonValues = json.pipe(z.record(z.string(), z.union([z.string(), z.number()])))

/** Columns that a query selects from `rows AS r` to read a JournalRow. */
export const rowColumns = `r.id, r.batch, r.line, r.operation, r.state, r.auto_id AS autoId, r.payload, r.before,
  r.problems, r.cells, r.outcome_source AS outcomeSource, r.error_code AS errorCode, r.error_detail AS errorDetail,
  r.attempts, r.doubt, r.overwrite, r.updated_at AS updatedAt`

/** The code of a row whose request or file cells are damaged in the journal. */
export const unreadableRow = 'row-unreadable'

const columnsSchema = z.object({
  id: z.int(),
  /** The batch's number inside the journal. */
  batch: z.int(),
  /** The line of the file where the record begins; the header is line 1. */
  line: z.int(),
  operation: z.enum(operations).nullable(),
  state: z.enum(rowStates),
  autoId: z.int().nullable(),
  payload: jsonValues.nullable().catch(null),
  /** Values that the advert had when the batch was planned. */
  before: jsonValues.nullable().catch(null),
  problems: json.pipe(z.array(problemSchema)).nullable().catch(null),
  cells: json.pipe(z.array(z.string())).nullable().catch([]),
  outcomeSource: z.enum(outcomeSources).nullable(),
  errorCode: z.string().nullable(),
  errorDetail: z.string().nullable(),
  attempts: z.int(),
  /** An attempt may have been executed without a proof of it. */
  doubt: flag,
  /** A person agreed that values changed since may be overwritten. */
  overwrite: flag,
  updatedAt: z.string().nullable(),
})

/** A row as it is journalled; `write` is the request that it stands for, null if its payload can't be sent. */
export const journalRowSchema = columnsSchema.transform(({ payload, before, problems, ...row }) => {
  const isReadable = payload !== null && before !== null && problems !== null && row.cells?.length !== 0
  return {
    ...row,
    payload: payload ?? {},
    before: before ?? {},
    problems: problems ?? [],
    errorCode: isReadable ? row.errorCode : (row.errorCode ?? unreadableRow),
    // What an edit was compared with is a part of what was checked.
    write:
      payload === null || before === null ? null : (advertWrite.safeParse({ ...row, payload }).data ?? null),
  }
})
export type JournalRow = z.infer<typeof journalRowSchema>

/** A row that may be sent. */
export type SendableRow = JournalRow & { readonly write: AdvertWrite }

/** True if its request can be read and sent. */
export const isSendable = (row: JournalRow): row is SendableRow => row.write !== null
