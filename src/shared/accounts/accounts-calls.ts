import { z } from 'zod'
import { idText } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'
import { failureSchema } from '../bridge/failure.ts'
import { accountSchema, keySchema, keyStates } from './account.ts'

const accountId = z.object({ accountId: idText })
const testResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), milliseconds: z.number() }),
  z.object({ ok: z.literal(false), failure: failureSchema }),
])
const keyState = z.object({ state: z.enum(keyStates) })

export const accountsStateSchema = z.object({
  /** `isAllowed`: an administrator lets it be used. */
  accounts: z.array(accountSchema.extend({ keyState: z.enum(keyStates), isAllowed: z.boolean() })),
  activeId: z.string(),
  /** The only addresses that an account may have; null without such a rule. */
  addresses: z.array(z.string()).nullable(),
})

export const accountsCalls = {
  'accounts:list': call(z.null(), accountsStateSchema),
  'accounts:activate': call(accountId, accountsStateSchema),
  /** Adds a new account (id absent) or changes one. */
  'accounts:save': call(
    accountSchema.omit({ id: true, kind: true }).extend({ id: idText.optional() }),
    accountsStateSchema,
  ),
  'accounts:remove': call(accountId, accountsStateSchema),
  'accounts:forget-key': call(accountId, keyState),
  /**
   * Tests a key that was typed, and keeps it unless the service refuses it. The only way of a key into main; nothing brings
   * it out again.
   */
  'accounts:try-key': call(
    accountId.extend({ key: keySchema }),
    z.object({ kept: z.boolean(), result: testResult }),
  ),
  /** One harmless request (GET /states) with the stored key. */
  'accounts:test': call(accountId, testResult),
}

export const accountsEvents = { 'accounts:changed': accountsStateSchema }
