import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { z } from 'zod'
import { changeableFields, visibleFields } from '#shared/batch/field-lists.ts'
import { operations } from '#shared/batch/operation.ts'
import { isOtherCurrency } from '#shared/batch/row-changes.ts'
import { problemCodes, type Problem } from '#shared/batch/row.ts'
import type { FieldName } from '#shared/batch/write-fields.ts'
import type { DraftRow } from '#shared/import/draft.ts'
import { changesOf } from '../../writes/edit-changes.ts'
import { withKnownPrice, withoutKnownPrice } from '../../writes/edit-price.ts'
import type { FileColumns } from '../../writes/file-column.ts'
import { toProblem } from '../../writes/problem-words.ts'
import { checkRow, payloadOf } from '../check/row-check.ts'
import { planRows, type RowPlan } from '../check/row-plan.ts'
import type { RecordFormat } from '../records/record-format.ts'
import { StagedChunks } from './staged-chunks.ts'
import { formatOf, type StagedPlan } from './staged-plan.ts'
import type { StagedVehicles } from './staged-vehicles.ts'
import { storedJson } from '../../storage/stored-json.ts'
import { readStored } from '../../storage/stored-record.ts'
import { StockStaging } from '../stock/stock-staging.ts'
import { draftPlace } from './draft-place.ts'

const values = z.record(z.string(), z.union([z.string(), z.number()]))
const bit = z.int().transform((value) => value === 1)

const recordSchema = z.object({
  line: z.int(),
  operation: z.int().transform((place) => (place === 0 ? null : (operations[place - 1] ?? null))),
  valid: bit,
  warned: bit,
  unchanged: bit,
  leftOut: bit,
  place: z.int(),
  size: z.int(),
  title: z.string().nullable(),
  before: storedJson.pipe(values).nullable(),
  rowPrice: z.number().nullable(),
})
const findingSchema = z.object({
  column: z.string(),
  code: z.enum(problemCodes),
  severity: z.enum(['error', 'warning']),
  value: z.string(),
  details: storedJson.pipe(values),
})

/** What a statement over `records` selects for StagedReader.read. */
export const recordColumns = `records.line, operation, valid, warned, unchanged, left_out AS leftOut, place, size,
   (SELECT title FROM adverts WHERE line = records.line) AS title,
   (SELECT before FROM adverts WHERE line = records.line) AS before,
   (SELECT row_price FROM adverts WHERE line = records.line) AS rowPrice`

/** Reads records of a staging file as checked rows with cells and payload; problems are in the language of the app. */
export class StagedReader {
  readonly #plan: RowPlan
  readonly #format: RecordFormat
  readonly #columns: FileColumns
  readonly #findings: StatementSync
  readonly #chunks: StagedChunks
  readonly #stock: StockStaging | null

  constructor(db: DatabaseSync, plan: StagedPlan, vehicles: StagedVehicles) {
    this.#plan = planRows(plan, vehicles)
    this.#format = formatOf(plan)
    this.#columns = plan
    this.#chunks = new StagedChunks(db)
    this.#stock = plan.keyIndex === undefined ? null : new StockStaging(db)
    this.#findings = db.prepare(
      'SELECT column, code, severity, value, details FROM findings WHERE line = ? ORDER BY place',
    )
  }

  read(stored: Record<string, SQLOutputValue>): DraftRow {
    return this.#rowOf(stored, withKnownPrice)
  }

  /** The row with the payload that the journal keeps. */
  toPlan(stored: Record<string, SQLOutputValue>): DraftRow {
    return this.#rowOf(stored, withoutKnownPrice)
  }

  #rowOf(stored: Record<string, SQLOutputValue>, priced: typeof withKnownPrice): DraftRow {
    const row = readStored(recordSchema, stored, draftPlace('records'))
    const { line, operation, valid, warned, unchanged, leftOut, title, rowPrice, place, size } = row
    const record = this.#format.read(this.#chunks.read({ place, size }))
    const car = this.#stock?.find(line)
    // The same pure function on the same text: no second copy of the payload has to be kept.
    const said = payloadOf(checkRow(record, this.#plan), this.#plan)
    const { payload, before } = changesOf(
      operation,
      { payload: said, before: row.before ?? {} },
      this.#compared,
    )
    return {
      line,
      operation,
      valid,
      leftOut,
      unchanged,
      cells: record.cells,
      payload: priced(operation, payload, { before, rowPrice }),
      before,
      ...(rowPrice !== null && isOtherCurrency({ payload: said, before }) && { rowPrice }),
      title,
      problems: valid && !warned ? [] : this.#problemsOf(line),
      ...(car && { car }),
    }
  }

  /** Whether a car's row says what no read shows is decided by what the file gave last: see stock/three-values.ts. */
  get #compared(): readonly FieldName[] {
    return this.#stock === null ? changeableFields : visibleFields
  }

  #problemsOf(line: number): Problem[] {
    return this.#findings
      .all(line)
      .map((found) => toProblem(readStored(findingSchema, found, draftPlace('findings')), this.#columns))
  }
}
