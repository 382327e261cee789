import { z } from 'zod'
import { failureSchema } from '../bridge/failure.ts'
import { unreadSchema } from '../bridge/unread.ts'

/**
 * States of the caller: shown, or hidden with the reason: kept long enough, erased by the dealer, or sealed by a key
 * that isn't here.
 */
export const callerStates = ['here', 'forgotten', 'erased', 'locked'] as const

/** A call of a buyer as the window shows it. It names make and model, if the buyer asked for one, and never an advert. */
export const callRowSchema = z.object({
  id: z.number(),
  /** Kyiv's time in the service's form. */
  at: z.string(),
  /** `answer`, or how else it ended, in lower case; '' if the service doesn't say. */
  status: z.string(),
  /** Seconds of talk, and of ringing before. */
  talk: z.number().nullable(),
  ring: z.number().nullable(),
  make: z.string(),
  model: z.string(),
  caller: z.enum(callerStates),
  /** Caller, the number in the advert, and where it led; '' if that can't be shown. */
  phone: z.string(),
  shown: z.string(),
  led: z.string(),
  /** Recording: if there is one, and its address; '' if that can't be shown. */
  recorded: z.boolean(),
  link: z.string(),
  /** Further saved calls of the same person; 0 too if that can't be known. */
  others: z.int(),
  /** Unanswered, but the same person was answered later: `YYYY-MM-DD HH:MM:SS`; '' if not. */
  answeredAt: z.string(),
  /** Time when the dealer marked it as returned, ISO 8601; null if that isn't so. */
  returnedAt: z.string().nullable(),
  /** Unanswered in the last seven days and later, and not returned: it needs a person. */
  waits: z.boolean(),
})
export type CallRow = Readonly<z.infer<typeof callRowSchema>>

/** The calls of the account as saved. */
export const callsStateSchema = z.object({
  calls: z.array(callRowSchema),
  /** The service said within a day that it gives this account no calls. */
  missing: z.boolean(),
  /** Time when the calls were read, ISO 8601; null before the first time. */
  readAt: z.string().nullable(),
  /** Why the last reading failed while saved calls are shown; null when it didn't. */
  failure: failureSchema.nullable(),
  /** Calls of the last reading that are not among these, because they could not be read. */
  unread: unreadSchema,
  /** Callers are kept until the app ends only: their key is in no keychain. */
  session: z.boolean(),
})
export type CallsState = Readonly<z.infer<typeof callsStateSchema>>
