import { EventEmitter } from 'node:events'
import type { Session, WebContents } from 'electron'
import { hostProtocol } from './protocol.ts'
import { needReady } from './readiness.ts'

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>
type Permission = Parameters<RequestHandler>[1]
type CheckedPermission = Parameters<CheckHandler>[1]
type Surface = Pick<
  Session,
  | 'protocol'
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'resolveProxy'
>

/** The permissions a page can ask the check handler about through `navigator.permissions`. */
const checked = [
  'geolocation',
  'notifications',
  'media',
  'midi',
  'clipboard-read',
  'clipboard-sanitized-write',
] as const

/** What the window may do, and which proxy leads where. */
class HostSession extends EventEmitter implements Surface {
  readonly protocol = hostProtocol as unknown as Session['protocol']
  #request: RequestHandler | null = null
  #check: CheckHandler | null = null

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler
  }

  /** No device is offered in a browser that stands in: nothing to decide. */
  setDevicePermissionHandler(): void {
    this.emit('device-permission-handler-set')
  }

  /** The browser has one of its own. */
  setSpellCheckerEnabled(enabled: boolean): void {
    this.emit('spell-checker', enabled)
  }

  /** The environment's proxy in the words of a PAC file, as Chromium answers. */
  resolveProxy(url: string): Promise<string> {
    const { protocol, hostname } = new URL(url)
    const proxy = variable(`${protocol.slice(0, -1)}_proxy`) ?? variable('all_proxy')
    if (!proxy || isLoopback(hostname) || isExcepted(hostname)) return Promise.resolve('DIRECT')
    const { protocol: way, host } = new URL(proxy)
    return Promise.resolve(`${ways[way] ?? 'PROXY'} ${host}`)
  }

  /** Without a handler Electron grants. */
  mayUse(contents: WebContents, permission: string, requestingUrl: string): Promise<boolean> {
    const request = this.#request
    if (!request) return Promise.resolve(true)
    return new Promise((resolve) => {
      request(contents, permission as Permission, resolve, { isMainFrame: true, requestingUrl })
    })
  }

  deniedBeforehand(origin: string): string[] {
    const check = this.#check
    if (!check) return []
    const details = { isMainFrame: true, requestingUrl: origin }
    return checked.filter((permission) => !check(null, permission as CheckedPermission, origin, details))
  }
}

/** How Chromium names the kinds of proxies; of a login in an address it answers nothing. */
const ways: Readonly<Record<string, string>> = {
  'https:': 'HTTPS',
  'socks:': 'SOCKS',
  'socks4:': 'SOCKS',
  'socks5:': 'SOCKS5',
}

const variable = (name: string): string | undefined => process.env[name] ?? process.env[name.toUpperCase()]

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host.startsWith('127.')

function isExcepted(host: string): boolean {
  const exceptions = (variable('no_proxy') ?? '').split(',').map((name) => name.trim())
  return exceptions.some(
    (name) =>
      name === '*' || (name !== '' && (host === name || host.endsWith(`.${name.replace(/^\./, '')}`))),
  )
}

export const hostSession = new HostSession()
export const session = {
  get defaultSession(): Session {
    needReady('Session can only be received when app is ready')
    return hostSession as unknown as Session
  },
}
