import { z } from 'zod'
import { advertId, idText } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { fieldNames } from '../batch/field-lists.ts'
import { batchSchema } from '../batch/row.ts'
import { confirmationCodes } from '../import/draft.ts'
import { byHandRules, candidateGrades, missingRules, sameTrimRules } from './stock-actions.ts'
import { stockChoiceSchema, stockFilterSchema } from './stock-check.ts'

/** Source of stock files, with what was chosen for it. */
export const stockSourceSchema = z.object({
  name: z.string(),
  /** The header of the column with the dealer's own numbers. */
  key: z.string(),
  missing: z.enum(missingRules).optional(),
  byHand: z.enum(byHandRules).optional(),
  sameTrim: z.enum(sameTrimRules).optional(),
  /** Filter for the rows of its files that are of the stock; null if all are. */
  filter: stockFilterSchema.nullable().optional(),
  /** The header of the column that says how many cars there are; null if none does. */
  quantity: z.string().nullable().optional(),
  /** The file that was taken last: of when it is, ISO 8601, and its rows. */
  last: z.object({ asOf: z.string(), rows: z.int() }).nullable(),
})
export type StockSourceFacts = z.infer<typeof stockSourceSchema>

const key = z.string().min(1).max(100)
const autoId = advertId.positive()

/** Answer of a person about a car that a plan asks about. */
export const stockAnswerSchema = z.discriminatedUnion('answer', [
  /** The car is this advert. */
  z.object({ answer: z.literal('link'), key, autoId }),
  /** It is the car that had another number: its advert goes with it. */
  z.object({ answer: z.literal('move'), key, from: key }),
  /** It is another car than the one with that number. */
  z.object({ answer: z.literal('apart'), key, other: key }),
  /** It is none of the own adverts of the make and model of this one. */
  z.object({ answer: z.literal('none'), key, autoId }),
  /** The advert is of a car that is in no file. */
  z.object({ answer: z.literal('outside'), key, autoId }),
  /** The next plan creates an advert for it. */
  z.object({ answer: z.literal('new'), key }),
  /** The number has no advert any more. */
  z.object({ answer: z.literal('cut'), key }),
  /** The file's value of a field is sent, although it was changed by hand. */
  z.object({ answer: z.literal('take-file'), key, field: z.enum(fieldNames) }),
  /** The file changes the field no more, or does again. */
  z.object({ answer: z.literal('pin'), key, field: z.enum(fieldNames), pinned: z.boolean() }),
])
export type StockAnswer = z.infer<typeof stockAnswerSchema>

export const stockPlanCalls = {
  /** The sources of the account's stock files. */
  'stock:sources': call(z.null(), z.array(stockSourceSchema)),
  /**
   * Takes a checked stock file, which a person has looked at: its rows become a batch. Null if nothing is to be sent:
   * what the file has and lacks is remembered. `olderOf`: the stated date of a file that is older than the last one.
   */
  'stock:plan': call(
    z.object({
      draftId: idText,
      stock: stockChoiceSchema,
      confirmed: z.array(z.enum(confirmationCodes)).max(confirmationCodes.length),
      olderOf: z.string().max(40).nullable(),
    }),
    batchSchema.nullable(),
  ),
  /** Links the cars of a checked file for which adverts were found so surely; a file is to be checked again after that. */
  'stock:link-found': call(
    z.object({
      draftId: idText,
      grades: z.array(z.enum(candidateGrades)).min(1).max(candidateGrades.length),
    }),
    z.object({ count: z.int() }),
  ),
  /** Keeps an answer, by which the next plan goes. */
  'stock:answer': call(stockAnswerSchema, z.null()),
}
