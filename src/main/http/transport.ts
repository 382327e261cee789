import type { LookupFunction } from 'node:net'
import type { SecureContext } from 'node:tls'
import type * as undici from 'undici'
import type { Dispatcher, Pool, ProxyAgent } from 'undici'
import type { ProxyFor, Route } from './proxy.ts'
import { longestIdleMs, RecentConnections } from './recent-connections.ts'
import { byRoutes, routesTo, unusableProxy, type Bounds } from './routes.ts'

/** A connection that belongs to one write until it is ended. */
export interface WriteConnection {
  readonly dispatcher: Dispatcher
  /** `answered`: in full, so that the connection may carry another write. */
  end(answered: boolean): Promise<void>
}

export interface TransportOptions {
  /** Without one every route is direct. */
  readonly proxyFor?: ProxyFor | undefined
  readonly connectMs?: number | undefined
  /** How a host's name is looked up for a direct connection; a proxy looks it up itself. The system's if none is given. */
  readonly lookup?: LookupFunction
  /** Kept connections at most. */
  readonly connections?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

type Library = typeof undici

let trusted: SecureContext | undefined

/**
 * Node's own certificates joined with the system's, to which company proxies and antivirus programs add theirs. Made on
 * first use and shared: reading some hundred certificates for each connection would block the process for 15 ms.
 */
function trust(): SecureContext {
  trusted ??= madeTrust()
  return trusted
}

/** Node's TLS is loaded here and not with this file: that takes as long as an empty Node, and most commands send nothing. */
function madeTrust(): SecureContext {
  const { createSecureContext, getCACertificates } = process.getBuiltinModule('node:tls')
  return createSecureContext({
    ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])],
  })
}

/** Makes connections to a service, directly or by a proxy, and keeps those that reads use. */
export class Transport {
  readonly #proxyFor: ProxyFor | undefined
  readonly #connectMs: number
  readonly #lookup: LookupFunction | undefined
  readonly #connections: number
  readonly #pools = new Map<string, Dispatcher>()
  readonly #recent: RecentConnections
  #closed = false
  #library: Library | undefined

  constructor({ proxyFor, connectMs = 10_000, lookup, connections = 16, now = Date.now }: TransportOptions) {
    this.#proxyFor = proxyFor
    this.#connectMs = connectMs
    this.#lookup = lookup
    this.#connections = connections
    this.#recent = new RecentConnections(now)
  }

  /**
   * Sends by the first route that can be reached. Finding the route is part of the request: it shares the request's
   * time limit, cancellation and errors.
   * @throws what `send` throws; before it, ServiceError or Fault `cancelled`: nothing was sent.
   */
  async send<Answer>(
    origin: URL,
    bounds: Bounds,
    send: (route: Route, leftMs: number) => Promise<Answer>,
  ): Promise<Answer> {
    const endsAt = performance.now() + bounds.limitMs
    // Loaded with the first request: most commands, and the window's first screen, send none.
    this.#library ??= await import('undici')
    return byRoutes(await routesTo(origin, this.#proxyFor, bounds), endsAt, send)
  }

  /**
   * A dispatcher with kept connections, for reads.
   * @throws ServiceError `network` if the route's proxy can't be used: nothing was sent. So do `fresh` and `recent`.
   */
  pooled(origin: URL, route: Route): Dispatcher {
    const name = `${nameOf(route)} ${origin.protocol}`
    const known = this.#pools.get(name)
    if (known) return known
    const made =
      route.kind === 'proxy'
        ? this.#through(route.uri, origin, this.#connections)
        : new this.#undici.Agent({ connections: this.#connections, connect: this.#direct(origin) })
    this.#pools.set(name, made)
    return made
  }

  /**
   * A connection that carries one request and is not reused: when a reused connection closes without an answer, it
   * can't be known whether a create arrived.
   */
  fresh(origin: URL, route: Route): WriteConnection {
    const dispatcher = this.#single(route, origin, { pipelining: 0 })
    return { dispatcher, end: () => dispatcher.destroy() }
  }

  /** A new connection, or one that carried another edit a moment ago. */
  recent(origin: URL, route: Route): WriteConnection {
    const name = `${nameOf(route)} ${origin.origin}`
    const dispatcher = this.#recent.take(name) ?? this.#single(route, origin, keptBriefly)
    return {
      dispatcher,
      end: async (answered) => {
        if (answered && !this.#closed) this.#recent.giveBack(name, dispatcher)
        else await dispatcher.destroy()
      },
    }
  }

  /** Ends what is idle and what reads use. Writes under way end by themselves: cut off, they would be in doubt. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#recent.close(), ...[...this.#pools.values()].map((pool) => pool.destroy())])
    this.#pools.clear()
  }

  /** For what `send` calls. */
  get #undici(): Library {
    if (!this.#library) throw new Error('a connection was made outside of send()')
    return this.#library
  }

  #single(route: Route, origin: URL, kept: Pool.Options): Dispatcher {
    return route.kind === 'proxy'
      ? this.#through(route.uri, origin, 1, kept)
      : new this.#undici.Client(origin, { ...kept, connect: this.#direct(origin) })
  }

  #through(uri: string, origin: URL, connections: number, kept: Pool.Options = {}): ProxyAgent {
    const [requestTls, proxyTls] = [this.#tls(origin), this.#tls(new URL(uri))]
    try {
      return new this.#undici.ProxyAgent({ ...kept, uri, connections, requestTls, proxyTls })
    } catch (error) {
      // For one, credentials with a broken escape.
      throw unusableProxy(error)
    }
  }

  #direct(origin: URL) {
    return { ...this.#tls(origin), ...(this.#lookup && { lookup: this.#lookup }) }
  }

  #tls(origin: URL) {
    return {
      timeout: this.#connectMs,
      // Said here, because otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would switch the check off.
      rejectUnauthorized: true,
      ...(origin.protocol === 'https:' ? { secureContext: trust() } : {}),
    }
  }
}

const nameOf = (route: Route): string => (route.kind === 'proxy' ? route.uri : 'direct')

/** Undici takes 2 s off what the server's Keep-Alive header allows; a server that allows no more closes at once. */
const keptBriefly = { keepAliveTimeout: longestIdleMs, keepAliveMaxTimeout: longestIdleMs }
