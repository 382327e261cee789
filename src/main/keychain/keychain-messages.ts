import { z } from 'zod'

/** One request to the keychain's child process; `id` ties the answer to it, so that a late answer is recognized. */
export const keychainRequestSchema = z.discriminatedUnion('verb', [
  z.object({ id: z.int(), verb: z.literal('get'), service: z.string(), account: z.string() }),
  z.object({
    id: z.int(),
    verb: z.literal('set'),
    service: z.string(),
    account: z.string(),
    key: z.string(),
  }),
  z.object({ id: z.int(), verb: z.literal('forget'), service: z.string(), account: z.string() }),
])
export type KeychainRequest = z.infer<typeof keychainRequestSchema>

const refusals = ['keychain-locked', 'keychain-unavailable'] as const
export type Refusal = (typeof refusals)[number]

/** The result of a request: that a key is missing is an answer, a refusal is none. */
const keychainOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('key'), key: z.string() }),
  z.object({ outcome: z.literal('missing') }),
  z.object({ outcome: z.literal('done') }),
  z.object({ outcome: z.literal('refused'), refusal: z.enum(refusals), reason: z.string() }),
])
export type KeychainOutcome = z.infer<typeof keychainOutcomeSchema>

export const keychainAnswerSchema = z.object({ id: z.int(), result: keychainOutcomeSchema })
export type KeychainAnswer = z.infer<typeof keychainAnswerSchema>

export const refused = (refusal: Refusal, reason: string): KeychainOutcome => ({
  outcome: 'refused',
  refusal,
  reason,
})
