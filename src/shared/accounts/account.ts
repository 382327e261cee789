import { z } from 'zod'
import { idText } from '../bridge/bounds.ts'

/** An account at the service. Its key lives in the keychain under the account's id, never in here. */
export const accountSchema = z.object({
  id: idText,
  name: z.string().trim().min(1).max(80),
  /** The embedded sandbox has no address of its own: it starts with the app on a free port. */
  kind: z.enum(['sandbox', 'service']),
  baseUrl: z.string().max(2_000),
  userId: z.int().nonnegative().max(Number.MAX_SAFE_INTEGER),
  /** Way in which reads carry the key; writes always carry it in the query, as the contract says. */
  readAuth: z.enum(['query', 'basic']),
})
export type Account = z.infer<typeof accountSchema>

/** An account that was removed: what is kept under its id is found again by address and user. */
export const removedAccountSchema = accountSchema.pick({ id: true, baseUrl: true, userId: true })
export type RemovedAccount = z.infer<typeof removedAccountSchema>

/** Place where a key is: each state asks for another next step of the person. */
export const keyStates = [
  'stored',
  'session-only',
  'missing',
  'keychain-locked',
  'keychain-unavailable',
] as const
export type KeyState = (typeof keyStates)[number]

/** 40 printable ASCII characters; surrounding blanks of a copied key are trimmed. Source: the contract, Authentication 1. */
export const keySchema = z
  .string()
  .max(1_000)
  .trim()
  .regex(/^[\x21-\x7e]{40}$/)
