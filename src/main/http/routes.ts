import { Fault } from '#shared/bridge/failure.ts'
import { direct, isLoopback, parseRoutes, ProxySettingError, type ProxyFor, type Route } from './proxy.ts'
import { ServiceError } from './service-error.ts'

/** The time limit and cancellation that a part of a request must keep to. */
export interface Bounds {
  /** Milliseconds from now. */
  readonly limitMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * The routes to an address in the order to try them.
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

/** A proxy that can't be used, so that nothing was sent. */
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

/** The system may never finish reading a proxy script from a network that is gone. */
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
 * Sends by the first route that can be reached, all within one time limit. The next route is tried only if a proxy could
 * not be connected to, so that a write is still sent once.
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
