import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, Client, ProxyAgent, type Dispatcher, type Pool } from 'undici'
import type { ProxyFor, Route } from './proxy.ts'
import { longestIdleMs, RecentConnections } from './recent-connections.ts'
import { routesTo, unusableProxy, type Bounds } from './routes.ts'

/** A connection that belongs to one write until it is ended. */
export interface WriteConnection {
  readonly dispatcher: Dispatcher
  /** `answered`: in full, so that the connection may carry another write. */
  end(answered: boolean): Promise<void>
}

/** Makes no connection by itself; where a route's proxy can't be made use of, it throws a ServiceError, unsent. */
export interface Transport {
  /** The ways to an address in the order to try them. @throws ServiceError, Fault `cancelled`: nothing was sent. */
  routes(origin: URL, bounds: Bounds): Promise<readonly Route[]>
  /** A dispatcher with kept connections, for reads. */
  pooled(origin: URL, route: Route): Dispatcher
  /**
   * A connection that carries one request and is not reused: on a reused connection that closes without an answer
   * nobody can tell whether a create arrived.
   */
  fresh(origin: URL, route: Route): WriteConnection
  /** A new connection, or one that carried another edit a moment ago. */
  recent(origin: URL, route: Route): WriteConnection
  /** Ends what is idle and what reads use. Writes under way end by themselves: cut, they would be in doubt. */
  close(): Promise<void>
}

export interface TransportOptions {
  /** Without one every way is direct. */
  readonly proxyFor?: ProxyFor | undefined
  readonly connectMs?: number
  /** Kept connections at most. */
  readonly connections?: number
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

let trusted: SecureContext | undefined

/**
 * Node's own certificates joined with the system's, where company proxies and antivirus put theirs. Made on first use
 * and shared: to read some hundred certificates for each connection would hold the process up for 15 ms each time.
 */
function trust(): SecureContext {
  trusted ??= createSecureContext({
    ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])],
  })
  return trusted
}

export function createTransport({
  proxyFor,
  connectMs = 10_000,
  connections = 16,
  now = Date.now,
}: TransportOptions): Transport {
  const pools = new Map<string, Dispatcher>()
  const recent = new RecentConnections(now)
  let closed = false

  const tls = (origin: URL) => ({
    timeout: connectMs,
    // Said here, because otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would switch the check off.
    rejectUnauthorized: true,
    ...(origin.protocol === 'https:' ? { secureContext: trust() } : {}),
  })

  const through = (uri: string, origin: URL, most: number, kept: Pool.Options = {}): ProxyAgent => {
    const [requestTls, proxyTls] = [tls(origin), tls(new URL(uri))]
    try {
      return new ProxyAgent({ ...kept, uri, connections: most, requestTls, proxyTls })
    } catch (error) {
      // Credentials with a broken escape, for one.
      throw unusableProxy(error)
    }
  }

  const nameOf = (route: Route): string => (route.kind === 'proxy' ? route.uri : 'direct')

  const single = (route: Route, origin: URL, kept: Pool.Options): Dispatcher =>
    route.kind === 'proxy'
      ? through(route.uri, origin, 1, kept)
      : new Client(origin, { ...kept, connect: tls(origin) })

  return {
    routes: (origin, bounds) => routesTo(origin, proxyFor, bounds),

    pooled(origin, route) {
      const name = `${nameOf(route)} ${origin.protocol}`
      const known = pools.get(name)
      if (known) return known
      const made =
        route.kind === 'proxy'
          ? through(route.uri, origin, connections)
          : new Agent({ connections, connect: tls(origin) })
      pools.set(name, made)
      return made
    },

    fresh(origin, route) {
      const dispatcher = single(route, origin, { pipelining: 0 })
      return { dispatcher, end: () => dispatcher.destroy() }
    },

    recent(origin, route) {
      const name = `${nameOf(route)} ${origin.origin}`
      const dispatcher = recent.take(name) ?? single(route, origin, keptBriefly)
      return {
        dispatcher,
        async end(answered) {
          if (answered && !closed) recent.giveBack(name, dispatcher)
          else await dispatcher.destroy()
        },
      }
    },

    async close() {
      closed = true
      await Promise.all([recent.close(), ...[...pools.values()].map((pool) => pool.destroy())])
      pools.clear()
    },
  }
}

/** Undici takes 2 s off what the server's Keep-Alive header allows; a server that allows no more closes at once. */
const keptBriefly = { keepAliveTimeout: longestIdleMs, keepAliveMaxTimeout: longestIdleMs }
