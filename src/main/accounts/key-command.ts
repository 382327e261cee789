import type { Account, KeyState } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { checkedKey } from './account-keys.ts'
import { sandboxId } from './account-list.ts'
import type { AccountOverrides } from './account-identity.ts'
import type { AccountsService } from './accounts-service.ts'
import { checkedBaseUrl } from './base-address.ts'

export interface KeyReport {
  readonly account: Pick<Account, 'id' | 'name' | 'userId'>
  readonly state: KeyState
  /** Why the keychain gave no answer, or one that is no key. */
  readonly refusal: Fault | null
}

/** `key set|status|forget` of the command line, for the account that its options mean. */
export class KeyCommand {
  readonly #accounts: AccountsService
  readonly #overrides: AccountOverrides

  constructor(accounts: AccountsService, overrides: AccountOverrides) {
    this.#accounts = accounts
    this.#overrides = overrides
  }

  /**
   * Stores the key read from standard input. An address without an account becomes an account, named after its host and
   * made active. So a machine without a window can be set up.
   * @throws Fault `key-form`, `usage` (a new account needs the user id, a user that no account has the address), `account-fixed`, `keychain-…`.
   */
  async set(text: string): Promise<KeyReport> {
    const key = checkedKey(text)
    await this.#addMissingAccount()
    // The process ends after this: a key that is only in its memory would be lost unnoticed.
    return this.#report(({ id }) => this.#accounts.setKey(id, key, { sessionAllowed: false }))
  }

  /**
   * The key that the next command sends. For one of the environment, and for an address and user without a saved
   * account, the keychain isn't asked.
   */
  async status(): Promise<KeyReport> {
    const { key, baseUrl } = this.#overrides
    if (key !== undefined) checkedKey(key)
    const id = this.#accounts.currentId()
    const saved = id === null ? null : this.#accounts.nameOf(id)
    const isAsked = key === undefined && (saved !== null || baseUrl === undefined)
    if (id === null || id === sandboxId || isAsked)
      return this.#report((account) => this.#accounts.keyState(account.id))
    const { userId, baseUrl: address } = await this.#accounts.addressed()
    const account = { id, userId, name: saved ?? new URL(address).host }
    return { account, state: key === undefined ? 'missing' : 'session-only', refusal: null }
  }

  forget(): Promise<KeyReport> {
    return this.#report(({ id }) => this.#accounts.forgetKey(id))
  }

  async #report(state: (account: Account) => Promise<KeyState>): Promise<KeyReport> {
    const account = this.#current()
    const found = await state(account)
    const refusal = this.#accounts.keyRefusal(account.id, found)
    // For an existing item the fault says what it is; a missing item is an answer.
    const isReported = refusal.code !== 'key-missing' || refusal.details.reason !== undefined
    return { account, state: found, refusal: isReported ? refusal : null }
  }

  /** A key is one user's: that of another is not given to the active account, nor is its own taken for it. */
  #current(): Account {
    const account = this.#accounts.current()
    const { userId = account.userId } = this.#overrides
    if (account.id !== sandboxId && account.userId !== userId) throw missing('--base-url')
    return account
  }

  async #addMissingAccount(): Promise<void> {
    const { baseUrl, userId } = this.#overrides
    if (baseUrl === undefined || this.#hasCurrent()) return
    if (userId === undefined) throw missing('--user-id')
    const { host } = new URL(checkedBaseUrl(baseUrl))
    const before = new Set((await this.#accounts.list()).accounts.map(({ id }) => id))
    const { accounts: after } = await this.#accounts.save({ name: host, baseUrl, userId, readAuth: 'query' })
    const added = after.find(({ id }) => !before.has(id))
    if (added) await this.#accounts.activate(added.id)
  }

  #hasCurrent(): boolean {
    try {
      this.#accounts.current()
      return true
    } catch (error) {
      if (error instanceof Fault && error.code === 'account-unknown') return false
      throw error
    }
  }
}

const missing = (what: string): Fault => new Fault('usage', { reason: m.cli_argument_missing({ what }) })
