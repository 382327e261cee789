import type { Dispatcher } from 'undici'
import type { AskingProxy } from '#shared/proxy/proxy-calls.ts'
import type { KeyState } from '#shared/accounts/account.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { checkedLogin, type SavedLogins } from '../keychain/saved-logins.ts'
import { ServiceError } from './service-error.ts'
import { tlsOptions } from './trust.ts'

/** For so long a login that was taken is trusted to be taken again, so that tunnels may be opened side by side. */
const trustedMs = 60_000
/** In ms: a proxy that takes longer to reach a host is as good as none. */
export const longestTunnelMs = 30_000

/** A proxy's answer to CONNECT. */
type Tunnel = Pick<Dispatcher.ConnectData, 'statusCode' | 'headers' | 'socket'>
type Open<Authorization> = (authorization: Authorization) => Promise<Tunnel>

interface Asking {
  readonly url: URL
  /** Target of the last CONNECT: `developers.ria.com:443`. */
  target: string
  /** Kinds of logins that it takes, as it says. */
  kinds: string
  state: AskingProxy['state'] | null
  /** The header for a login that may be used; null if none is known. */
  authorization: string | null
  /** The last one that was refused: it is not given a second time. */
  refused: string | null
  /** Time when the login was last taken, as `now()`. */
  takenAt: number
  /** The end of the last use of a login that isn't trusted yet. */
  turn: Promise<unknown>
}

/**
 * Logins at proxies that answer 407, by Basic (RFC 9110, section 11.7). A directory locks an account after a few wrong
 * passwords, so a login is tried once. Requests waiting for the same proxy are let through with it or get its refusal.
 */
export class ProxyLogins {
  readonly #saved: SavedLogins | undefined
  readonly #onChange: (proxy: AskingProxy) => void
  readonly #now: () => number
  readonly #asking = new Map<string, Asking>()

  /**
   * @param onChange called when a proxy asks for a missing login or has taken one: once, however many requests meet it
   */
  constructor(
    saved?: SavedLogins,
    onChange: (proxy: AskingProxy) => void = () => undefined,
    now: () => number = Date.now,
  ) {
    this.#saved = saved
    this.#onChange = onChange
    this.#now = now
  }

  /** The proxies that asked for a login. */
  list(): AskingProxy[] {
    return [...this.#asking.values()].flatMap(factsOf)
  }

  /**
   * Opens a tunnel by CONNECT, with a login if the proxy asks for one.
   * @param given `user:password` of the proxy's address
   * @throws ServiceError `network` and what `open` throws; no byte of a request has left
   */
  async tunnel(url: URL, target: string, given: string | null, open: Open<string | null>): Promise<Tunnel> {
    const asking = this.#asking.get(url.host) ?? stranger(url)
    this.#asking.set(url.host, asking)
    if (asking.authorization === null) {
      const answer = await open(null)
      if (answer.statusCode !== 407) return answer
      drop(answer)
      asking.kinds = kindsOf(answer.headers['proxy-authenticate'])
    }
    asking.target = target
    const opened = async (): Promise<Tunnel> =>
      this.#opened(asking, asking.authorization ?? (await this.#known(asking, given)), open)
    const isTrusted = (): boolean => this.#now() - asking.takenAt < trustedMs
    return (await inTurn(asking, async () => (isTrusted() ? null : opened()))) ?? opened()
  }

  /**
   * Tries a login at a proxy that asked for one, without a request to the service, and keeps it if it is taken. One that the
   * keychain doesn't take holds until the app ends.
   * @throws Fault `login-form`; `network` with the reason `proxy-login-refused`, `proxy-unreachable` or
   * `proxy-silent`
   */
  logIn(proxy: string, text: string): Promise<{ readonly state: KeyState }> {
    const login = checkedLogin(text)
    const asking = this.#asking.get(proxy)
    if (!asking?.state) throw new Fault('invalid-request')
    return inTurn(asking, async () => {
      drop(await this.#opened(asking, this.#header(login), (header) => tryTunnel(asking, header)))
      const kept = this.#saved?.set(proxyLoginName(proxy), login).catch(() => undefined)
      return { state: (await kept) ?? 'session-only' }
    })
  }

  async #opened(asking: Asking, authorization: string, open: Open<string>): Promise<Tunnel> {
    const answer = await open(authorization)
    const isTaken = answer.statusCode !== 407
    asking.authorization = isTaken ? authorization : null
    asking.refused = isTaken ? null : authorization
    asking.takenAt = isTaken ? this.#now() : -Infinity
    if (isTaken) {
      this.#announce(asking, 'taken')
      return answer
    }
    drop(answer)
    // No other start and no command tries it again. One that another program has saved meanwhile stays.
    const name = proxyLoginName(asking.url.host)
    const saved = await this.#saved?.authorization(name).catch(() => null)
    if (saved === authorization) await this.#saved?.forget(name).catch(() => undefined)
    throw this.#lacking(asking, 'refused')
  }

  /** The login that may be tried. @throws ServiceError if there is none */
  async #known(asking: Asking, given: string | null): Promise<string> {
    if (!/\bbasic\b/i.test(asking.kinds)) throw this.#lacking(asking, 'kind')
    const saved =
      given === null ? this.#saved?.authorization(proxyLoginName(asking.url.host)) : this.#header(given)
    const authorization = await Promise.resolve(saved).catch((error: unknown) => {
      if (error instanceof Fault && error.code === 'login-form') return null
      throw this.#lacking(asking, 'keychain')
    })
    if (!authorization || authorization === asking.refused) throw this.#lacking(asking, 'missing')
    return authorization
  }

