import { keySchema, type KeyState } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import type { Keychain } from '../keychain/keychain.ts'

export interface AccountKeys {
  /** @throws Fault `key-missing`, `keychain-locked` or `keychain-unavailable`. */
  key(accountId: string): Promise<string>
  state(accountId: string): Promise<KeyState>
  /**
   * Stores the key. Where the keychain can't, it is held until the app ends, or, with `sessionAllowed` false, refused.
   * @throws Fault `key-form`, and the keychain's own when the session is not allowed.
   */
  set(accountId: string, key: string, options?: { readonly sessionAllowed?: boolean }): Promise<KeyState>
  /** @throws Fault `keychain-locked` or `keychain-unavailable` when the key may still be in there. */
  forget(accountId: string): Promise<KeyState>
  /** Lets go of what was read from the keychain, so that the next question goes there again. */
  reread(accountId: string): void
}

export interface AccountKeysOptions {
  readonly keychain: Pick<Keychain, 'get' | 'set' | 'forget'>
  /** Told each key before anybody can use it, so that no log line ever shows it. */
  readonly onKey: (key: string) => void
}

/** The key of a person or a file: trimmed, 40 printable characters. @throws Fault `key-form`. */
export function checkedKey(text: string): string {
  const parsed = keySchema.safeParse(text)
  if (!parsed.success) throw new Fault('key-form')
  return parsed.data
}

const keychainFault = (error: unknown): Fault | null =>
  error instanceof Fault && (error.code === 'keychain-locked' || error.code === 'keychain-unavailable')
    ? error
    : null

/** Where each account's key is: in the keychain (and read from it once), or in memory for this session only. */
export function createAccountKeys({ keychain, onKey }: AccountKeysOptions): AccountKeys {
  const held = new Map<string, { readonly key: string; readonly stored: boolean }>()
  const hold = (accountId: string, key: string, stored: boolean): void => {
    onKey(key)
    held.set(accountId, { key, stored })
  }

  const look = async (accountId: string): Promise<KeyState> => {
    const known = held.get(accountId)
    if (known) return known.stored ? 'stored' : 'session-only'
    const answer = await keychain.get(accountId)
    if (answer.found !== 'key') return answer.found
    hold(accountId, answer.key, true)
    return 'stored'
  }

  return {
    state: look,
    key: async (accountId) => {
      const state = await look(accountId)
      const known = held.get(accountId)
      if (known) return known.key
      if (state === 'keychain-locked' || state === 'keychain-unavailable') throw new Fault(state)
      throw new Fault('key-missing')
    },
    set: async (accountId, text, { sessionAllowed = true } = {}) => {
      const key = checkedKey(text)
      onKey(key)
      try {
        await keychain.set(accountId, key)
        hold(accountId, key, true)
        return 'stored'
      } catch (error) {
        if (!keychainFault(error) || !sessionAllowed) throw error
        hold(accountId, key, false)
        return 'session-only'
      }
    },
    forget: async (accountId) => {
      const known = held.get(accountId)
      held.delete(accountId)
      try {
        await keychain.forget(accountId)
        return 'missing'
      } catch (error) {
        const fault = keychainFault(error)
        // A key of this session was never stored: with it gone from memory, it is gone.
        if (!fault || !known || known.stored) throw error
        return fault.code as KeyState
      }
    },
    reread: (accountId) => {
      if (held.get(accountId)?.stored) held.delete(accountId)
    },
  }
}
