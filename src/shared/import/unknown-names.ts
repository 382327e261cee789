import { z } from 'zod'
import { cellText, vehicleId } from '../bridge/bounds.ts'
import { failureSchema } from '../bridge/failure.ts'
import { checkSchema } from './draft.ts'

const vehicleFieldSchema = z.enum(['marka_id', 'model_id', 'base_id', 'equip_id'])
/** The ids that a name belongs to. */
const within = z.object({
  marka_id: vehicleId.nullable(),
  model_id: vehicleId.nullable(),
  base_id: vehicleId.nullable(),
  equip_id: vehicleId.nullable(),
})

/** A value of a file that is no known name, or may mean several. */
const unknownNameSchema = z.object({
  field: vehicleFieldSchema,
  code: z.enum(['name-unknown', 'name-ambiguous']),
  value: z.string(),
  within,
  /** How many rows it decides. */
  rows: z.int(),
  /** What it may mean. */
  candidates: z.array(z.object({ id: vehicleId, name: z.string() })),
})
export type UnknownName = z.infer<typeof unknownNameSchema>

export const unknownNamesSchema = z.object({
  values: z.array(unknownNameSchema),
  /** Calls that it takes at least to look names up; 0 if there is nothing more to ask for. */
  calls: z.int(),
  /** The service does not give the account a list that is needed. */
  unavailable: z.boolean(),
})
export type UnknownNames = z.infer<typeof unknownNamesSchema>

export const lookedUpSchema = z.object({
  /** The counts with the names that are known now. */
  check: checkSchema,
  calls: z.int(),
  /** More calls would have been made, if the bound had allowed it. */
  bounded: z.boolean(),
  /** What ended it early; null if nothing did. */
  failure: failureSchema.nullable(),
})

/** What the dealer chose for a value. */
export const nameChoiceSchema = z.object({
  field: vehicleFieldSchema,
  within,
  value: cellText,
  id: vehicleId,
})
export type NameChoice = z.infer<typeof nameChoiceSchema>

/** Choices that are made at once, at most. */
export const mostChoices = 200
