import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { type Operation, operations } from '#shared/batch/advert-write.ts'
import type { Finding } from '../../writes/finding.ts'
import { checkRow, type Payload, payloadOf } from '../check/row-check.ts'
import { type RowPlan, planRows } from '../check/row-plan.ts'
import { problemCodes } from '#shared/batch/row.ts'
import { readRecord } from '../csv/one-record.ts'
import type { StagedPlan } from './staging-tables.ts'

/** A staged record read back, before its problems have words. */
export interface StagedRecord {
  readonly line: number
  readonly operation: Operation | null
  readonly valid: boolean
  readonly unchanged: boolean
  readonly leftOut: boolean
  readonly cells: readonly string[]
  readonly payload: Payload
  readonly before: Payload
  /** What the advert of an edit or delete is called, or null. */
  readonly title: string | null
  readonly findings: readonly Finding[]
}

const recordSchema = z.object({
  line: z.int(),
  operation: z.int(),
  valid: z.int(),
  warned: z.int(),
  unchanged: z.int(),
  left_out: z.int(),
  piece: z.int(),
  start: z.int(),
  size: z.int(),
  before: z.string().nullable(),
  title: z.string().nullable(),
})
const pieceSchema = z.object({ bytes: z.instanceof(Uint8Array) })
const values = z.record(z.string(), z.union([z.string(), z.number()]))
const findingSchema = z.object({
  column: z.string(),
  code: z.enum(problemCodes),
  severity: z.enum(['error', 'warning']),
  value: z.string(),
  details: z.string().transform((text) => values.parse(JSON.parse(text))),
})

/** What a statement over `records` selects so that readRow understands it. */
export const recordColumns = `records.line, operation, valid, warned, unchanged, left_out, piece, start, size,
   (SELECT before FROM adverts WHERE line = records.line) AS before,
   (SELECT title FROM adverts WHERE line = records.line) AS title`

/** Reads records of a staging file back into cells, payloads and findings. */
export class StagedReader {
  readonly #plan: RowPlan
  readonly #delimiter: StagedPlan['shape']['delimiter']
  readonly #findings: StatementSync
  readonly #pieces: StatementSync
  /** The piece read last: records are asked for in the order of the file. */
  #piece = { id: 0, bytes: Buffer.alloc(0) as Buffer }

  constructor(db: DatabaseSync, plan: StagedPlan) {
    this.#plan = planRows(plan)
    this.#delimiter = plan.shape.delimiter
    this.#pieces = db.prepare('SELECT bytes FROM pieces WHERE id = ?')
    this.#findings = db.prepare(
      'SELECT column, code, severity, value, details FROM findings WHERE line = ? ORDER BY place',
    )
  }

  readRow(stored: Record<string, SQLOutputValue>): StagedRecord {
    const row = recordSchema.parse(stored)
    const record = readRecord(this.#bytes(row), this.#delimiter)
    return {
      line: row.line,
      operation: row.operation === 0 ? null : (operations[row.operation - 1] ?? null),
      valid: row.valid === 1,
      unchanged: row.unchanged === 1,
      leftOut: row.left_out === 1,
      cells: record.cells,
      // The same pure function on the same text: no second copy of the payload has to be kept.
      payload: payloadOf(record, checkRow(record, this.#plan), this.#plan),
      title: row.title,
      before: row.before === null ? {} : values.parse(JSON.parse(row.before)),
      findings: row.valid === 1 && row.warned === 0 ? [] : this.#findingsOf(row.line),
    }
  }

  #findingsOf(line: number): Finding[] {
    return this.#findings.all(line).map((found) => findingSchema.parse(found))
  }

  #bytes({ piece, start, size }: { piece: number; start: number; size: number }): Buffer {
    if (this.#piece.id !== piece) {
      const { bytes } = pieceSchema.parse(this.#pieces.get(piece))
      this.#piece = { id: piece, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) }
    }
    return this.#piece.bytes.subarray(start, start + size)
  }
}
