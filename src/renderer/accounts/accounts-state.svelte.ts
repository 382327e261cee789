import type { AnswerOf, RequestOf, Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Listen } from '../bridge.ts'
import { RequestState, type BridgeCall } from '../ui/request.svelte.ts'

type Accounts = AnswerOf<Calls['accounts:list']>
export type ListedAccount = Accounts['accounts'][number]
export type AccountDraft = RequestOf<Calls['accounts:save']>
export type TestResult = AnswerOf<Calls['accounts:test']>

type Trial = AnswerOf<Calls['accounts:try-key']>

/** Work of an account that was begun and is not done. */
export interface LeftUndone {
  /** Adverts with edits that were not sent. */
  readonly edits: number
  /** Rows of batches that were not sent yet. */
  readonly open: number
  /** Rows of which it is not known whether the service took them. */
  readonly doubts: number
}

/** A refused connection is a result of the test, not a failure to test. */
const asTrial = <Value>(reply: Reply<Value>, of: (value: Value) => Trial): Reply<Trial> => ({
  ok: true,
  value: reply.ok ? of(reply.value) : { kept: false, result: { ok: false, failure: reply.failure } },
})

/** The accounts, which one is active, and where each one's key is. Keys pass through once and are never stored here. */
export class AccountsState {
  accounts = $state.raw<readonly ListedAccount[]>([])
  activeId = $state('')
  /** The only addresses that an administrator lets an account have; null if any may be. */
  addresses = $state.raw<readonly string[] | null>(null)
  /** True once the accounts were read. */
  loaded = $state(false)
  /** The account whose connection is being tested. */
  testing = $state<string | null>(null)
  tested = $state.raw<{ readonly accountId: string; readonly result: TestResult } | null>(null)

  readonly #client: Client<Calls>
  readonly #loading = new RequestState()
  readonly #changing = new RequestState()
  readonly #test = new RequestState()

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('accounts:changed', (accounts) => this.#show(accounts))
  }

  get failure(): Failure | null {
    return this.#changing.failure ?? this.#loading.failure
  }

  get busy(): boolean {
    return this.#changing.busy
  }

  get active(): ListedAccount | null {
    return this.accounts.find(({ id }) => id === this.activeId) ?? null
  }

  get sandbox(): ListedAccount | null {
    return this.accounts.find(({ kind }) => kind === 'sandbox') ?? null
  }

  async load(): Promise<void> {
    const accounts = await this.#loading.run(() => this.#client('accounts:list', null))
    if (accounts) this.#show(accounts)
  }

  activate(accountId: string): Promise<boolean> {
    return this.#change(() => this.#client('accounts:activate', { accountId }))
  }

  remove(accountId: string): Promise<boolean> {
    return this.#change(() => this.#client('accounts:remove', { accountId }))
  }

  /**
   * Saves an account and, if one was typed, its key, which is tested first: one that the service refuses is not kept.
   * Returns the id even if only the key was refused, so that the next try changes the account instead of adding another one.
   */
  async save(draft: AccountDraft, key: string): Promise<{ id: string | null; saved: boolean }> {
    const known = this.accounts.map(({ id }) => id)
    this.tested = null
    if (!(await this.#change(() => this.#client('accounts:save', draft))))
      return { id: draft.id ?? null, saved: false }
    const id = draft.id ?? this.accounts.find((account) => !known.includes(account.id))?.id ?? null
    const saved = id !== null && (key === '' || (await this.#tryKey(id, key)))
    return { id, saved }
  }

  async forgetKey(accountId: string): Promise<void> {
    await this.#changeKey(() => this.#client('accounts:forget-key', { accountId }))
  }

  /** Returns whether the service accepted the key; false too if the test was stopped. */
  async test(accountId: string): Promise<boolean> {
    const trial = await this.#ask(accountId, async (signal) =>
      asTrial(await this.#client('accounts:test', { accountId }, { signal }), (result) => ({
        kept: true,
        result,
      })),
    )
    return trial?.result.ok ?? false
  }

  stopTest(): void {
    this.#test.stop()
    this.testing = null
  }

  /** Forgets the failure of an earlier change. */
  clearFailure(): void {
    this.#changing.failure = null
    this.#loading.failure = null
  }

  /** Returns whether the key is kept now. */
  async #tryKey(accountId: string, key: string): Promise<boolean> {
    const trial = await this.#ask(accountId, async (signal) =>
      asTrial(await this.#client('accounts:try-key', { accountId, key }, { signal }), (answer) => answer),
    )
    return trial?.kept ?? false
  }

  /** Undefined if the test was stopped. */
  async #ask(accountId: string, call: BridgeCall<Trial>): Promise<Trial | undefined> {
    this.testing = accountId
    this.tested = null
    const trial = await this.#test.replace(call)
    if (!trial) return undefined
    this.testing = null
    this.tested = { accountId, result: trial.result }
    return trial
  }

  async #changeKey(call: BridgeCall<unknown>): Promise<boolean> {
    const answer = await this.#changing.run(call)
    if (answer !== undefined) await this.load()
    return answer !== undefined
  }

  async #change(call: BridgeCall<Accounts>): Promise<boolean> {
    const accounts = await this.#changing.run(call)
    if (accounts) this.#show(accounts)
    return accounts !== undefined
  }

  #show({ accounts, activeId, addresses }: Accounts): void {
    this.accounts = accounts
    this.activeId = activeId
    this.addresses = addresses
    this.loaded = true
  }
}
