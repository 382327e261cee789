import { z } from 'zod'
import {
  brakeCodes,
  byHandRules,
  candidateGrades,
  candidateReasons,
  missingRules,
  sameTrimRules,
  stockActions,
  stockReasons,
} from './stock-actions.ts'

/** Rows of a file that are of the stock: those with one of these values in a column. The rest of the file is left out. */
export const stockFilterSchema = z.object({
  /** The header of the column. */
  column: z.string().min(1).max(1_000),
  /** Compared without outer blanks and case. */
  values: z.array(z.string().trim().min(1).max(1_000)).min(1).max(1_000),
})
export type StockFilter = z.infer<typeof stockFilterSchema>

const rowCount = z.int().min(0).max(10_000_000)
const sourceName = z.string().trim().min(1).max(100)

/** Choice for reading a file as the whole stock of a source. */
export const stockChoiceSchema = z.object({
  /** The source whose files these are: a salon, a program. */
  source: sourceName,
  /** The header of the column with the dealer's own numbers. */
  key: z.string().min(1).max(1_000),
  /** Null: every row is of the stock. */
  filter: stockFilterSchema.nullable(),
  /** The header of the column that says how many cars there are: none is not in stock. Null if there is no such column. */
  quantity: z.string().min(1).max(1_000).nullable(),
  missing: z.enum(missingRules),
  /** Fate of missing cars this time, whatever the source's rule is: the answer to a question. */
  missingNow: z.enum(missingRules).nullable(),
  byHand: z.enum(byHandRules),
  sameTrim: z.enum(sameTrimRules),
  /** Number of cars that may be missing: lifts the brake for exactly the number that was shown. */
  maxMissing: rowCount.nullable(),
  /**
   * Number of adverts that may be made without a list of own ones to compare with: lifts the brake for exactly the
   * number that was shown.
   */
  maxNew: rowCount.nullable(),
  /** The file has exactly so many rows: lifts the brake for a short file. */
  rows: rowCount.nullable(),
  /** Adverts found for cars without a link are linked at once: the certain ones, or those that are likely too. */
  link: z.enum(['none', 'certain', 'likely']),
})
export type StockChoice = z.infer<typeof stockChoiceSchema>

/** Why nothing of a file is taken, with the numbers that lift it. */
export const brakeSchema = z.object({
  code: z.enum(brakeCodes),
  count: z.int(),
  of: z.int(),
  percent: z.int(),
})
export type StockBrake = z.infer<typeof brakeSchema>

/** Common traits of the missing cars. */
export const missingCluesSchema = z.object({
  /** Number of missing cars whose advert is there. */
  count: z.int(),
  /** Their makes with the most of them first, and how many cars of each make the file has. */
  makes: z.array(z.object({ make: z.string(), count: z.int(), inFile: z.int() })),
  /** Number of them with open orders, and the stock numbers of the first ones. */
  ordered: z.object({ count: z.int(), keys: z.array(z.string()) }),
})
export type MissingClues = z.infer<typeof missingCluesSchema>

/** An advert that a car without a link may have. */
export const candidateSchema = z.object({
  autoId: z.int(),
  grade: z.enum(candidateGrades),
  why: z.array(z.enum(candidateReasons)),
})

/** Decision about one car. */
export const carSchema = z.object({
  key: z.string(),
  action: z.enum(stockActions),
  reason: z.enum(stockReasons).nullable(),
  /** The advert that the decision is about, if it is not the row's own. */
  autoId: z.int().nullable(),
  /** The other key that a question is about. */
  other: z.string().nullable(),
  candidates: z.array(candidateSchema),
  /** The file lacks it. */
  missing: z.boolean(),
})
export type CarDecision = z.infer<typeof carSchema>

/** Effects of a file on the stock, besides its rows. */
export const stockCheckSchema = z.object({
  source: z.string(),
  key: z.string(),
  missing: z.enum(missingRules),
  /** No plan of this source was shown yet, or the journal was recovered since. */
  isFirstLook: z.boolean(),
  counts: z.record(z.enum(stockActions), z.int()),
  brake: brakeSchema.nullable(),
  /** Missing cars whose adverts are changed or deleted; the others stay, as a row without a number may be one of them. */
  withdrawn: z.int(),
  clues: missingCluesSchema,
  /** Cars without a link for which an advert was found. */
  found: z.record(z.enum(candidateGrades), z.int()),
  /** Why the file is not taken without a word: it is older than the last one, or its content was there before that. */
  age: z
    .object({ why: z.enum(['older', 'seen-before', 'ahead']), asOf: z.string(), last: z.string() })
    .nullable(),
  /** Time when the content was true, ISO 8601. */
  asOf: z.string(),
  /** The rows of the file, without missing cars. */
  rows: z.int(),
  /** Rows of the file that the filter left out: they are not of the stock, and not among its rows. */
  filtered: z.int(),
  /**
   * Cars that are created in addition to another one of the file of the same make, model, modification and equipment.
   */
  twins: z.int(),
  /** Numbers that lack only the zeros in front of known ones, as a spreadsheet leaves them. */
  lostZeros: z.int(),
  /** Sources that had no file for 30 days: what only their files have counts as missing. */
  silent: z.array(z.string()),
  /** The fields that columns of the file give. */
  fields: z.array(z.string()),
  /** Fields that the last file of the source gave and this one doesn't: they stay as they are. */
  vanished: z.array(z.string()),
  filter: stockFilterSchema.nullable(),
  /** The file of the source that was taken last. */
  last: z.object({ asOf: z.string(), rows: z.int() }).nullable(),
  /** The rows of the largest file of the source that was taken in the last seven days; 0 if none was. */
  largestOfWeek: z.int(),
  /** The plan counts only as long as nothing of this account changes: links, rows, files. */
  revision: z.int(),
  /** The columns as the rows have them: first those that say what a row does. */
  header: z.array(z.string()),
  mapping: z.array(z.string().nullable()),
})
export type StockCheck = z.infer<typeof stockCheckSchema>
