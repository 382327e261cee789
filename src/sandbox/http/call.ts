import type { IncomingMessage } from 'node:http'

/** A request as the service sees it. */
export interface Call {
  readonly method: string
  /** Without the last slash; several in a row are one. */
  readonly path: string
  readonly query: URLSearchParams
  /** True if the path had a last slash. */
  readonly lastSlash: boolean
  readonly authorization: string | undefined
  readonly hasContentLength: boolean
  /** The sandbox's own address as the caller knows it, without a last slash. */
  readonly origin: string
  /** Body of the one request that has a body; '' for every other. */
  readonly body: string
}

/** The status of an order is the only write whose parameters do not all travel in the query (docs/service/orders.md). */
export const takesBody = ({ method, path }: Pick<Call, 'method' | 'path'>): boolean =>
  method === 'PUT' && path === '/ria/basket/orders'

/** Undefined if the address of the request is not a URL. */
export function readCall(request: IncomingMessage): Call | undefined {
  const address = request.url ?? '/'
  // Joined, not resolved: `//` would be read as the beginning of a host.
  const url = URL.parse(address.startsWith('/') ? `http://sandbox${address}` : address, 'http://sandbox')
  if (url === null) return undefined
  return {
    method: request.method ?? 'GET',
    // As the servers before the service do: clients join an address that ends with one to a path that begins with one.
    path: url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '') || '/',
    lastSlash: url.pathname.endsWith('/'),
    query: url.searchParams,
    authorization: request.headers.authorization,
    hasContentLength: request.headers['content-length'] !== undefined,
    origin: `http://${request.headers.host ?? `127.0.0.1:${request.socket.localPort ?? 0}`}`,
    body: '',
  }
}

/** A body that is longer is none of the service's. */
const longestBody = 10_000

/** The call with its body; what is longer than any of the service's is cut. */
export async function withBody(call: Call, request: IncomingMessage): Promise<Call> {
  let body = ''
  try {
    for await (const chunk of request.setEncoding('utf8'))
      if (body.length < longestBody) body += String(chunk)
  } catch {
    // The caller went away: what came of the body is no JSON.
  }
  return { ...call, body }
}
