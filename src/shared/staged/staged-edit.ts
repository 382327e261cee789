import { z } from 'zod'
import { advertId, cellText } from '../bridge/bounds.ts'
import { stagedFields } from './staged-fields.ts'

export { type StagedField, stagedFields } from './staged-fields.ts'

/** The currency of a price, by the number of the write endpoints; null for any other field. */
const currency = z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable()
const value = z.union([z.string(), z.number()])

/**
 * `ready` to be sent. In `conflict` because the advert's value is no longer the one at the time of the edit, or no
 * longer known. `same` if it has the new value already; `gone` if the service no longer has the advert, so that the
 * edit can't be sent. `sending` while a batch holds it, `asked` if the batch waits for the person's answer about it.
 */
export const stagedStates = ['ready', 'conflict', 'same', 'gone', 'sending', 'asked'] as const
export type StagedState = (typeof stagedStates)[number]

/** One cell that was edited and is not sent yet. */
export const stagedCellSchema = z.object({
  field: z.enum(stagedFields),
  value,
  currency,
  /** The value when the edit was made; null if it was not known. */
  seen: value.nullable(),
  seenCurrency: currency,
  state: z.enum(stagedStates),
})
export type StagedCell = z.infer<typeof stagedCellSchema>

/** A cell as the review shows it. */
export const stagedRowSchema = stagedCellSchema.extend({
  advert: z.number(),
  /** Title of the advert for a person; '' if it is not cached. */
  title: z.string(),
  /** The value that the advert has now; null if it is not known. */
  now: value.nullable(),
  nowCurrency: currency,
  /** ISO 8601. */
  stagedAt: z.string(),
  /** The batch that holds the edit; null if none does. */
  batch: z.string().nullable(),
})
export type StagedRow = z.infer<typeof stagedRowSchema>

/** Names a cell. */
export const cellRefSchema = z.object({ advert: advertId, field: z.enum(stagedFields) })
export type CellRef = z.infer<typeof cellRefSchema>

/** A cell with the value that was shown with the edit; null if none was known. */
export const seenCellSchema = cellRefSchema.extend({
  now: z.union([cellText, z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)]).nullable(),
  nowCurrency: currency,
})
export type SeenCell = z.infer<typeof seenCellSchema>

/** Summary of what is staged for the account. */
export const stagedSummarySchema = z.object({
  /** Cells that no batch holds. */
  edits: z.int(),
  /** Adverts that they belong to. */
  adverts: z.int(),
  /** Cells that a batch holds. */
  sending: z.int(),
  canUndo: z.boolean(),
  canRedo: z.boolean(),
  /** Grows with every change of what is staged. */
  revision: z.int(),
})
export type StagedSummary = z.infer<typeof stagedSummarySchema>
