import type { AnswerOf, RequestOf, Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Listen } from '../bridge.ts'

type Accounts = AnswerOf<Calls['accounts:list']>
export type ListedAccount = Accounts['accounts'][number]
export type AccountDraft = RequestOf<Calls['accounts:save']>
export type TestResult = AnswerOf<Calls['accounts:test']>

/** The accounts, which one is active, and where each one's key is. Keys pass through once and are never kept here. */
export class AccountsState {
  accounts = $state.raw<readonly ListedAccount[]>([])
  activeId = $state('')
  phase = $state<'loading' | 'ready' | 'failed'>('loading')
  failure = $state.raw<Failure | null>(null)
  busy = $state(false)
  /** The account whose connection is being tested. */
  testing = $state<string | null>(null)
  tested = $state.raw<{ readonly accountId: string; readonly result: TestResult } | null>(null)

  readonly #client: Client<Calls>
  #test: AbortController | undefined

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('accounts:changed', (accounts) => this.#show(accounts))
  }

  get active(): ListedAccount | null {
    return this.accounts.find(({ id }) => id === this.activeId) ?? null
  }

  get sandbox(): ListedAccount | null {
    return this.accounts.find(({ kind }) => kind === 'sandbox') ?? null
  }

  async load(): Promise<void> {
    const reply = await this.#client('accounts:list', null)
    this.#take(reply)
    if (!reply.ok && this.phase === 'loading') this.phase = 'failed'
  }

  activate(accountId: string): Promise<boolean> {
    return this.#change(this.#client('accounts:activate', { accountId }))
  }

  remove(accountId: string): Promise<boolean> {
    return this.#change(this.#client('accounts:remove', { accountId }))
  }

  /**
   * Saves an account and, where one was typed, its key. The id is answered even where only the key was refused, so
   * that the next try changes the account instead of adding another one.
   */
  async save(draft: AccountDraft, key: string): Promise<{ id: string | null; saved: boolean }> {
    const known = this.accounts.map(({ id }) => id)
    this.tested = null
    if (!(await this.#change(this.#client('accounts:save', draft))))
      return { id: draft.id ?? null, saved: false }
    const id = draft.id ?? this.accounts.find((account) => !known.includes(account.id))?.id ?? null
    const saved = id !== null && (key === '' || (await this.#setKey(id, key)))
    return { id, saved }
  }

  async forgetKey(accountId: string): Promise<void> {
    const reply = await this.#client('accounts:forget-key', { accountId })
    this.failure = reply.ok ? null : reply.failure
    if (reply.ok) await this.load()
  }

  async test(accountId: string): Promise<boolean> {
    this.#test?.abort()
    const test = new AbortController()
    this.#test = test
    this.testing = accountId
    this.tested = null
    const reply = await this.#client('accounts:test', { accountId }, { signal: test.signal })
    if (this.#test === test) this.testing = null
    if (test.signal.aborted) return false
    const result: TestResult = reply.ok ? reply.value : { ok: false, failure: reply.failure }
    this.tested = { accountId, result }
    return result.ok
  }

  /** Gives the test under way up. */
  stopTest(): void {
    this.#test?.abort()
  }

  async #setKey(accountId: string, key: string): Promise<boolean> {
    const reply = await this.#client('accounts:set-key', { accountId, key })
    this.failure = reply.ok ? null : reply.failure
    if (reply.ok) await this.load()
    return reply.ok
  }

  async #change(call: Promise<Reply<Accounts>>): Promise<boolean> {
    this.busy = true
    const reply = await call
    this.busy = false
    this.#take(reply)
    return reply.ok
  }

  #take(reply: Reply<Accounts>): void {
    this.failure = reply.ok ? null : reply.failure
    if (reply.ok) this.#show(reply.value)
  }

  #show({ accounts, activeId }: Accounts): void {
    this.accounts = accounts
    this.activeId = activeId
    this.phase = 'ready'
  }
}
