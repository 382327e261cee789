import type { AskingProxy } from '#shared/proxy/proxy-calls.ts'
import type { KeyState } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { checkedLogin, type SavedLogins } from '../keychain/saved-logins.ts'
import { ProxyLoginError } from './proxy-login-error.ts'
import { dropTunnel, tryTunnel, type Tunnel } from './proxy-tunnel.ts'
import { ServiceError } from './service-error.ts'

/** For so long a login that was taken is trusted to be taken again, so that tunnels may be opened side by side. */
const trustedMs = 60_000

interface Asking {
  readonly url: URL
  /** What the last CONNECT wanted to reach: `developers.ria.com:443`. */
  target: string
  facts: AskingProxy
  /** The header for a login that may be used; null if none is known. */
  authorization: string | null
  /** The last one that was refused: it is not given a second time. */
  refused: string | null
  /** When the login was last taken, as `now()`. */
  takenAt: number
  /** The end of the last use of a login that isn't trusted yet. */
  turn: Promise<unknown>
}

export interface ProxyLoginsOptions {
  readonly saved?: Pick<SavedLogins, 'authorization' | 'set' | 'forget' | 'use'> | undefined
  /** Told whenever a proxy asks for a login that isn't there, and when it has taken one. */
  readonly onChange?: (proxy: AskingProxy) => void
  readonly now?: () => number
}

/**
 * Logins at proxies that answer 407, by Basic (RFC 9110, section 11.7). A directory locks an account after a few wrong passwords,
 * so that a login is tried once: whoever waits for the same proxy meanwhile is let through with it, or told that it was refused.
 */
export class ProxyLogins {
  readonly #saved: ProxyLoginsOptions['saved']
  readonly #onChange: (proxy: AskingProxy) => void
  readonly #now: () => number
  readonly #asking = new Map<string, Asking>()

  constructor({ saved, onChange = () => undefined, now = Date.now }: ProxyLoginsOptions = {}) {
    this.#saved = saved
    this.#onChange = onChange
    this.#now = now
  }

  /** The proxies that asked for a login. */
  list(): AskingProxy[] {
    return [...this.#asking.values()].map(({ facts }) => facts)
  }

  /**
   * Opens a tunnel by CONNECT, with a login if the proxy asks for one.
   * @param given `user:password` of the proxy's address
   * @throws ProxyLoginError and what `open` throws; no byte of a request has left
   */
  async tunnel(
    url: URL,
    target: string,
    given: string | null,
    open: (authorization: string | null) => Promise<Tunnel>,
  ): Promise<Tunnel> {
    const known = this.#asking.get(url.host)
    if (!known?.authorization) {
      const answer = await open(null)
      if (answer.statusCode !== 407) return answer
      dropTunnel(answer.socket)
      this.#asked(url, target, answer.headers['proxy-authenticate'])
    }
    const asking = this.#of(url.host)
    asking.target = target
    const opened = async (): Promise<Tunnel> =>
      this.#opened(asking, asking.authorization ?? (await this.#known(asking, given)), open)
    const tried = await inTurn(asking, async () => (this.#isTrusted(asking) ? null : opened()))
    return tried ?? opened()
  }

  /**
   * Tries a login at a proxy that asked for one, without a request to the service, and keeps it if it is taken.
   * @throws Fault `login-form`; `network` with the reason `proxy-login-refused`, `proxy` or `proxy-unreachable`
   */
  logIn(proxy: string, text: string): Promise<KeyState> {
    const login = checkedLogin(text)
    const asking = this.#of(proxy)
    return inTurn(asking, async () => {
      const authorization = this.#header(login)
      const status = await tryTunnel(asking.url, asking.target, authorization).catch((error: unknown) => {
        throw unsent('proxy-unreachable', error, proxy)
      })
      if (status === 407) {
        await this.#refuse(asking, authorization)
        throw unsent('proxy-login-refused', this.#lacking(asking, 'refused'))
      }
      if (status !== 200) throw unsent('proxy')
      this.#taken(asking, authorization)
      return this.#keep(proxy, login)
    })
  }

  /** Forgets a login, in the keychain too. @throws Fault `keychain-locked` or `keychain-unavailable` */
  async forget(proxy: string): Promise<void> {
    await this.#saved?.forget(proxyLoginName(proxy))
    this.#asking.delete(proxy)
  }

  async #opened(
    asking: Asking,
    authorization: string,
    open: (authorization: string) => Promise<Tunnel>,
  ): Promise<Tunnel> {
    const answer = await open(authorization)
    if (answer.statusCode === 407) {
      dropTunnel(answer.socket)
      await this.#refuse(asking, authorization)
      throw this.#lacking(asking, 'refused')
    }
    this.#taken(asking, authorization)
    return answer
  }

  #isTrusted({ authorization, takenAt }: Asking): boolean {
    return authorization !== null && this.#now() - takenAt < trustedMs
  }

  /** The login that may be tried. @throws ProxyLoginError if there is none */
  async #known(asking: Asking, given: string | null): Promise<string> {
    if (!/\bbasic\b/i.test(asking.facts.kinds)) throw this.#lacking(asking, 'kind')
    const authorization = given === null ? await this.#savedFor(asking) : this.#header(given)
    if (authorization === null) throw this.#lacking(asking, asking.refused === null ? 'missing' : 'refused')
    if (authorization === asking.refused) throw this.#lacking(asking, 'refused')
    return authorization
  }

  async #savedFor(asking: Asking): Promise<string | null> {
    try {
      return (await this.#saved?.authorization(proxyLoginName(asking.url.host))) ?? null
    } catch {
      // A login that was refused stays so, whatever the keychain says of it now.
      throw this.#lacking(asking, asking.refused === null ? 'keychain' : 'refused')
    }
  }

  #header(login: string): string {
    return this.#saved?.use(login) ?? `Basic ${Buffer.from(login).toString('base64')}`
  }

