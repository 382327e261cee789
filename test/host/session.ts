import { EventEmitter } from 'node:events'
import type { Session, WebContents } from 'electron'
import { environmentProxy, isLoopback } from '../../src/main/http/proxy.ts'
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

  /** The environment's proxy in the words of a PAC file, as Chromium answers: without a login, and past a value that is none. */
  async resolveProxy(url: string): Promise<string> {
    if (isLoopback(new URL(url))) return 'DIRECT'
    const route = await environmentProxy(process.env)(url).catch(() => 'DIRECT')
    return route.replace(/ .*@/, ' ')
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

export const hostSession = new HostSession()
export const session = {
  get defaultSession(): Session {
    needReady('Session can only be received when app is ready')
    return hostSession as unknown as Session
  },
}
