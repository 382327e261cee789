import { Fault } from '#shared/bridge/failure.ts'
import type { KeyState } from '#shared/accounts/account.ts'
import { refusedFault } from '../keychain/keychain-fault.ts'
import type { Keychain } from '../keychain/keychain.ts'
import type { Redactor } from '../log/redact.ts'
import type { FeedAddress } from './feed-address.ts'

/** Longer than any login, so that a wrong file is no login. */
const longestLogin = 1_000
/** A shorter password is too common a text to be looked for in others. */
const leastRedacted = 6

/** Logins of addresses that tables are fetched from, one for each host, in the system's keychain and nowhere else. */
export class UrlLogins {
  readonly #keychain: Pick<Keychain, 'get' | 'set' | 'forget'>
  readonly #redactor: Pick<Redactor, 'addKey'>

  constructor(keychain: Pick<Keychain, 'get' | 'set' | 'forget'>, redactor: Pick<Redactor, 'addKey'>) {
    this.#keychain = keychain
    this.#redactor = redactor
  }

  /**
   * The value of the header Authorization for a host; null if no login is saved for it.
   * @throws Fault `keychain-locked` or `keychain-unavailable`
   */
  async authorization(address: FeedAddress): Promise<string | null> {
    const login = await this.#saved(address)
    return login === null ? null : this.#kept(login)
  }

  /** @throws Fault `keychain-locked` or `keychain-unavailable` */
  async state(address: FeedAddress): Promise<KeyState> {
    return (await this.#saved(address)) === null ? 'missing' : 'stored'
  }

  /**
   * @param text `user:password`, as it comes by standard input
   * @throws Fault `login-form` (which has nothing of the text), `keychain-locked` or `keychain-unavailable`
   */
  async set(address: FeedAddress, text: string): Promise<KeyState> {
    const login = text.replace(/\r?\n$/, '')
    if (!/^[^:\r\n]+:[^\r\n]+$/.test(login) || login.length > longestLogin) throw new Fault('login-form')
    this.#kept(login)
    await this.#keychain.set(nameOf(address), login)
    return 'stored'
  }

  /** @throws Fault `keychain-locked` or `keychain-unavailable` */
  async forget(address: FeedAddress): Promise<KeyState> {
    await this.#keychain.forget(nameOf(address))
    return 'missing'
  }

  async #saved(address: FeedAddress): Promise<string | null> {
    const answer = await this.#keychain.get(nameOf(address))
    if (answer.found === 'missing') return null
    if (answer.found !== 'key') throw refusedFault(answer.found, answer.reason)
    return answer.key
  }

  /** What could show the login is blacked out from now on, wherever it came to stand. */
  #kept(login: string): string {
    const encoded = Buffer.from(login).toString('base64')
    const password = login.slice(login.indexOf(':') + 1)
    for (const secret of [login, encoded, ...(password.length < leastRedacted ? [] : [password])])
      this.#redactor.addKey(secret)
    return `Basic ${encoded}`
  }
}

/** Accounts have ids without a colon, so that no login is ever taken for a key. */
const nameOf = ({ url }: FeedAddress): string => `url:${url.host}`
