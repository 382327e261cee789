import { Fault } from '#shared/bridge/failure.ts'
import type { KeyState } from '#shared/accounts/account.ts'
import type { Redactor } from '../log/redact.ts'
import { refusedFault } from './keychain-fault.ts'
import type { Keychain } from './keychain.ts'

/** Longer than any login, so that a wrong file is no login. */
const longestLogin = 1_000
/** A shorter password is too common a text to be looked for in others. */
const leastRedacted = 6

/**
 * Logins (`user:password`) at other places than the service, in the system's keychain and nowhere else. Each has a name with a
 * colon (`url:dealer.ua`, `proxy:proxy.dealer.ua:3128`): accounts have ids without one, so that no login is ever taken for a key.
 */
export class SavedLogins {
  readonly #keychain: Pick<Keychain, 'get' | 'set' | 'forget'>
  readonly #redactor: Pick<Redactor, 'addKey'>

  constructor(keychain: Pick<Keychain, 'get' | 'set' | 'forget'>, redactor: Pick<Redactor, 'addKey'>) {
    this.#keychain = keychain
    this.#redactor = redactor
  }

  /**
   * The value of the header Authorization; null if no login is saved under the name.
   * @throws Fault `keychain-locked`, `keychain-unavailable`, or `login-form` for an item that is none
   */
  async authorization(name: string): Promise<string | null> {
    const login = await this.#saved(name)
    return login === null ? null : this.use(login)
  }

  /** @throws as `authorization` */
  async state(name: string): Promise<KeyState> {
    return (await this.#saved(name)) === null ? 'missing' : 'stored'
  }

  /**
   * @param text `user:password`, as it comes by standard input
   * @throws Fault `login-form` (which has nothing of the text), `keychain-locked` or `keychain-unavailable`
   */
  async set(name: string, text: string): Promise<KeyState> {
    const login = checkedLogin(text)
    this.use(login)
    await this.#keychain.set(name, login)
    return 'stored'
  }

  /** @throws Fault `keychain-locked` or `keychain-unavailable` */
  async forget(name: string): Promise<KeyState> {
    await this.#keychain.forget(name)
    return 'missing'
  }

  /** The header's value for a login. Whatever could show the login is blacked out from now on, wherever it came to stand. */
  use(login: string): string {
    const encoded = Buffer.from(login).toString('base64')
    const password = login.slice(login.indexOf(':') + 1)
    for (const secret of [login, encoded, ...(password.length < leastRedacted ? [] : [password])])
      this.#redactor.addKey(secret)
    return `Basic ${encoded}`
  }

  async #saved(name: string): Promise<string | null> {
    const answer = await this.#keychain.get(name)
    if (answer.found === 'missing') return null
    if (answer.found !== 'key') throw refusedFault(answer.found, answer.reason)
    // Another program may have put it there.
    if (!loginForm.test(answer.key)) throw new Fault('login-form', { reason: 'item' })
    return answer.key
  }
}

const loginForm = /^[^:\r\n]+:[^\r\n]+$/

/** A login without the end of its line. @throws Fault `login-form`, which has nothing of the text */
export function checkedLogin(text: string): string {
  const login = text.replace(/\r?\n$/, '')
  if (!loginForm.test(login) || login.length > longestLogin) throw new Fault('login-form')
  return login
}
