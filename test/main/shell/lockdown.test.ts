import { EventEmitter } from 'node:events'
import type { Session, WebContents } from 'electron'
import { expect, test } from 'vitest'
import { lockContents, lockSession } from '../../../src/main/shell/lockdown.ts'
import { originOf, trustedSender, type SenderEvent } from '../../../src/main/shell/trusted-sender.ts'

const own = 'app://forecourt'

/** What lockContents sets on the contents, for the test to ask. */
function locked() {
  const contents = new EventEmitter()
  const handed: string[] = []
  let openHandler: (details: { url: string }) => unknown = () => undefined
  const setWindowOpenHandler = (handler: typeof openHandler): void => {
    openHandler = handler
  }
  lockContents(Object.assign(contents, { setWindowOpenHandler }) as unknown as WebContents, own, (url) =>
    handed.push(url),
  )
  const navigates = (url: string): boolean => {
    let prevented = false
    contents.emit('will-navigate', { url, preventDefault: () => (prevented = true) })
    return !prevented
  }
  return { contents, handed, navigates, open: (url: string) => openHandler({ url }) }
}

type Asked = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>

/** Every permission that Electron knows: one that is added to its types must be added here. */
const permissions: Record<Parameters<Asked>[1], true> = {
  ar: true,
  'automatic-fullscreen': true,
  'background-fetch': true,
  'background-sync': true,
  'captured-surface-control': true,
  'clipboard-read': true,
  'clipboard-sanitized-write': true,
  'deprecated-sync-clipboard-read': true,
  'display-capture': true,
  fileSystem: true,
  fullscreen: true,
  geolocation: true,
  'geolocation-approximate': true,
  'hand-tracking': true,
  hid: true,
  'idle-detection': true,
  keyboardLock: true,
  'local-fonts': true,
  'local-network': true,
  'local-network-access': true,
  'loopback-network': true,
  media: true,
  mediaKeySystem: true,
  midi: true,
  midiSysex: true,
  nfc: true,
  notifications: true,
  openExternal: true,
  'payment-handler': true,
  'periodic-background-sync': true,
  'persistent-storage': true,
  pointerLock: true,
  'screen-wake-lock': true,
  sensors: true,
  serial: true,
  'smart-card': true,
  'speaker-selection': true,
  'storage-access': true,
  'system-wake-lock': true,
  'top-level-storage-access': true,
  unknown: true,
  usb: true,
  vr: true,
  'web-app-installation': true,
  'web-printing': true,
  'window-management': true,
}

/** Addresses that resemble our own origin and are others. */
const strangers = [
  'app://forecourt.evil/',
  'app://forecourt@evil/',
  'app://evil/forecourt',
  'app://forecourt:8080/index.html',
  'app:forecourt',
  'app:///forecourt/',
  'app:',
  'apps://forecourt/',
  'xapp://forecourt/',
  'app2://forecourt/',
  'https://forecourt/',
  'http://forecourt/',
  'file://forecourt/index.html',
  'photo://advert/1?of=app://forecourt/',
  'data:text/html,app://forecourt/',
  'blob:app://forecourt/1',
  'view-source:app://forecourt/index.html',
  'javascript:void 0',
  'about:blank',
  'devtools://devtools/bundled/inspector.html',
]

test('what resembles its origin is another page', () => {
  const { navigates, handed } = locked()
  for (const url of strangers) expect([url, navigates(url)]).toEqual([url, false])
  expect(handed).toEqual(strangers)
})

test("the development server's origin is one port of one host", () => {
  const contents = new EventEmitter()
  const setWindowOpenHandler = (): void => undefined
  lockContents(
    Object.assign(contents, { setWindowOpenHandler }) as unknown as WebContents,
    'http://localhost:5173',
    () => undefined,
  )
  const navigates = (url: string): boolean => {
    let prevented = false
    contents.emit('will-navigate', { url, preventDefault: () => (prevented = true) })
    return !prevented
  }
  expect(navigates('http://localhost:5173/settings')).toBe(true)
  for (const url of [
    'http://localhost:51730/',
    'http://localhost/',
    'https://localhost:5173/',
    'http://localhost.evil:5173/',
  ])
    expect([url, navigates(url)]).toEqual([url, false])
})

