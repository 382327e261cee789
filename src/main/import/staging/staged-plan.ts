import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { operations } from '#shared/batch/operation.ts'
import { columnJoinsSchema, constantsSchema, taughtColumnsSchema } from '#shared/import/column-map-schema.ts'
import { columnMappingSchema, fileShapeSchema } from '#shared/import/draft.ts'
import type { PlanSource } from '../check/row-plan.ts'
import { TextFormat } from '../csv/text-format.ts'
import type { RecordFormat } from '../records/record-format.ts'
import { ValuesFormat } from '../records/values-record.ts'
import { storedJson } from '../../storage/stored-json.ts'
import { readStored } from '../../storage/stored-record.ts'
import { draftPlace } from './draft-place.ts'

/** Everything about a draft that isn't in its rows; the part that their check needs is a PlanSource. */
const stagedPlanSchema = z.object({
  header: z.array(z.string()),
  mapping: columnMappingSchema,
  joins: columnJoinsSchema.optional(),
  /** Null for `mixed`: each row names its own. */
  operation: z.enum(operations).nullable(),
  decimalMark: fileShapeSchema.shape.decimalMark,
  delimiter: fileShapeSchema.shape.delimiter,
  extraCells: z.int(),
  fixedCells: z.boolean().optional(),
  addedCells: z.int().optional(),
  namedIds: z.boolean().optional(),
  constants: constantsSchema.optional(),
  words: z.object({ nones: z.array(z.int()).readonly(), dashes: z.array(z.int()).readonly() }).optional(),
  values: taughtColumnsSchema.optional(),
  links: z.array(z.tuple([z.string(), z.int()])).optional(),
  changesLinked: z.boolean().optional(),
  userId: z.number(),
  baseUrlLength: z.number(),
  /** What the rows are kept as: the text of their file, or values. */
  rowsAre: z.enum(['text', 'values']),
  fileName: z.string(),
  shape: fileShapeSchema,
  bom: z.boolean(),
  fileOperation: z.enum([...operations, 'mixed']),
  /** Adverts of the account, for the share that is deleted; null if it isn't known. */
  stock: z.number().nullable(),
  /** Whether what is written is read once more, which costs a call. */
  readsAfter: z.boolean(),
  /** The column of the keys, if the file is the whole stock. */
  keyIndex: z.int().optional(),
  quantityIndex: z.int().optional(),
}) satisfies z.ZodType<PlanSource>
export type StagedPlan = z.infer<typeof stagedPlanSchema>

const storedSchema = z.object({ json: storedJson.pipe(stagedPlanSchema) })

export function writePlan(db: DatabaseSync, plan: StagedPlan): void {
  db.prepare('INSERT INTO plan VALUES (?)').run(JSON.stringify(plan))
}

/** Puts another plan in the place of the one by which the rows are read. */
export function changePlan(db: DatabaseSync, plan: StagedPlan): void {
  db.prepare('UPDATE plan SET json = ?').run(JSON.stringify(plan))
}

export const readPlan = (db: DatabaseSync): StagedPlan =>
  readStored(storedSchema, db.prepare('SELECT json FROM plan').get(), draftPlace('plan')).json

/** How the staged rows are read. */
export const formatOf = ({ rowsAre, header, shape }: StagedPlan): RecordFormat =>
  rowsAre === 'values' ? new ValuesFormat(header) : new TextFormat(shape.delimiter)
