import type { Account } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Managed } from '#shared/policy/policy.ts'
import { sandboxId } from './account-list.ts'
import { checkedBaseUrl } from './base-address.ts'

/** What an administrator decided of accounts. */
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
