import type { IncomingMessage } from 'node:http'

/** A request as the service sees it: no request has a body. */
export interface Call {
  readonly method: string
  /** Without the last slash. */
  readonly path: string
  readonly query: URLSearchParams
  /** Whether the path had a last slash. */
  readonly lastSlash: boolean
  readonly authorization: string | undefined
  readonly hasContentLength: boolean
  /** The sandbox's own address as the caller knows it, without a last slash. */
  readonly origin: string
}

/** Undefined if the address of the request is not a URL. */
export function readCall(request: IncomingMessage): Call | undefined {
  const address = request.url ?? '/'
  // Joined, not resolved: `//` would be read as the beginning of a host.
  const url = URL.parse(address.startsWith('/') ? `http://sandbox${address}` : address, 'http://sandbox')
  if (url === null) return undefined
  return {
    method: request.method ?? 'GET',
    path: url.pathname.replace(/\/+$/, '') || '/',
    lastSlash: url.pathname.endsWith('/'),
    query: url.searchParams,
    authorization: request.headers.authorization,
    hasContentLength: request.headers['content-length'] !== undefined,
    origin: `http://${request.headers.host ?? `127.0.0.1:${request.socket.localPort ?? 0}`}`,
  }
}
