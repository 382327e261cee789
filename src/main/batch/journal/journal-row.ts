import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { outcomeSources, problemSchema, rowStates } from '#shared/batch/row.ts'
import { advertWrite, type AdvertWrite } from '../../writes/advert-write.ts'
import { flag, json, jsonValues } from './columns.ts'

/** What a query selects from `rows AS r` to read a JournalRow. */
export const rowColumns = `r.id, r.batch, r.line, r.operation, r.state, r.auto_id AS autoId, r.payload, r.before,
  r.problems, r.cells, r.outcome_source AS outcomeSource, r.error_code AS errorCode, r.error_detail AS errorDetail,
  r.attempts, r.doubt, r.overwrite, r.updated_at AS updatedAt`

const columnsSchema = z.object({
  id: z.int(),
  /** The batch's number inside the journal. */
  batch: z.int(),
  /** The line of the file where the record begins; the header is line 1. */
  line: z.int(),
  operation: z.enum(operations).nullable(),
  state: z.enum(rowStates),
  autoId: z.int().nullable(),
  payload: jsonValues,
  /** Values that the advert had when the batch was planned. */
  before: jsonValues,
  problems: json.pipe(z.array(problemSchema)),
  cells: json.pipe(z.array(z.string())).nullable(),
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
export const journalRowSchema = columnsSchema.transform((row) => ({
  ...row,
  write: advertWrite.safeParse(row).data ?? null,
}))
export type JournalRow = z.infer<typeof journalRowSchema>

/** A row that may be sent. */
export type SendableRow = JournalRow & { readonly write: AdvertWrite }

/** @throws Error if the row was not planned by this app */
export function asSendable(row: JournalRow): SendableRow {
  const { write } = row
  if (!write) throw new Error(`row ${row.id} has no request that can be sent`)
  return { ...row, write }
}
