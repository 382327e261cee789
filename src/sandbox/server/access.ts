import type { IncomingMessage } from 'node:http'
import { refusal, type Answer } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { sameSecret } from '../http/secret.ts'

/** The longest address that is read; a longer one is refused with 414. */
const longestUrl = 8192

/** The refusal of a request that no endpoint would read: too long, without its length, or with a body. */
export const findFormProblem = (request: IncomingMessage, call: Call): Answer | undefined => {
  if ((request.url ?? '').length > longestUrl) return refusal(414, 'URI_TOO_LONG', 'Request-URI too long')
  // Some proxies drop a PUT that doesn't say how long it is; the contract requires the header (docs/service/writes.md).
  if (call.method === 'PUT' && !call.hasContentLength) {
    return refusal(411, 'LENGTH_REQUIRED', 'Content-Length: 0 is required')
  }
  if (hasBody(request))
    return refusal(400, 'BODY_NOT_ALLOWED', 'Parameters travel in the query; no body is taken')
  return undefined
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Undefined if the key is right. HTTP Basic counts for reads only: a write names its key in the query. */
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
