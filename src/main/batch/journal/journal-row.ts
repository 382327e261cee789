import type { SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { advertWrite, type AdvertWrite } from '../../writes/advert-write.ts'
import {
  outcomeSources,
  problemSchema,
  rowStates,
  type OutcomeSource,
  type Problem,
  type RowState,
} from '#shared/batch/row.ts'
import type { Values } from '../../writes/values.ts'

/** A row that may be sent. */
export interface SendableRow {
  readonly id: number
  readonly batch: number
  readonly line: number
  readonly write: AdvertWrite
  readonly before: Values
  readonly doubt: boolean
  /** A person said that values changed since may be overwritten. */
  readonly overwrite: boolean
}

/** A row as it is read for lists, reports and settling. */
export interface StoredRow {
  readonly id: number
  readonly line: number
  readonly operation: AdvertWrite['operation'] | null
  readonly state: RowState
  readonly autoId: number | null
  readonly payload: Values
  readonly before: Values
  readonly problems: Problem[]
  readonly cells: string[] | null
  readonly outcomeSource: OutcomeSource | null
  readonly errorCode: string | null
  readonly errorDetail: string | null
  readonly attempts: number
  readonly doubt: boolean
  readonly updatedAt: string | null
}

const json = z.string().transform((text): unknown => JSON.parse(text))
const values = z.record(z.string(), z.union([z.string(), z.number()]))
export const storedRowSchema = z
  .object({
    id: z.int(),
    line: z.int(),
    operation: z.enum(operations).nullable(),
    state: z.enum(rowStates),
    auto_id: z.int().nullable(),
    payload: json.pipe(values),
    before: json.pipe(values),
    problems: json.pipe(z.array(problemSchema)),
    cells: z.string().nullable(),
    outcome_source: z.enum(outcomeSources).nullable(),
    error_code: z.string().nullable(),
    error_detail: z.string().nullable(),
    attempts: z.int(),
    doubt: z.int(),
    updated_at: z.string().nullable(),
  })
  .transform((row): StoredRow => ({
    id: row.id,
    line: row.line,
    operation: row.operation,
    state: row.state,
    autoId: row.auto_id,
    payload: row.payload,
    before: row.before,
    problems: row.problems,
    cells: row.cells === null ? null : z.array(z.string()).parse(JSON.parse(row.cells)),
    outcomeSource: row.outcome_source,
    errorCode: row.error_code,
    errorDetail: row.error_detail,
    attempts: row.attempts,
    doubt: row.doubt === 1,
    updatedAt: row.updated_at,
  }))
const sendableSchema = z.object({
  id: z.int(),
  batch: z.int(),
  line: z.int(),
  operation: z.enum(operations),
  payload: json,
  before: json.pipe(values),
  doubt: z.int(),
  overwrite: z.int(),
})

export const openCreateSchema = z.object({
  row: z.int(),
  payload: json,
  state: z.enum(['sending', 'unknown']),
  firstSentAt: z.string(),
})
export type OpenCreate = z.infer<typeof openCreateSchema>

/** @throws ZodError where the row was not planned by this app */
export function readSendable(stored: Record<string, SQLOutputValue>): SendableRow {
  const { id, batch, line, operation, payload, before, doubt, overwrite } = sendableSchema.parse(stored)
  const write = advertWrite.parse({ operation, payload })
  return { id, batch, line, write, before, doubt: doubt === 1, overwrite: overwrite === 1 }
}
