import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Account, KeyState } from '#shared/accounts/account.ts'
import type { accountsCalls, accountsStateSchema } from '#shared/accounts/accounts-calls.ts'
import { Fault, type Failure } from '#shared/bridge/failure.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Clock } from '../system/clock.ts'
import type { Connection } from '../http/connection.ts'
import type { AccountKeys } from './account-keys.ts'
import { meantAccount, ownConnection, withOverrides, type AccountOverrides } from './account-overrides.ts'
import { checkedBaseUrl } from './base-address.ts'

/** The ready-made account of the embedded service: always there, active at first, never in the settings file. */
export const sandboxId = 'sandbox'

interface Stored {
  readonly accounts: readonly Account[]
  readonly activeId: string
}

export interface AccountBook {
  read(): Stored
  write(edit: (stored: Stored) => Stored): void
}

export type SandboxEndpoint = Pick<Connection, 'baseUrl' | 'userId' | 'key'>
export type AccountsState = z.output<typeof accountsStateSchema>
export type SaveAsk = z.output<(typeof accountsCalls)['accounts:save']['ask']>
export type TestResult = z.output<(typeof accountsCalls)['accounts:test']['answer']>

export interface AccountsServiceOptions {
  readonly book: AccountBook
  readonly keys: AccountKeys
  /** Starts the embedded service when it is first needed; later calls answer the same. Its key is in no keychain. */
  readonly sandbox: () => Promise<SandboxEndpoint>
  readonly overrides?: AccountOverrides
  /** One harmless request (GET /states); rejects with whatever the client throws. */
  readonly states: (connection: Connection, signal?: AbortSignal) => Promise<unknown>
  readonly words: (error: unknown) => Failure
  readonly clock: Clock
  /** Told each key before it is used, so that no log line ever shows it. */
  readonly onKey: (key: string) => void
  readonly onChange?: (state: AccountsState) => void
}

export interface AccountsService {
  list(): Promise<AccountsState>
  activate(accountId: string): Promise<AccountsState>
  save(ask: SaveAsk): Promise<AccountsState>
  remove(accountId: string): Promise<AccountsState>
  setKey(accountId: string, key: string, options?: { readonly sessionAllowed?: boolean }): Promise<KeyState>
  forgetKey(accountId: string): Promise<KeyState>
  keyState(accountId: string): Promise<KeyState>
  test(accountId: string, signal?: AbortSignal): Promise<TestResult>
  /** The account that the command line's options mean, else the active one. @throws Fault `account-unknown`. */
  current(): Account
  /**
   * What requests of this run use: the active account, or what the command line put in its place.
   * @throws Fault `account-unknown`, `account-address`, `key-form`, `key-missing`, `keychain-…`.
   */
  connection(): Promise<Connection>
  /** What requests for this very account use, active or not: a batch goes on under the account that it was planned for. */
  connectionOf(accountId: string): Promise<Connection>
}