  #header(login: string): string {
    return this.#saved?.use(login) ?? `Basic ${Buffer.from(login).toString('base64')}`
  }

  /** A login that was refused stays so, whatever the keychain says of it now. */
  #lacking(asking: Asking, lacks: keyof typeof reasons): ServiceError {
    const state = lacks !== 'kind' && asking.refused !== null ? 'refused' : lacks
    this.#announce(asking, state)
    return unsent(reasons[state], asking)
  }

  #announce(asking: Asking, state: AskingProxy['state']): void {
    if (asking.state === state) return
    asking.state = state
    factsOf(asking).forEach(this.#onChange)
  }
}

/**
 * Failure of a CONNECT that the proxy broke off. Undici's own error of a socket would open the tunnel again and again: to
 * its pool such an error is one that passes.
 * @returns any other error as it is
 */
export const brokenTunnel = (url: URL, error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET'
    ? unsent('through-proxy', { url }, error)
    : error

/** The name of a proxy's login in the keychain. */
export const proxyLoginName = (proxy: string): string => `proxy:${proxy}`

const reasons = {
  missing: 'proxy-login',
  refused: 'proxy-login-refused',
  kind: 'proxy-login-kind',
  keychain: 'proxy-login-keychain',
} as const

/** Another try meets the same, and would be one more wrong password. */
export const isProxyLogin = (reason: string | undefined): boolean =>
  Object.values<string | undefined>(reasons).includes(reason)

const unsent = (
  reason: string,
  { url }: Pick<Asking, 'url'>,
  cause?: unknown,
  waitedMs?: number,
): ServiceError =>
  new ServiceError('network', { sent: 'no', answered: false, reason, value: url.host, waitedMs }, { cause })

const stranger = (url: URL): Asking => ({
  url,
  target: '',
  kinds: '',
  state: null,
  authorization: null,
  refused: null,
  takenAt: -Infinity,
  turn: Promise.resolve(),
})

const factsOf = ({ url, state, kinds }: Asking): AskingProxy[] =>
  state === null ? [] : [{ proxy: url.host, state, kinds, isOpen: url.protocol === 'http:' }]

/** One after another, whatever becomes of those before. */
function inTurn<Value>(asking: Asking, work: () => Promise<Value>): Promise<Value> {
  const done = asking.turn.then(work)
  asking.turn = done.catch(() => undefined)
  return done
}

/** Opens a tunnel to see whether the proxy lets it through: nothing is sent to the host behind it. */
async function tryTunnel(asking: Asking, authorization: string): Promise<Tunnel> {
  const { url, target } = asking
  const { Client } = await import('undici')
  const client = new Client(url.origin, { connect: tlsOptions(url, 10_000), headersTimeout: longestTunnelMs })
  const headers = { host: target, 'proxy-authorization': authorization }
  try {
    return await client.connect({ path: target, headers })
  } catch (error) {
    const isSilent = error instanceof Error && error.name === 'HeadersTimeoutError'
    throw isSilent
      ? unsent('proxy-silent', asking, error, longestTunnelMs)
      : unsent('proxy-unreachable', asking, error)
  } finally {
    void client.destroy()
  }
}

/** Ends the connection of an answer that opened no tunnel, or one that isn't used. */
const drop = ({ socket }: Tunnel): void => void socket.on('error', () => undefined).destroy()

/** `Negotiate, NTLM, Basic realm="a, b"` → `Negotiate, NTLM, Basic`: the words that begin a challenge (RFC 9110, section 11.6.1). */
function kindsOf(challenge: string | readonly string[] | undefined): string {
  const parts = [challenge ?? []]
    .flat()
    .join()
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .split(',')
  const kinds = parts.flatMap((part) => /^\s*([\w-]+)(?=\s+[^\s=]|\s*$)/.exec(part)?.[1] ?? [])
  return [...new Set(kinds)].join(', ').slice(0, 100)
}
