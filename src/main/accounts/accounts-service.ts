import type { z } from 'zod'
import type { Account, KeyState, RemovedAccount } from '#shared/accounts/account.ts'
import type { accountsCalls } from '#shared/accounts/accounts-calls.ts'
import { Fault, type Failure } from '#shared/bridge/failure.ts'
import { unmanaged } from '#shared/policy/policy.ts'
import type { Connection } from '../http/connection.ts'
import type { Clock } from '../system/clock.ts'
import { checkedKey, type AccountKeys, type SetKeyOptions } from './account-keys.ts'
import {
  sandboxAccount,
  sandboxId,
  upserted,
  withKeyStates,
  type AccountsState,
  AccountRules,
} from './account-list.ts'
import {
  accountIdOf,
  refuseTwice,
  type KnownAccounts,
  meantAccount,
  ownConnection,
  ownerWithOverrides,
  ownOwner,
  withOverrides,
  type AccountOverrides,
  type AccountOwner,
  type AddressedOwner,
} from './account-identity.ts'
import { checkedBaseUrl } from './base-address.ts'
import { KnownSandbox } from './embedded-sandbox.ts'
import type { SandboxEndpoint } from './sandbox-endpoint.ts'

interface Stored {
  readonly accounts: readonly Account[]
  readonly activeId: string
  readonly removed: readonly RemovedAccount[]
}

export interface AccountBook {
  read(): Stored
  write(edit: (stored: Stored) => Stored): void
}

export type SaveRequest = z.output<(typeof accountsCalls)['accounts:save']['request']>
export type KeyTrial = z.output<(typeof accountsCalls)['accounts:try-key']['answer']>
export type TestResult = z.output<(typeof accountsCalls)['accounts:test']['answer']>

export interface AccountsServicePorts {
  readonly book: AccountBook
  readonly keys: AccountKeys
  /** Starts the embedded service if it isn't running yet; its key is in no keychain. */
  readonly sandbox: () => Promise<SandboxEndpoint>
  /** The embedded service as it was when it last ran, or null; absent, it is started to be known. */
  readonly lastSandbox?: () => SandboxEndpoint | null
  readonly overrides?: AccountOverrides
  /** Rules that an administrator set. */
  readonly rules?: AccountRules
  /** One harmless request (GET /states); rejects with what the client throws. */
  readonly states: (connection: Connection, signal?: AbortSignal) => Promise<unknown>
  readonly words: (error: unknown) => Failure
  readonly clock: Clock
  /** Gets each key before it is used, so that no log line ever shows it. */
  readonly onKey: (key: string) => void
  /** The list is another one than before. */
  readonly onChange?: (state: AccountsState) => void
  /** An account is being removed: what is kept for it elsewhere goes first. What this throws stops the removal. */
  readonly onRemove?: (accountId: string) => Promise<void>
  /** Another account became the active one. */
  readonly onActive?: (accountId: string) => void
}

/** Accounts at the service: who they are (settings), where their keys are, and the connection made of both. */
export class AccountsService {
  readonly #ports: AccountsServicePorts
  readonly #overrides: AccountOverrides
  readonly #rules: AccountRules
  readonly #sandbox: KnownSandbox
  #lastActive: string
  /** Accounts whose key the keychain was asked for before a file was checked. */
  readonly #asked = new Set<string>()

