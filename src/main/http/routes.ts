import type { Dispatcher } from 'undici'
import { Fault } from '#shared/bridge/failure.ts'
import { type ProxyFor, ProxySettingError, type Route, direct, isLoopback, parseRoutes } from './proxy.ts'
import { ServiceError } from './service-error.ts'

/**
 * An edit takes no connection that was idle longer than this. A server that closes a connection just as a write leaves
 * puts the write in doubt. The shortest idle times in use (gunicorn's 2 s, Node's and Apache's 5 s) are all longer.
 */
export const longestIdleMs = 1_000

/** Nor one that was answered less than this ago: some servers close right behind an answer without having said so. */
export const shortestIdleMs = 10

interface Idle {
  readonly name: string
  readonly dispatcher: Dispatcher
  /** As `now()`. */
  readonly since: number
}

/**
 * Connections that carried an edit a moment ago, by their route. Their age is measured by the time of day when one is
 * taken: timers run late after the machine slept, when every connection is gone.
 */
export class RecentConnections {
  readonly #now: () => number
  #idle: Idle[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  /** The one used last, or null if none is of the right age; it belongs to the caller until it is given back. */
  take(name: string): Dispatcher | null {
    this.#dropOld()
    const at = this.#idle.findLastIndex((each) => each.name === name && this.#age(each) >= shortestIdleMs)
    return this.#idle.splice(at, at < 0 ? 0 : 1)[0]?.dispatcher ?? null
  }

  giveBack(name: string, dispatcher: Dispatcher): void {
    this.#dropOld()
    this.#idle.push({ name, dispatcher, since: this.#now() })
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ dispatcher }) => dispatcher.destroy()))
  }

  #dropOld(): void {
    const isRecent = (each: Idle): boolean => this.#age(each) <= longestIdleMs
    for (const old of this.#idle.filter((each) => !isRecent(each))) void old.dispatcher.destroy()
    this.#idle = this.#idle.filter(isRecent)
  }

  /** After the clock was set back no age is known. */
  #age({ since }: Idle): number {
    const age = this.#now() - since
    return age < 0 ? Infinity : age
  }
}

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
