import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { problemCodes, type Problem } from '#shared/batch/row.ts'
import type { Delimiter, DraftRow } from '#shared/import/draft.ts'
import { withKnownPrice } from '../../writes/edit-price.ts'
import type { FileColumns } from '../../writes/file-column.ts'
import { toProblem } from '../../writes/problem-words.ts'
import { checkRow, payloadOf } from '../check/row-check.ts'
import { planRows, type RowPlan } from '../check/row-plan.ts'
import { readRecord } from '../csv/one-record.ts'
import type { StagedPlan } from './staged-plan.ts'
import type { StagedVehicles } from './staged-vehicles.ts'

const values = z.record(z.string(), z.union([z.string(), z.number()]))
const json = z.string().transform((text): unknown => JSON.parse(text))
const bit = z.int().transform((value) => value === 1)

const recordSchema = z.object({
  line: z.int(),
  operation: z.int().transform((place) => (place === 0 ? null : (operations[place - 1] ?? null))),
  valid: bit,
  warned: bit,
  unchanged: bit,
  leftOut: bit,
  chunk: z.int(),
  start: z.int(),
  size: z.int(),
  title: z.string().nullable(),
  before: json.pipe(values).nullable(),
})
const chunkSchema = z.object({ bytes: z.instanceof(Uint8Array) })
const findingSchema = z.object({
  column: z.string(),
  code: z.enum(problemCodes),
  severity: z.enum(['error', 'warning']),
  value: z.string(),
  details: json.pipe(values),
})

/** What a statement over `records` selects for StagedReader.read. */
export const recordColumns = `records.line, operation, valid, warned, unchanged, left_out AS leftOut, chunk, start, size,
   (SELECT title FROM adverts WHERE line = records.line) AS title,
   (SELECT before FROM adverts WHERE line = records.line) AS before`

/** Reads records of a staging file as checked rows with cells and payload; problems are in the language of the app. */
export class StagedReader {
  readonly #plan: RowPlan
  readonly #delimiter: Delimiter
  readonly #columns: FileColumns
  readonly #findings: StatementSync
  readonly #chunks: StatementSync
  /** The chunk read last: records are asked for in the order of the file. */
  #chunk = { id: -1, bytes: Buffer.alloc(0) as Buffer }

  constructor(db: DatabaseSync, plan: StagedPlan, vehicles: StagedVehicles) {
    this.#plan = planRows(plan, vehicles)
    this.#delimiter = plan.shape.delimiter
    this.#columns = plan
    this.#chunks = db.prepare('SELECT bytes FROM chunks WHERE id = ?')
    this.#findings = db.prepare(
      'SELECT column, code, severity, value, details FROM findings WHERE line = ? ORDER BY place',
    )
  }

  read(stored: Record<string, SQLOutputValue>): DraftRow {
    const { line, operation, valid, warned, unchanged, leftOut, title, before, ...place } =
      recordSchema.parse(stored)
    const record = readRecord(this.#bytes(place), this.#delimiter)
    return {
      line,
      operation,
      valid,
      leftOut,
      unchanged,
      cells: record.cells,
      // The same pure function on the same text: no second copy of the payload has to be kept.
      payload: withKnownPrice(operation, payloadOf(checkRow(record, this.#plan), this.#plan), before ?? {}),
      before: before ?? {},
      title,
      problems: valid && !warned ? [] : this.#problemsOf(line),
    }
  }

  #problemsOf(line: number): Problem[] {
    return this.#findings.all(line).map((found) => toProblem(findingSchema.parse(found), this.#columns))
  }

  #bytes({ chunk, start, size }: { chunk: number; start: number; size: number }): Buffer {
    if (this.#chunk.id !== chunk) {
      const { bytes } = chunkSchema.parse(this.#chunks.get(chunk))
      this.#chunk = { id: chunk, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) }
    }
    return this.#chunk.bytes.subarray(start, start + size)
  }
}
