import { z } from 'zod'
import { currencyCodes } from '#shared/batch/currency.ts'
import { cellText, vehicleId } from '../bridge/bounds.ts'
import { failureSchema } from '../bridge/failure.ts'
import { vehicleNamesSchema } from '../batch/row.ts'
import { checkSchema } from './draft.ts'

const vehicleFieldSchema = z.enum(['marka_id', 'model_id', 'base_id', 'equip_id'])
/** The ids that a name belongs to. */
const within = z.object({
  marka_id: vehicleId.nullable(),
  model_id: vehicleId.nullable(),
  base_id: vehicleId.nullable(),
  equip_id: vehicleId.nullable(),
})

/** Facts that may decide a variant: what the file says of the car, and the variants too. */
export const deciders = ['year', 'fuel', 'volume', 'power', 'gearbox', 'drive'] as const
export type Decider = (typeof deciders)[number]

/** Fact that is said of a car: `{ by: 'gearbox', value: 'manual' }`. */
const saidSchema = z.object({ by: z.enum(deciders), value: z.string() })
export type SaidOfCar = z.infer<typeof saidSchema>

/** A value of a file that is no known name, or may mean several. */
const unknownNameSchema = z.object({
  field: vehicleFieldSchema,
  code: z.enum(['name-unknown', 'name-ambiguous']),
  value: z.string(),
  within,
  /** Number of rows that it decides. */
  rows: z.int(),
  /** Names that it may mean. */
  candidates: z.array(
    z.object({
      id: vehicleId,
      name: z.string(),
      /** The same without its id, and without what no other of its name needs. */
      short: z.string(),
      /** Its generation and body style, or its year; '' if nothing is known. */
      about: z.string(),
      /** Facts in its name, in the order of the deciders. */
      says: z.array(saidSchema),
    }),
  ),
  /**
   * Decision that the rows make themselves, which leaves one of the candidates; null if they leave several, or
   * differ.
   */
  decided: z
    .object({
      id: vehicleId,
      by: z.array(saidSchema),
    })
    .nullable(),
  /** A list that may have the name was never asked for. */
  unasked: z.boolean(),
  /** Names of the ids that it belongs to, by their fields, as far as they are known. */
  names: vehicleNamesSchema,
  /** The lines of its rows, the first ones. */
  lines: z.array(z.int()),
  /** All of its rows were read: a file of very many may have more than that. */
  whole: z.boolean(),
  /** The least and the greatest of the rows, as far as they say one; null if they were not all read. */
  years: z.tuple([z.int(), z.int()]).nullable(),
  /** In one currency; null if the rows have several, or none, or were not all read. */
  prices: z.object({ least: z.number(), most: z.number(), currency: z.enum(currencyCodes) }).nullable(),
  /** Other cells of the first row: the short ones, each under its header. */
  cells: z.array(z.object({ header: z.string(), text: z.string() })),
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
  /** Failure that ended it early; null if nothing did. */
  failure: failureSchema.nullable(),
})

/** Chosen meaning of a value. */
export const nameChoiceSchema = z.object({
  field: vehicleFieldSchema,
  within,
  value: cellText,
  id: vehicleId,
  /** The rows of the file decide it, so that it counts for this file alone; a person's choice is kept for the account. */
  decided: z.boolean(),
})
export type NameChoice = z.infer<typeof nameChoiceSchema>

/** Choices that are made at once, at most. */
export const mostChoices = 200