  /** Of the keychain the login is removed, so that no other start and no command tries it again. */
  async #refuse(asking: Asking, authorization: string): Promise<void> {
    asking.refused = authorization
    asking.authorization = null
    const name = proxyLoginName(asking.url.host)
    // One that another program has saved meanwhile stays.
    const saved = await this.#saved?.authorization(name).catch(() => null)
    if (saved === authorization) await this.#saved?.forget(name).catch(() => undefined)
  }

  #taken(asking: Asking, authorization: string): void {
    asking.authorization = authorization
    asking.refused = null
    asking.takenAt = this.#now()
    if (asking.facts.state === 'taken') return
    asking.facts = { ...asking.facts, state: 'taken' }
    this.#onChange(asking.facts)
  }

  /** A login that the keychain doesn't take holds until the app ends. */
  async #keep(proxy: string, login: string): Promise<KeyState> {
    try {
      return (await this.#saved?.set(proxyLoginName(proxy), login)) ?? 'session-only'
    } catch (error) {
      if (error instanceof Fault && error.code.startsWith('keychain-')) return 'session-only'
      throw error
    }
  }

  #lacking(asking: Asking, state: Exclude<AskingProxy['state'], 'taken'>): ProxyLoginError {
    asking.facts = { ...asking.facts, state }
    this.#onChange(asking.facts)
    return new ProxyLoginError(state, asking.url.host)
  }

  #asked(url: URL, target: string, challenge: string | readonly string[] | undefined): void {
    const known = this.#asking.get(url.host)
    const facts = {
      proxy: url.host,
      state: known?.facts.state ?? 'missing',
      kinds: kindsOf(challenge),
      isOpen: url.protocol === 'http:',
    } as const
    if (known) known.facts = facts
    else
      this.#asking.set(url.host, {
        ...{ url, target, facts, authorization: null, refused: null },
        takenAt: -Infinity,
        turn: Promise.resolve(),
      })
  }

  #of(proxy: string): Asking {
    const asking = this.#asking.get(proxy)
    if (!asking) throw new Fault('invalid-request')
    return asking
  }
}

/** The name of a proxy's login in the keychain. */
export const proxyLoginName = (proxy: string): string => `proxy:${proxy}`

const unsent = (reason: string, cause?: unknown, proxy?: string): ServiceError =>
  new ServiceError(
    'network',
    {
      ...{ sent: 'no', answered: false, reason },
      ...(proxy === undefined ? {} : { value: proxy }),
      ...(cause instanceof ProxyLoginError ? { value: cause.proxy } : {}),
    },
    { cause },
  )

/** One after another, whatever becomes of those before. */
function inTurn<Value>(asking: Asking, work: () => Promise<Value>): Promise<Value> {
  const done = asking.turn.then(work)
  asking.turn = done.catch(() => undefined)
  return done
}

/** `Negotiate, NTLM, Basic realm="a, b"` → `Negotiate, NTLM, Basic`: the words that begin a challenge (RFC 9110, section 11.6.1). */
function kindsOf(challenge: string | readonly string[] | undefined): string {
  const texts = [challenge ?? []].flat().map((text) => text.replace(/"(?:[^"\\]|\\.)*"/g, '""'))
  const kinds = texts
    .flatMap((text) => text.split(','))
    .flatMap((part) => /^\s*([\w-]+)(?=\s+[^\s=]|\s*$)/.exec(part)?.[1] ?? [])
  return [...new Set(kinds)].join(', ').slice(0, 100)
}