  constructor(ports: AccountsServicePorts) {
    this.#ports = ports
    this.#overrides = ports.overrides ?? {}
    this.#rules = ports.rules ?? new AccountRules(unmanaged)
    const { sandbox, lastSandbox, onKey, onChange } = ports
    this.#sandbox = new KnownSandbox({
      start: sandbox,
      last: lastSandbox,
      onKey,
      // The list shows its address from now on; the connection doesn't wait for that.
      onStarted: () => onChange && void this.list().then(onChange, () => undefined),
    })
    this.#lastActive = ports.book.read().activeId
  }

  async list(): Promise<AccountsState> {
    return {
      accounts: await withKeyStates(this.#all(), this.#ports.keys, (one) => this.#rules.allows(one)),
      activeId: this.#ports.book.read().activeId,
      addresses: this.#rules.addresses?.slice() ?? null,
    }
  }

  async activate(accountId: string): Promise<AccountsState> {
    this.#rules.check(this.#account(accountId))
    this.#ports.book.write((stored) => ({ ...stored, activeId: accountId }))
    return this.#changed()
  }

  /**
   * Adds an account, one that was removed with its id, or changes one.
   * @throws Fault `managed`, also for one whose address isn't allowed: its stored key would go to another service;
   * `account-twice`
   */
  async save(request: SaveRequest): Promise<AccountsState> {
    const before = request.id === undefined ? undefined : this.#changeable(request.id)
    if (before) this.#rules.check(before)
    const baseUrl = checkedBaseUrl(request.baseUrl)
    const known = this.#known()
    const id = request.id ?? accountIdOf(known, baseUrl, request.userId)
    const saved = { ...request, id, kind: 'service' as const, baseUrl }
    this.#rules.check(saved)
    refuseTwice(known, saved, before)
    this.#ports.book.write((stored) => ({
      ...stored,
      accounts: upserted(stored.accounts, saved),
      removed: stored.removed.filter((one) => one.id !== id),
    }))
    return this.#changed()
  }

  async remove(accountId: string): Promise<AccountsState> {
    const { id, baseUrl, userId } = this.#changeable(accountId)
    await this.#ports.onRemove?.(accountId)
    // A locked keychain stops the removal (the key would stay in it unseen); one that is unavailable has no key.
    await this.#ports.keys.forget(accountId).catch((error: unknown) => {
      if (!(error instanceof Fault) || error.code !== 'keychain-unavailable') throw error
    })
    this.#ports.book.write((stored) => ({
      accounts: stored.accounts.filter((one) => one.id !== accountId),
      activeId: stored.activeId === accountId ? sandboxId : stored.activeId,
      removed: [{ id, baseUrl, userId }, ...stored.removed.filter((one) => one.id !== id)],
    }))
    return this.#changed()
  }

  async setKey(accountId: string, key: string, options?: SetKeyOptions): Promise<KeyState> {
    const state = await this.#ports.keys.set(this.#changeable(accountId).id, key, options)
    await this.#changed()
    return state
  }

  async forgetKey(accountId: string): Promise<KeyState> {
    const state = await this.#ports.keys.forget(this.#changeable(accountId).id)
    await this.#changed()
    return state
  }

  async keyState(accountId: string): Promise<KeyState> {
    return accountId === sandboxId ? 'stored' : this.#ports.keys.state(this.#account(accountId).id)
  }

  /** Why `keyState` found no key. */
  keyRefusal(accountId: string, state: KeyState): Fault {
    return this.#ports.keys.refusal(accountId, state)
  }

  async test(accountId: string, signal?: AbortSignal): Promise<TestResult> {
    const tested = this.#account(accountId)
    // The command line may have stored another key since: what is tested is what the keychain holds now.
    this.#ports.keys.reread(accountId)
    return this.#ask(() => this.#connect(tested), signal)
  }

  /**
   * Asks the service with a key that was typed. It is kept unless the service refuses it or the test is stopped: a service
   * that can't be reached says nothing about the key. A key that was kept before stays until then.
   * @throws Fault `account-fixed`, `account-unknown`, `key-form`, `keychain-…`
   */
  async tryKey(accountId: string, text: string, signal?: AbortSignal): Promise<KeyTrial> {
    const tested = this.#changeable(accountId)
    const key = checkedKey(text)
    this.#ports.onKey(key)
    const result = await this.#ask(() => this.#connect(tested, key), signal)
    const kept = result.ok || !['auth', 'cancelled'].includes(result.failure.code)
    if (kept) await this.setKey(accountId, key)
    return { kept, result }
  }

  async #ask(connect: () => Promise<Connection>, signal?: AbortSignal): Promise<TestResult> {
    const { states, words, clock } = this.#ports
    try {
      const connection = await connect()
      const begun = clock.now()
      await states(connection, signal)
      return { ok: true, milliseconds: clock.now() - begun }
    } catch (error) {
      return { ok: false, failure: words(error) }
    }
  }

  /** The account that the command line's options mean, else the active one. @throws Fault `account-unknown`. */
  current(): Account {
    return meantAccount(this.#all(), this.#ports.book.read().activeId, this.#overrides)
  }

  /**
   * Connection for requests of this run: the active account, or what the command line put in its place.
   * @throws Fault `account-unknown`, `account-address`, `managed`, `key-form`, `key-missing`, `keychain-…`.
   */
  async connection(): Promise<Connection> {
    const { key } = this.#overrides
    if (key !== undefined) this.#ports.onKey(key.trim())
    const own = ownConnection(this.#overrides, this.#known())
    if (own) {
      this.#rules.check({ id: own.accountId, baseUrl: own.baseUrl })
      return own
    }
    if (ownOwner(this.#overrides, this.#known())) throw new Fault('key-missing')
    return withOverrides(await this.#connect(this.current(), key), this.#overrides, this.#known())
  }

  /**
   * Account and user that `connection` means, without its key: saved data is shown even if the keychain is locked or
   * has no key.
   * @throws Fault `account-unknown`, `account-address`, `key-form`
   */
  async owner(): Promise<AccountOwner> {
    const { accountId, userId } = await this.addressed()
    return { accountId, userId }
  }

  /** The same with the address of the service. @throws as `owner` */
  async addressed(): Promise<AddressedOwner> {
    const own = ownOwner(this.#overrides, this.#known())
    if (own) return { accountId: own.accountId, userId: own.userId, baseUrl: own.baseUrl }
    const account = this.current()
    const { userId, baseUrl } = account.id === sandboxId ? await this.#knownSandbox() : account
    return {
      ...ownerWithOverrides({ id: account.id, userId, baseUrl }, this.#overrides, this.#known()),
      baseUrl,
    }
  }

  /** Ids of every account, the current one among them. */
  ids(): string[] {
    const current = this.currentId()
    return [...new Set([...(current === null ? [] : [current]), ...this.#all().map(({ id }) => id)])]
  }

  /** Name of a saved account; null for one that the command line alone names. */
  nameOf(accountId: string): string | null {
    return this.#find(accountId)?.name ?? null
  }

  /** Owner and address of any account; null for one that isn't among them. @throws as `owner` */
  async addressOf(accountId: string): Promise<AddressedOwner | null> {
    if (this.currentId() === accountId) return this.addressed()
    const found = this.#find(accountId)
    return found ? { accountId, userId: found.userId, baseUrl: found.baseUrl } : null
  }

  /**
   * The owner and the address that a file is checked for, which needs no key. One that the keychain gives is read even so:
   * what a check shows of the file is searched for it.
   * @throws as `owner`
   */
  async checkedFor(): Promise<AddressedOwner> {
    const owner = await this.addressed()
    if (this.#overrides.key === undefined) await this.#learnKey(owner)
    else this.#ports.onKey(this.#overrides.key.trim())
    return owner
  }

  /** Once: a keychain that doesn't answer is not waited for with each file. */
  async #learnKey({ accountId }: AccountOwner): Promise<void> {
    if (accountId === sandboxId || this.#asked.has(accountId)) return
    this.#asked.add(accountId)
    const saved = ownOwner(this.#overrides, this.#known()) ? undefined : this.current()
    if (saved) await this.#ports.keys.state(saved.id)
  }

  /** The id that `owner` answers, or null if there is no such account. */
  currentId(): string | null {
    return this.#currentOwner()?.accountId ?? null
  }

  /** The user of the account that `owner` answers, or null if there is no such account. */
  currentUserId(): number | null {
    return this.#currentOwner()?.userId ?? null
  }

  #currentOwner(): AccountOwner | null {
    try {
      const own = ownOwner(this.#overrides, this.#known())
      if (own) return own
      const account = this.current()
      const endpoint = account.id === sandboxId ? this.#sandbox.seen : null
      return ownerWithOverrides({ ...account, ...endpoint }, this.#overrides, this.#known())
    } catch (error) {
      if (error instanceof Fault) return null
      throw error
    }
  }

  /**
   * Connection for requests of this very account, active or not: a batch goes on under the account that it was
   * planned for.
   */
  async connectionOf(accountId: string): Promise<Connection> {
    // Also one that only the command line's options made and that has no entry, and one that they gave another key.
    if (this.currentId() === accountId) return this.connection()
    return this.#connect(this.#account(accountId))
  }

  /**
   * A sandbox that was turned off is not started for this: its saved data can be read, and if it never ran it has no
   * user.
   */
  async #knownSandbox(): Promise<Pick<SandboxEndpoint, 'userId' | 'baseUrl'>> {
    if (this.#rules.hasSandbox) return this.#sandbox.known()
    return this.#sandbox.lastKnown() ?? { userId: 0, baseUrl: '' }
  }

  async #connect(account: Account, given?: string): Promise<Connection> {
    this.#rules.check(account)
    const { id, baseUrl, userId, readAuth: own } = account
    const { readAuth = own } = this.#overrides
    if (id === sandboxId) return { accountId: id, readAuth, ...(await this.#sandbox.started()) }
    return { accountId: id, baseUrl, userId, readAuth, key: given ?? (await this.#ports.keys.key(id)) }
  }

  #all(): readonly Account[] {
    return [sandboxAccount(this.#sandbox.running), ...this.#ports.book.read().accounts]
  }

  #known(): KnownAccounts {
    return { accounts: this.#all(), removed: this.#ports.book.read().removed }
  }

  #find(id: string): Account | undefined {
    return this.#all().find((account) => account.id === id)
  }

  /** @throws Fault `account-unknown` */
  #account(id: string): Account {
    const found = this.#find(id)
    if (!found) throw new Fault('account-unknown', { account: id })
    return found
  }

  /** @throws Fault `account-fixed` for the sandbox, `account-unknown` */
  #changeable(id: string): Account {
    if (id === sandboxId) throw new Fault('account-fixed', { account: id })
    return this.#account(id)
  }

  async #changed(): Promise<AccountsState> {
    const state = await this.list()
    this.#ports.onChange?.(state)
    if (state.activeId !== this.#lastActive) {
      this.#lastActive = state.activeId
      this.#ports.onActive?.(state.activeId)
    }
    return state
  }
}