/** Accounts at the service: who they are (settings), where their keys are, and the connection made of both. */
export function createAccountsService(options: AccountsServiceOptions): AccountsService {
  const { book, keys, overrides = {}, clock, onKey, onChange } = options
  let endpoint: SandboxEndpoint | null = null

  const all = (): readonly Account[] => [sandboxAccount(endpoint), ...book.read().accounts]
  const activeId = (): string => book.read().activeId
  const account = (id: string): Account => {
    const found = all().find((one) => one.id === id)
    if (!found) throw new Fault('account-unknown', { account: id })
    return found
  }
  const ownAccount = (id: string): Account => {
    if (id === sandboxId) throw new Fault('account-fixed', { account: id })
    return account(id)
  }

  const startSandbox = async (): Promise<SandboxEndpoint> => {
    const started = await options.sandbox()
    onKey(started.key)
    const first = endpoint === null
    endpoint = started
    // The list shows its address from now on; whoever only needs the connection does not wait for that.
    if (first && onChange) void list().then(onChange, () => undefined)
    return started
  }
  const connect = async ({ id, baseUrl, userId, readAuth }: Account, given?: string): Promise<Connection> => {
    if (id === sandboxId) return { accountId: id, readAuth, ...(await startSandbox()) }
    return { accountId: id, baseUrl, userId, readAuth, key: given ?? (await keys.key(id)) }
  }

  const list = async (): Promise<AccountsState> => ({
    accounts: await withKeyStates(all(), keys),
    activeId: activeId(),
  })
  const changed = async (): Promise<AccountsState> => {
    const state = await list()
    onChange?.(state)
    return state
  }
  const keyChanged = async (state: Promise<KeyState>): Promise<KeyState> => {
    const known = await state
    await changed()
    return known
  }

  const connection = async (): Promise<Connection> => {
    if (overrides.key !== undefined) onKey(overrides.key.trim())
    const own = ownConnection(overrides)
    if (own) return own
    const meant = meantAccount(all(), activeId(), overrides)
    return withOverrides(await connect(meant, overrides.key), overrides)
  }

  return {
    list,
    activate: async (accountId) => {
      account(accountId)
      book.write((stored) => ({ ...stored, activeId: accountId }))
      return changed()
    },
    save: async (ask) => {
      if (ask.id !== undefined) ownAccount(ask.id)
      const saved = {
        ...ask,
        id: ask.id ?? randomUUID(),
        kind: 'service' as const,
        baseUrl: checkedBaseUrl(ask.baseUrl),
      }
      book.write((stored) => ({ ...stored, accounts: upserted(stored.accounts, saved) }))
      return changed()
    },
    remove: async (accountId) => {
      ownAccount(accountId)
      // A locked keychain stops the removal (its key would stay behind unseen); one that isn't there holds no key.
      await keys.forget(accountId).catch((error: unknown) => {
        if (!(error instanceof Fault) || error.code !== 'keychain-unavailable') throw error
      })
      book.write((stored) => ({
        accounts: stored.accounts.filter(({ id }) => id !== accountId),
        activeId: stored.activeId === accountId ? sandboxId : stored.activeId,
      }))
      return changed()
    },
    setKey: async (accountId, key, setting) => keyChanged(keys.set(ownAccount(accountId).id, key, setting)),
    forgetKey: async (accountId) => keyChanged(keys.forget(ownAccount(accountId).id)),
    keyState: async (accountId) => (accountId === sandboxId ? 'stored' : keys.state(account(accountId).id)),
    test: async (accountId, signal) => {
      const tested = account(accountId)
      // The command line may have stored another key since: what is tested is what the keychain holds now.
      keys.reread(accountId)
      try {
        const connection = await connect(tested)
        const begun = clock.now()
        await options.states(connection, signal)
        return { ok: true, milliseconds: clock.now() - begun }
      } catch (error) {
        return { ok: false, failure: options.words(error) }
      }
    },
    current: () => meantAccount(all(), activeId(), overrides),
    connection,
    connectionOf: async (accountId) => {
      // An account that only the command line's options made has no entry: it is found where they make it again.
      const known = all().find(({ id }) => id === accountId)
      if (known) return connect(known)
      const current = await connection()
      if (current.accountId !== accountId) throw new Fault('account-unknown', { account: accountId })
      return current
    },
  }
}

/** Its address and user are known once it runs: until then the list shows it without them. */
const sandboxAccount = (endpoint: SandboxEndpoint | null): Account => ({
  id: sandboxId,
  name: m.accounts_sandbox_name(),
  kind: 'sandbox',
  baseUrl: endpoint?.baseUrl ?? '',
  userId: endpoint?.userId ?? 0,
  readAuth: 'query',
})

const upserted = (accounts: readonly Account[], saved: Account): readonly Account[] =>
  accounts.some(({ id }) => id === saved.id)
    ? accounts.map((one) => (one.id === saved.id ? { ...one, ...saved } : one))
    : [...accounts, saved]

/** A keychain that is locked for one account is so for all: it is asked once, not once per account and time limit. */
async function withKeyStates(
  accounts: readonly Account[],
  keys: AccountKeys,
): Promise<AccountsState['accounts']> {
  const rows: AccountsState['accounts'] = []
  let refused: KeyState | null = null
  for (const one of accounts) {
    const keyState: KeyState = one.id === sandboxId ? 'stored' : (refused ?? (await keys.state(one.id)))
    if (keyState === 'keychain-locked' || keyState === 'keychain-unavailable') refused = keyState
    rows.push({ ...one, keyState })
  }
  return rows
}
