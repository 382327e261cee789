import { isLoopback } from '../http/proxy.ts'
import { appAddress } from './app-protocol.ts'

/**
 * The page of the window: the development server's while nothing is packaged, otherwise our own. A variable of the
 * environment must not put another page in its place: that page would have the bridge.
 */
export function pageAddress(isPackaged: boolean, env: Readonly<Record<string, string | undefined>>): string {
  const url = isPackaged ? null : URL.parse(env.ELECTRON_RENDERER_URL ?? '')
  return url?.protocol === 'http:' && isLoopback(url) ? url.href : appAddress
}
