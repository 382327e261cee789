import { Fault } from '#shared/bridge/failure.ts'
import { direct, isLoopback, parseRoutes, ProxySettingError, type ProxyFor, type Route } from './proxy.ts'
import { ServiceError } from './service-error.ts'

/** What of a request's time and will a part of it has to keep to. */
export interface Bounds {
  /** Milliseconds from now. */
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * The ways to an address in the order to try them.
 * @throws ServiceError `network` or `timeout`, and Fault `cancelled`: nothing was sent.
 */
export async function routesTo(
  origin: URL,
  proxyFor: ProxyFor | undefined,
  bounds: Bounds,
): Promise<readonly Route[]> {
  if (!proxyFor || isLoopback(origin)) return [direct]
  try {
    return parseRoutes(await within(bounds, async () => proxyFor(origin.href)))
  } catch (error) {
    throw error instanceof Fault ? error : unusableProxy(error)
  }
}

/** A proxy that can't be made use of, so that nothing was sent. */
export const unusableProxy = (cause: unknown): ServiceError =>
  new ServiceError(
    'network',
    {
      sent: 'no',
      answered: false,
      reason: 'proxy-setting',
      ...(cause instanceof ProxySettingError ? { value: cause.setting } : {}),
    },
    { cause },
  )

/** The system may take for ever to read a proxy script from a network that is gone. */
function within<Value>({ limitMs, signal }: Bounds, work: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(new Fault('cancelled'))
    if (signal?.aborted) {
      cancel()
      return
    }
    const late = { sent: 'no', answered: false, reason: 'proxy-unknown' } as const
    const timer = setTimeout(() => reject(new ServiceError('timeout', late)), limitMs)
    signal?.addEventListener('abort', cancel, { once: true })
    void work()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
      })
  })
}

/**
 * Sends by the first way that can be reached, all within one limit. Only where a proxy could not even be spoken to is
 * the next way tried, so that a write is sent once all the same.
 */
export async function byRoutes<Answer>(
  routes: readonly Route[],
  endsAt: number,
  send: (route: Route, limitMs: number) => Promise<Answer>,
): Promise<Answer> {
  const [route = direct, ...others] = routes
  try {
    return await send(route, Math.max(1, endsAt - performance.now()))
  } catch (error) {
    if (others.length === 0 || !isOutOfReach(error)) throw error
    return byRoutes(others, endsAt, send)
  }
}

const isOutOfReach = (error: unknown): boolean =>
  error instanceof ServiceError && error.sent === 'no' && error.reason === 'proxy-unreachable'
