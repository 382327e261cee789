import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { refusal, type Answer } from './answers.ts'

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
}

/** The longest address that is read; a longer one is refused with 414. */
const longestUrl = 8192

/** Nothing where the address is none. */
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
  }
}

export const findFormProblem = (request: IncomingMessage, call: Call): Answer | undefined => {
  if ((request.url ?? '').length > longestUrl) return refusal(414, 'URI_TOO_LONG', 'Request-URI too long')
  // Some proxies drop a PUT that doesn't say how long it is; the contract lists the header as required.
  if (call.method === 'PUT' && !call.hasContentLength) {
    return refusal(411, 'LENGTH_REQUIRED', 'Content-Length: 0 is required')
  }
  if (hasBody(request))
    return refusal(400, 'BODY_NOT_ALLOWED', 'Parameters travel in the query; no body is taken')
  return undefined
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Nothing where the key is right. Basic is taken for reads only: a write names its key in the query. */
export function findKeyProblem(call: Call, key: string): Answer | undefined {
  const given =
    call.query.get('api_key') ?? (call.method === 'GET' ? basicUser(call.authorization) : undefined)
  if (given === undefined || given === '') return refusal(403, 'API_KEY_MISSING', 'An API key is required')
  return sameSecret(given, key) ? undefined : refusal(403, 'API_KEY_INVALID', 'The API key is not valid')
}

function basicUser(authorization: string | undefined): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8').split(':')[0]
}

/** Compares without telling by its time how much was right; only the length shows, which is no secret. */
export function sameSecret(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)]
  return left.length === right.length && timingSafeEqual(left, right)
}
