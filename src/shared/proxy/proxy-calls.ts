import { z } from 'zod'
import { keyStates } from '../accounts/account.ts'
import { call } from '../bridge/call.ts'

/**
 * States of a proxy that asked for a login, by its last answer. `missing`: none is known. `refused`: it took the one
 * it was given not. `kind`: it asks for another kind than Basic. `keychain`: the keychain can't be read. `taken`: it
 * lets requests through.
 */
export const proxyStates = ['missing', 'refused', 'kind', 'keychain', 'taken'] as const

/** A proxy that has asked for a login since the start. */
export const askingProxySchema = z.object({
  /** `proxy.dealer.example:3128` */
  proxy: z.string(),
  state: z.enum(proxyStates),
  /** Kinds of logins that the proxy takes, as it says: `Negotiate, NTLM`. */
  kinds: z.string(),
  /** True if its login goes over the network unencrypted. */
  isOpen: z.boolean(),
})
export type AskingProxy = z.infer<typeof askingProxySchema>

export const proxyCalls = {
  'proxy:list': call(z.null(), z.array(askingProxySchema)),
  /** Tries a login once; it is kept if the proxy takes it. */
  'proxy:log-in': call(
    z.object({ proxy: z.string().max(300), user: z.string().max(500), password: z.string().max(500) }),
    z.object({ state: z.enum(keyStates) }),
  ),
}
export const proxyEvents = {
  /** A proxy asks for a login, or has taken one. */
  'proxy:changed': askingProxySchema,
}
