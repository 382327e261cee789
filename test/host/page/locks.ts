import { loopbackAddress, ownAddress } from './addresses.ts'
import type { WireEnd } from './wire-end.ts'

interface LockOptions {
  readonly wire: WireEnd
  readonly ownOrigin: string
  readonly base: string
  readonly deniedPermissions: readonly string[]
}

/** Asks main before the page leaves, opens a window or uses what needs a permission. Answers main's own way past that. */
export function installLocks(options: LockOptions): (path: string) => void {
  lockWindows(options)
  lockPermissions(options)
  return lockNavigation(options)
}

function lockNavigation(options: LockOptions): (path: string) => void {
  const { wire } = options
  let allowed: string | undefined
  const goTo = (address: string): void => {
    allowed = new URL(address, location.href).href
    location.assign(allowed)
  }
  navigation.addEventListener('navigate', (event) => {
    const { destination, navigationType, cancelable, hashChange, downloadRequest } = event
    // Electron asks for what the page begins by itself; a reload, a step in the history or a download is not that.
    if (
      navigationType === 'reload' ||
      navigationType === 'traverse' ||
      hashChange ||
      downloadRequest !== null ||
      destination.sameDocument
    )
      return
    if (!cancelable || destination.url === allowed) return
    event.preventDefault()
    const url = ownAddress(destination.url, options)
    void wire.ask({ what: 'will-navigate', url }).then((may) => {
      if (may) goTo(loopbackAddress(url, options))
    })
  })
  return goTo
}

function lockWindows(options: LockOptions): void {
  const { wire } = options
  const ask = (url: string, frameName: string, features: string): void => {
    void wire.ask({ what: 'window-open', url: ownAddress(url, options), frameName, features })
  }
  // A second window of the app has no stand-in: main is asked, and the page gets none.
  window.open = (url = 'about:blank', target = '', features = '') => {
    ask(String(url), target, features)
    return null
  }
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const aside =
      link?.target === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1
    if (!link?.href || !aside || event.defaultPrevented) return
    event.preventDefault()
    ask(link.href, link.target, '')
  }
  window.addEventListener('click', onClick)
  window.addEventListener('auxclick', onClick)
}

function lockPermissions({ wire, deniedPermissions }: LockOptions): void {
  const may = (permission: string): Promise<boolean> =>
    deniedPermissions.includes(permission)
      ? Promise.resolve(false)
      : wire.ask({ what: 'permission', permission })
  const denied = (): DOMException => new DOMException('Permission denied', 'NotAllowedError')

  const guard = (owner: object | undefined, name: string, permission: string): void => {
    const original =
      owner && (Reflect.get(owner, name) as ((...args: unknown[]) => Promise<unknown>) | undefined)
    if (!original) return
    const guarded = async (...args: unknown[]): Promise<unknown> => {
      if (!(await may(permission))) throw denied()
      return original.apply(owner, args)
    }
    Object.defineProperty(owner, name, { value: guarded })
  }
  // Outside secure contexts some of these are missing, whatever the types say.
  const { clipboard, mediaDevices, permissions, geolocation } = navigator as Partial<Navigator>
  guard(clipboard, 'readText', 'clipboard-read')
  guard(clipboard, 'read', 'clipboard-read')
  guard(clipboard, 'writeText', 'clipboard-sanitized-write')
  guard(mediaDevices, 'getUserMedia', 'media')
  guard(mediaDevices, 'getDisplayMedia', 'display-capture')
  guard(navigator, 'requestMIDIAccess', 'midi')

  const query = permissions?.query.bind(permissions)
  if (permissions && query) {
    permissions.query = async (descriptor) => {
      const status = await query(descriptor)
      if (deniedPermissions.includes(descriptor.name))
        Object.defineProperty(status, 'state', { value: 'denied' })
      return status
    }
  }
  Notification.requestPermission = async () => ((await may('notifications')) ? 'granted' : 'denied')
  if (geolocation) lockGeolocation(geolocation, may)
}

function lockGeolocation(geolocation: Geolocation, may: (permission: string) => Promise<boolean>): void {
  const original = geolocation.getCurrentPosition.bind(geolocation)
  geolocation.getCurrentPosition = (success, failure, options) => {
    void may('geolocation').then((granted) => {
      if (granted) original(success, failure, options)
      else
        failure?.({
          code: 1,
          message: 'User denied Geolocation',
          PERMISSION_DENIED: 1,
          POSITION_UNAVAILABLE: 2,
          TIMEOUT: 3,
        })
    })
  }
}