test('the window stays on its own pages', () => {
  const { navigates, handed } = locked()
  expect(navigates('app://forecourt/index.html?again')).toBe(true)
  const others = [
    'https://example.com/',
    'app://forecourt.evil/',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    'nonsense',
  ]
  for (const url of others) expect([url, navigates(url)]).toEqual([url, false])
  expect(handed).toEqual(others)
})

test('a second window is never opened; where it would lead is handed over', () => {
  const { open, handed } = locked()
  for (const url of [
    'https://example.com/a',
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    own,
  ]) {
    expect(open(url)).toEqual({ action: 'deny' })
  }
  expect(handed).toContain('https://example.com/a')
})

test('no webview is attached', () => {
  const { contents } = locked()
  let prevented = false
  contents.emit('will-attach-webview', { preventDefault: () => (prevented = true) })
  expect(prevented).toBe(true)
})

test('a permission is denied, except writing text to the clipboard from our own page', () => {
  type Request = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>
  type Check = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>
  const handlers: { request?: Request | null; check?: Check | null; device?: (() => boolean) | null } = {}
  lockSession(
    {
      setPermissionRequestHandler: (handler) => (handlers.request = handler),
      setPermissionCheckHandler: (handler) => (handlers.check = handler),
      setDevicePermissionHandler: (handler) => (handlers.device = handler as () => boolean),
      setSpellCheckerEnabled: () => undefined,
    },
    own,
  )
  const answers = (permission: string, url: string): boolean[] => {
    const given: boolean[] = []
    const details = { isMainFrame: true, requestingUrl: url }
    handlers.request?.(
      undefined as never,
      permission as Parameters<Request>[1],
      (answer) => given.push(answer),
      details,
    )
    given.push(handlers.check?.(null, permission as Parameters<Check>[1], url, details) ?? true)
    return given
  }
  expect(answers('clipboard-sanitized-write', `${own}/index.html`)).toEqual([true, true])
  expect(answers('clipboard-sanitized-write', 'https://example.com/')).toEqual([false, false])
  for (const permission of Object.keys(permissions).filter((each) => each !== 'clipboard-sanitized-write'))
    expect([permission, ...answers(permission, `${own}/index.html`)]).toEqual([permission, false, false])
  // One that Chromium adds tomorrow.
  expect(answers('unheard-of', `${own}/index.html`)).toEqual([false, false])
  for (const url of [...strangers, 'null', ''])
    expect([url, ...answers('clipboard-sanitized-write', url)]).toEqual([url, false, false])
  expect(handlers.device?.()).toBe(false)
})

test('only our own window, its main frame, on our own origin is trusted', () => {
  const trusted = trustedSender(() => ({ id: 1 }), own)
  const from = (id: number, url: string, parent: unknown = null): SenderEvent =>
    ({ sender: { id }, senderFrame: { url, parent } }) as unknown as SenderEvent
  expect(trusted(from(1, 'app://forecourt/index.html'))).toBe(true)
  expect(trusted(from(2, 'app://forecourt/index.html'))).toBe(false)
  expect(trusted(from(1, 'app://forecourt/index.html', {}))).toBe(false)
  expect(trusted(from(1, 'https://example.com/'))).toBe(false)
  expect(trusted(from(1, 'about:blank'))).toBe(false)
  expect(trusted({ sender: { id: 1 }, senderFrame: null } as unknown as SenderEvent)).toBe(false)
  expect(trustedSender(() => undefined, own)(from(1, 'app://forecourt/index.html'))).toBe(false)
})

test('an origin is scheme, host and port', () => {
  expect(originOf('app://forecourt/a/b?c#d')).toBe(own)
  expect(originOf('http://127.0.0.1:5173/')).toBe('http://127.0.0.1:5173')
  expect(originOf('nonsense')).toBe('null')
})
