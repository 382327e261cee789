import { EventEmitter } from 'node:events'
import type { Session, WebContents } from 'electron'
import { expect, test } from 'vitest'
import { lockContents, lockSession } from '../../../src/main/shell/lockdown.ts'
import { originOf, trustedSender, type SenderEvent } from '../../../src/main/shell/trusted-sender.ts'

const own = 'app://forecourt'

/** What lockContents sets on the contents, for the test to ask. */
function locked() {
  const contents = new EventEmitter()
  const opened: string[] = []
  let openHandler: (details: { url: string }) => unknown = () => undefined
  const setWindowOpenHandler = (handler: typeof openHandler): void => {
    openHandler = handler
  }
  lockContents(Object.assign(contents, { setWindowOpenHandler }) as unknown as WebContents, own, (url) =>
    opened.push(url),
  )
  const navigates = (url: string): boolean => {
    let prevented = false
    contents.emit('will-navigate', { url, preventDefault: () => (prevented = true) })
    return !prevented
  }
  return { contents, opened, navigates, open: (url: string) => openHandler({ url }) }
}

test('the window stays on its own pages', () => {
  const { navigates, opened } = locked()
  expect(navigates('app://forecourt/index.html?again')).toBe(true)
  for (const url of [
    'https://example.com/',
    'app://forecourt.evil/',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    'nonsense',
  ]) {
    expect([url, navigates(url)]).toEqual([url, false])
  }
  expect(opened).toEqual(['https://example.com/'])
})

test('a second window is never opened; a link to the web goes to the browser of the system', () => {
  const { open, opened } = locked()
  for (const url of [
    'https://example.com/a',
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    own,
  ]) {
    expect(open(url)).toEqual({ action: 'deny' })
  }
  expect(opened).toEqual(['https://example.com/a'])
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
  for (const permission of [
    'clipboard-read',
    'media',
    'geolocation',
    'notifications',
    'openExternal',
    'fullscreen',
  ]) {
    expect([permission, ...answers(permission, `${own}/index.html`)]).toEqual([permission, false, false])
  }
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
