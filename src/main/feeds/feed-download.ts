import { Fault } from '#shared/bridge/failure.ts'
import { exchange, type Exchanged } from '../http/exchange.ts'
import { isProxyLogin } from '../http/proxy-logins.ts'
import { proxyName } from '../http/proxy.ts'
import { ServiceError } from '../http/service-error.ts'
import type { Transport } from '../http/transport.ts'
import type { FeedAddress } from './feed-address.ts'

/** Takes the body of an answer with status 200. */
export interface AnswerSink {
  add(chunk: Uint8Array): void
  /** True if nothing more is wanted. */
  readonly isTooLarge: boolean
}

interface DownloadRequest {
  readonly address: FeedAddress
  readonly headers: Readonly<Record<string, string>>
  readonly file: AnswerSink
  /** In ms. */
  readonly limitMs: number
  readonly signal: AbortSignal | undefined
}

/**
 * One GET whose body goes into a file, by the proxy and the certificates of the system.
 * @throws Fault `fetch` and `cancelled`; nothing in them but the address without its query
 */
export async function download(
  transport: Transport,
  { address: { url, shown }, headers, file, limitMs, signal }: DownloadRequest,
): Promise<Exchanged> {
  const origin = new URL(url.origin)
  try {
    return await transport.send(origin, { limitMs: Math.max(1, limitMs), signal }, (route, leftMs) =>
      exchange({
        dispatcher: transport.pooled(origin, route),
        origin,
        method: 'GET',
        path: url.pathname + url.search,
        headers,
        limitMs: leftMs,
        signal,
        proxy: proxyName(route),
        onBody: (chunk, status) => {
          if (status === 200) file.add(chunk)
          return !file.isTooLarge
        },
      }),
    )
  } catch (error) {
    throw error instanceof ServiceError ? fetchFault(error, shown) : error
  }
}

/** Closer causes that have words of their own. */
const reasons: Readonly<Record<string, string>> = {
  certificate: 'certificate',
  proxy: 'proxy',
  'proxy-unreachable': 'proxy',
  'through-proxy': 'proxy',
  'proxy-silent': 'proxy-silent',
  'proxy-setting': 'proxy',
}

function fetchFault(error: ServiceError, address: string): Fault {
  if (error.reason === 'cancelled') return new Fault('cancelled', {}, { cause: error })
  const reason =
    reasons[error.reason ?? ''] ??
    (error.code === 'timeout'
      ? 'timeout'
      : error.answered
        ? 'cut'
        : isProxyLogin(error.reason)
          ? error.reason
          : undefined)
  const { value, seconds } = error.details
  return new Fault(
    'fetch',
    {
      ...(reason === undefined ? {} : { reason }),
      ...(value !== undefined && { value }),
      ...(reason === 'proxy-silent' && seconds !== undefined && { seconds }),
      address,
    },
    { cause: error },
  )
}
