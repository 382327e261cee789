import { onTestFinished } from 'vitest'
import { openProxy, type LocalProxy, type ProxyKind } from './proxy-server.ts'

export type { LocalProxy } from './proxy-server.ts'

/** A proxy for one test. */
export async function startProxy(port: number, kind?: ProxyKind): Promise<LocalProxy> {
  const proxy = await openProxy(port, kind)
  onTestFinished(() => proxy.close())
  return proxy
}
