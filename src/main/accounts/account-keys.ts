import { keySchema, type KeyState } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { refusedFault } from '../keychain/keychain-fault.ts'

export interface AccountKeysOptions {
  readonly keychain: Keychain
  /** Gets each key before anything can use it, so that no log line ever shows it. */
  readonly onKey: (key: string) => void
}

export interface SetKeyOptions {
  /** True if a key that the keychain doesn't take may be kept in memory until the app ends. Default true. */
  readonly sessionAllowed?: boolean
}

interface KeyInMemory {
  readonly key: string
  /** False if the key is in memory only, because the keychain did not take it. */
  readonly stored: boolean
}

/** Place of each account's key: in the keychain (and read from it once), or in memory for this session only. */
export class AccountKeys {
  readonly #keychain: Keychain
  readonly #onKey: (key: string) => void
  readonly #inMemory = new Map<string, KeyInMemory>()
  readonly #refused = new Map<string, Fault>()

  constructor({ keychain, onKey }: AccountKeysOptions) {
    this.#keychain = keychain
    this.#onKey = onKey
  }

  /** @throws Fault `key-missing`, `keychain-locked` or `keychain-unavailable`. */
  async key(accountId: string): Promise<string> {
    const state = await this.state(accountId)
    const known = this.#inMemory.get(accountId)
    if (known) return known.key
    throw this.refusal(accountId, state)
  }

  /** Reason for a missing key, from the keychain's last answer for the account. */
  refusal(accountId: string, state: KeyState): Fault {
    const refused = this.#refused.get(accountId)
    const code = state === 'keychain-locked' || state === 'keychain-unavailable' ? state : 'key-missing'
    return refused?.code === code ? refused : new Fault(code)
  }

  async state(accountId: string): Promise<KeyState> {
    const known = this.#inMemory.get(accountId)
    if (known) return known.stored ? 'stored' : 'session-only'
    const answer = await this.#keychain.get(accountId)
    this.#refused.delete(accountId)
    if (answer.found === 'missing') return answer.found
    if (answer.found !== 'key') {
      this.#refused.set(accountId, refusedFault(answer.found, answer.reason))
      return answer.found
    }
    const { success, data: key } = keySchema.safeParse(answer.key)
    if (!success) {
      const reason = answer.key === '' ? 'item-empty' : 'item-form'
      this.#refused.set(accountId, new Fault('key-missing', { reason }))
      return 'missing'
    }
    this.#keep(accountId, key, true)
    return 'stored'
  }

  /**
   * Stores the key in the keychain or, if that fails and `sessionAllowed` is not false, in memory.
   * @throws Fault `key-form`, and the keychain's own if the session is not allowed.
   */
  async set(
    accountId: string,
    text: string,
    { sessionAllowed = true }: SetKeyOptions = {},
  ): Promise<KeyState> {
    const key = checkedKey(text)
    this.#onKey(key)
    try {
      await this.#keychain.set(accountId, key)
      this.#keep(accountId, key, true)
      return 'stored'
    } catch (error) {
      if (!refusalIn(error) || !sessionAllowed) throw error
      this.#keep(accountId, key, false)
      return 'session-only'
    }
  }

  /** @throws Fault `keychain-locked` or `keychain-unavailable` if the key may still be in there. */
  async forget(accountId: string): Promise<KeyState> {
    const known = this.#inMemory.get(accountId)
    this.#inMemory.delete(accountId)
    try {
      await this.#keychain.forget(accountId)
      return 'missing'
    } catch (error) {
      const refusal = refusalIn(error)
      // A key of this session was never stored: removed from memory, it is gone.
      if (!refusal || !known || known.stored) throw error
      return refusal
    }
  }

  /** Drops what was read from the keychain, so that the next call reads it again. */
  reread(accountId: string): void {
    if (this.#inMemory.get(accountId)?.stored) this.#inMemory.delete(accountId)
  }

  #keep(accountId: string, key: string, stored: boolean): void {
    this.#onKey(key)
    this.#inMemory.set(accountId, { key, stored })
  }
}

/** The key as a person or a file gives it: trimmed, 40 printable characters. @throws Fault `key-form`. */
export function checkedKey(text: string): string {
  const parsed = keySchema.safeParse(text)
  if (!parsed.success) throw new Fault('key-form')
  return parsed.data
}

function refusalIn(error: unknown): 'keychain-locked' | 'keychain-unavailable' | null {
  if (!(error instanceof Fault)) return null
  return error.code === 'keychain-locked' || error.code === 'keychain-unavailable' ? error.code : null
}
