import type { IncomingMessage } from 'node:http'
import { refusal, type Answer } from '../http/answers.ts'
import { takesBody, type Call } from '../http/call.ts'
import { sameSecret } from '../http/secret.ts'

/** The longest address that is read; a longer one is refused with 414. */
const longestUrl = 8192

/** The refusal of a request that no endpoint would read: too long, without its length, not for JSON, or with a body. */
export const findFormProblem = (request: IncomingMessage, call: Call): Answer | undefined => {
  if ((request.url ?? '').length > longestUrl) return refusal(414, 'URI_TOO_LONG', 'Request-URI too long')
  // Some proxies drop a PUT that doesn't say how long it is; the contract requires the header (docs/service/writes.md).
  if (call.method === 'PUT' && !call.hasContentLength) {
    return refusal(411, 'LENGTH_REQUIRED', 'Content-Length: 0 is required')
  }
  if (!acceptsJson(request.headers.accept))
    return refusal(406, 'NOT_ACCEPTABLE', 'The service answers JSON; accept asks for something else')
  if (hasBody(request) && !takesBody(call))
    return refusal(400, 'BODY_NOT_ALLOWED', 'Parameters travel in the query; no body is taken')
  return undefined
}

/** True if an `accept` header leaves room for JSON; none does, and so does a part that is only less welcome. */
function acceptsJson(accept: string | undefined): boolean {
  const parts = (accept ?? '*/*').split(',').map((part) => part.trim().toLowerCase())
  return parts.some(
    (part) => /^(\*\/\*|application\/(\*|json))\s*(;|$)/.test(part) && !/;\s*q=0(\.0*)?\s*(;|$)/.test(part),
  )
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Undefined if the key is right. HTTP Basic counts for reads only: a write names its key in the query. */
export function findKeyProblem(call: Call, key: string): Answer | undefined {
  const given =
    call.query.get('api_key') ?? (call.method === 'GET' ? basicKey(call.authorization) : undefined)
  if (given === undefined || given === '') return refusal(403, 'API_KEY_MISSING', 'An API key is required')
  return sameSecret(given, key) ? undefined : refusal(403, 'API_KEY_INVALID', 'The API key is not valid')
}

/** The key of HTTP Basic. With a password it is no key: the contract wants an empty one. */
function basicKey(authorization: string | undefined): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  return text.endsWith(':') ? text.slice(0, -1) : text
}
