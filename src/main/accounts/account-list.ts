import type { Account, KeyState } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Managed } from '#shared/policy/policy.ts'
import { checkedBaseUrl } from './base-address.ts'
import type { z } from 'zod'
import type { accountsStateSchema } from '#shared/accounts/accounts-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { AccountKeys } from './account-keys.ts'
import type { SandboxEndpoint } from './sandbox-endpoint.ts'

/** An administrator's decisions on accounts. */
export class AccountRules {
  /** The only addresses that an account may have; null if any may be. */
  readonly addresses: readonly string[] | null
  readonly #managed: Managed

  constructor(managed: Managed) {
    this.#managed = managed
    this.addresses = managed.policy.serviceAddresses?.map(checkedBaseUrl) ?? null
  }

  get hasSandbox(): boolean {
    return this.#managed.policy.sandboxOff !== true
  }

  allows({ id, baseUrl }: Pick<Account, 'id' | 'baseUrl'>): boolean {
    return id === sandboxId ? this.hasSandbox : (this.addresses?.includes(baseUrl) ?? true)
  }

  /** @throws Fault `managed` if nothing may be sent for such an account */
  check(account: Pick<Account, 'id' | 'baseUrl'>): void {
    if (this.allows(account)) return
    const { trouble, source } = this.#managed
    if (trouble?.kind === 'unreadable')
      throw new Fault('managed', { reason: 'unreadable', path: source ?? '', value: trouble.detail })
    if (account.id === sandboxId) throw new Fault('managed', { reason: 'sandbox' })
    throw new Fault('managed', { address: account.baseUrl })
  }
}

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
