import type { z } from 'zod'
import type { Account, KeyState } from '#shared/accounts/account.ts'
import type { accountsStateSchema } from '#shared/accounts/accounts-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AccountKeys } from './account-keys.ts'
import type { SandboxEndpoint } from './sandbox-endpoint.ts'

export type AccountsState = z.output<typeof accountsStateSchema>

/** The ready-made account of the embedded service: always there, active at first, never in the settings file. */
export const sandboxId = 'sandbox'

/** Its address and user are known once it runs: until then the list shows it without them. */
export const sandboxAccount = (endpoint: SandboxEndpoint | null): Account => ({
  id: sandboxId,
  name: m.accounts_sandbox_name(),
  kind: 'sandbox',
  baseUrl: endpoint?.baseUrl ?? '',
  userId: endpoint?.userId ?? 0,
  readAuth: 'query',
})

/** The list with the account in it, new or in place of the one with its id. */
export const upserted = (accounts: readonly Account[], saved: Account): readonly Account[] =>
  accounts.some(({ id }) => id === saved.id)
    ? accounts.map((one) => (one.id === saved.id ? { ...one, ...saved } : one))
    : [...accounts, saved]

/**
 * The accounts with the state of each one's key. A keychain that is locked for one account is locked for all: it is
 * tried once, not once per account and time limit.
 */
export async function withKeyStates(
  accounts: readonly Account[],
  keys: AccountKeys,
  isAllowed: (account: Account) => boolean,
): Promise<AccountsState['accounts']> {
  const rows: AccountsState['accounts'] = []
  let refused: KeyState | null = null
  for (const one of accounts) {
    const keyState: KeyState = one.id === sandboxId ? 'stored' : (refused ?? (await keys.state(one.id)))
    if (keyState === 'keychain-locked' || keyState === 'keychain-unavailable') refused = keyState
    rows.push({ ...one, keyState, isAllowed: isAllowed(one) })
  }
  return rows
}
