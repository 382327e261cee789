import { getCACertificates } from 'node:tls'
import { Agent, Client, ProxyAgent, type Dispatcher } from 'undici'
import { isLoopback, parseRoute, type ProxyFor, type Route } from './proxy.ts'

export interface Transport {
  /** A dispatcher with kept connections, for reads, edits and deletes. */
  pooled(origin: URL): Promise<Dispatcher>
  /**
   * A dispatcher whose connection carries one request and is not reused: on a reused connection that closes without an
   * answer nobody can tell whether a create arrived. The caller destroys it.
   */
  fresh(origin: URL): Promise<Dispatcher>
  close(): Promise<void>
}

export interface TransportOptions {
  /** Without one every way is direct. */
  readonly proxyFor?: ProxyFor | undefined
  readonly connectMs?: number
  /** Kept connections at most. */
  readonly connections?: number
}

let certificates: string[] | undefined

/** Node's own certificates joined with the system's, where company proxies and antivirus put theirs. Read on first use. */
function trusted(): string[] {
  certificates ??= [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
  return certificates
}

export function createTransport({
  proxyFor,
  connectMs = 10_000,
  connections = 16,
}: TransportOptions): Transport {
  const pools = new Map<string, Dispatcher>()

  const routeTo = async (origin: URL): Promise<Route> =>
    proxyFor && !isLoopback(origin) ? parseRoute(await proxyFor(origin.href)) : { kind: 'direct' }

  const tls = (origin: URL) => ({
    timeout: connectMs,
    ...(origin.protocol === 'https:' ? { ca: trusted() } : {}),
  })

  const through = (uri: string, origin: URL, most: number): ProxyAgent =>
    new ProxyAgent({
      uri,
      connections: most,
      requestTls: tls(origin),
      proxyTls: tls(new URL(uri)),
    })

  return {
    async pooled(origin) {
      const route = await routeTo(origin)
      const name = `${route.kind === 'proxy' ? route.uri : 'direct'} ${origin.protocol}`
      const known = pools.get(name)
      if (known) return known
      const made =
        route.kind === 'proxy'
          ? through(route.uri, origin, connections)
          : new Agent({ connections, connect: tls(origin) })
      pools.set(name, made)
      return made
    },

    async fresh(origin) {
      const route = await routeTo(origin)
      return route.kind === 'proxy'
        ? through(route.uri, origin, 1)
        : new Client(origin, { pipelining: 0, connect: tls(origin) })
    },

    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
      pools.clear()
    },
  }
}
