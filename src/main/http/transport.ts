import type * as undici from 'undici'
import type { Dispatcher, Pool, ProxyAgent } from 'undici'
import { brokenTunnel, longestTunnelMs, ProxyLogins } from './proxy-logins.ts'
import { loginOf, type ProxyFor, type Route } from './proxy.ts'
import { longestIdleMs, RecentConnections, byRoutes, routesTo, unusableProxy, type Bounds } from './routes.ts'
import { tlsOptions } from './trust.ts'

/** A connection that belongs to one write until it is ended. */
export interface WriteConnection {
  readonly dispatcher: Dispatcher
  /** `answered`: in full, so that the connection may carry another write. */
  end(answered: boolean): Promise<void>
}

export interface TransportOptions {
  /** Without one every route is direct. */
  readonly proxyFor?: ProxyFor | undefined
  /** Shared by all transports: a login is tried once. */
  readonly proxyLogins?: ProxyLogins | undefined
  readonly connectMs?: number | undefined
  /** Kept connections at most. */
  readonly connections?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

type Library = typeof undici

/** Makes connections to a service, directly or by a proxy, and keeps those that reads use. */
export class Transport {
  readonly #proxyFor: ProxyFor | undefined
  readonly #proxyLogins: ProxyLogins
  readonly #connectMs: number
  readonly #connections: number
  readonly #pools = new Map<string, Dispatcher>()
  readonly #recent: RecentConnections
  #closed = false
  #library: Library | undefined

  constructor(options: TransportOptions) {
    const { proxyFor, proxyLogins, connectMs = 10_000, connections = 16, now = Date.now } = options
    this.#proxyFor = proxyFor
    this.#proxyLogins = proxyLogins ?? new ProxyLogins(undefined, undefined, now)
    this.#connectMs = connectMs
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
        : new this.#undici.Agent({ connections: this.#connections, connect: this.#tls(origin) })
    this.#pools.set(name, made)
    return made
  }

  /** No further request takes these connections: one of them went silent, as all do when the way there is another one. */
  drop(dispatcher: Dispatcher): void {
    for (const [name, pool] of this.#pools) if (pool === dispatcher) this.#pools.delete(name)
    void dispatcher.close()
  }

  /**
   * A connection for one request. When a reused connection closes without an answer, nobody can know whether a create
   * arrived.
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
      : new this.#undici.Client(origin, { ...kept, connect: this.#tls(origin) })
  }

  #through(uri: string, origin: URL, connections: number, kept: Pool.Options = {}): ProxyAgent {
    const requestTls = this.#tls(origin)
    const proxyTls = this.#tls(new URL(uri))
    try {
      const { url, login } = loginOf(uri)
      const clientFactory = (proxy: URL, how: object): Dispatcher => this.#proxyClient(proxy, login, how)
      return new this.#undici.ProxyAgent({
        ...kept,
        uri: url.href,
        connections,
        requestTls,
        proxyTls,
        clientFactory,
      })
    } catch (error) {
      // For one, credentials with a broken escape.
      throw unusableProxy(error)
    }
  }

  /** Opener of the tunnels of a ProxyAgent, whose own would repeat a login that was refused. */
  #proxyClient(proxy: URL, login: string | null, how: object): Dispatcher {
    const pool = new this.#undici.Pool(proxy, { ...how, headersTimeout: longestTunnelMs })
    const connect = pool.connect.bind(pool)
    return Object.assign(pool, {
      connect: (options: Dispatcher.ConnectOptions) =>
        this.#proxyLogins.tunnel(proxy, options.path, login, (authorization) =>
          connect(
            authorization === null
              ? options
              : {
                  ...options,
                  headers: Object.assign({ 'proxy-authorization': authorization }, options.headers),
                },
          ).catch((error: unknown) => {
            throw brokenTunnel(proxy, error)
          }),
        ),
    })
  }

  #tls(origin: URL) {
    return tlsOptions(origin, this.#connectMs)
  }
}

const nameOf = (route: Route): string => (route.kind === 'proxy' ? route.uri : 'direct')

/** Undici takes 2 s off what the server's Keep-Alive header allows; a server that allows no more closes at once. */
const keptBriefly = { keepAliveTimeout: longestIdleMs, keepAliveMaxTimeout: longestIdleMs }
