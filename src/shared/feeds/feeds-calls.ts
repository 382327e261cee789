import { z } from 'zod'
import { idText } from '../bridge/bounds.ts'
import { call } from '../bridge/call.ts'

/** Addresses that are kept for an account, at most. */
export const mostFeeds = 50

const name = z.string().trim().min(1).max(100)

/** An address that a table is fetched from, as the window knows it: without its query, which may hold a key. */
export const feedSchema = z.object({
  id: z.string(),
  /** The source whose stock the table is. */
  name: z.string(),
  address: z.string(),
  /** End of the last fetch; null before the first. */
  last: z
    .object({
      /** ISO 8601. */
      at: z.string(),
      /** Why it failed, in words; null if a table came. */
      failure: z.string().nullable(),
    })
    .nullable(),
  /** The address asked not to be asked before, ISO 8601; null if it may be. */
  notBefore: z.string().nullable(),
})
export type Feed = z.infer<typeof feedSchema>

const secretText = z.string().max(1_000)

export const feedsCalls = {
  /** The addresses of the active account. */
  'feeds:list': call(z.null(), z.array(feedSchema)),
  /**
   * Keeps an address, in the place of the one with this id. The query of the address and the login go into the keychain; a login
   * that is absent stays as it is.
   */
  'feeds:save': call(
    z.object({
      id: idText.nullable(),
      name,
      /** Null: as it is. */
      address: z.string().min(1).max(2_000).nullable(),
      /** Another host that its redirects may lead to, confirmed by a person. */
      follows: z.string().min(1).max(300).optional(),
      login: z.object({ user: secretText, password: secretText }).optional(),
    }),
    z.array(feedSchema),
  ),
  'feeds:remove': call(z.object({ id: idText }), z.array(feedSchema)),
  /** Fetches the table and begins a draft with it. */
  'feeds:fetch': call(z.object({ id: idText }), z.object({ draftId: z.string(), fileName: z.string() })),
}
