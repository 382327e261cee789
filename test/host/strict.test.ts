import { once } from 'node:events'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { forkUtility } from '../../src/main/shell/fork-utility.ts'
import { keepAwake } from '../../src/main/shell/keep-awake.ts'
import { menuTemplate } from '../../src/main/shell/menu.ts'
import { replaceEndedPage } from '../../src/main/shell/page-ended.ts'
import { HostBrowserWindow, windowEvents } from './browser-window.ts'
import { powerSaveBlocker, screen } from './desktop.ts'
import { Menu } from './menu.ts'
import { hostProtocol } from './protocol.ts'
import { readiness } from './readiness.ts'
import { hostSession } from './session.ts'
import { utilityProcess } from './utility-process.ts'

beforeAll(() => {
  expect(() => screen.getPrimaryDisplay()).toThrow('before the app')
  expect(() =>
    hostProtocol.registerSchemesAsPrivileged([{ scheme: 'x', privileges: { codeCache: true } }]),
  ).toThrow('Code cache can only be enabled')
  hostProtocol.registerSchemesAsPrivileged([{ scheme: 'bare', privileges: { standard: true } }])
  readiness.ready = true
})

/** With them comes the app, which is ready in a moment. */
const boxes = () => import('./dialog.ts')

test('a window that was destroyed answers nothing, and the app loads no page into it', async () => {
  const window = new HostBrowserWindow()
  const { webContents } = window
  const listeners = new Map<string, (...args: unknown[]) => void>()
  const on = (name: string, listener: (...args: never[]) => void) =>
    listeners.set(name, listener as (...args: unknown[]) => void)
  replaceEndedPage(
    { on } as never,
    () => window as never,
    () => undefined,
  )
  windowEvents.once('gone', (contents, details) =>
    listeners.get('render-process-gone')?.({}, contents, details),
  )
  webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
  const isSeenEnded = vi.fn(() => window.isDestroyed())
  window.on('closed', isSeenEnded)
  window.destroy()
  await new Promise(setImmediate)
  expect(isSeenEnded).toHaveReturnedWith(true)
  const words = 'Object has been destroyed'
  expect(() => window.isVisible()).toThrow(words)
  expect(() => window.webContents).toThrow(words)
  expect(() => webContents.send('x')).toThrow(words)
  expect([window.id, webContents.isDestroyed()]).toEqual([webContents.id, true])
})

test.each([
  { sandbox: false },
  { contextIsolation: false },
  { nodeIntegration: true },
  { webSecurity: false },
  { nodeIntegrationInSubFrames: true },
  { nodeIntegrationInWorker: true },
  { allowRunningInsecureContent: true },
  { webviewTag: true },
])('a window with %j is refused', (webPreferences) => {
  expect(() => new HostBrowserWindow({ webPreferences })).toThrow(
    `webPreferences.${Object.keys(webPreferences)[0] ?? ''} is not safe, and refused by the browser host`,
  )
})

test('a page of a scheme that is not secure is refused', async () => {
  const window = new HostBrowserWindow()
  onTestFinished(() => window.destroy())
  await expect(window.loadURL('bare://app/index.html')).rejects.toThrow('not declared secure')
})

test('the first blocker has the number 0, and the app takes it back', () => {
  const awake = keepAwake(powerSaveBlocker)
  awake(true)
  expect(powerSaveBlocker.isStarted(0)).toBe(true)
  awake(false)
  expect(powerSaveBlocker.isStarted(0)).toBe(false)
})

test('a utility process that is ended before it was started ends when it is', async () => {
  const made: ReturnType<typeof utilityProcess.fork>[] = []
  const fork = (...args: Parameters<typeof utilityProcess.fork>) => {
    const child = utilityProcess.fork(...args)
    made.push(child)
    return child as never
  }
  const entry = new URL('fixtures/app/child.js', import.meta.url).pathname
  const port = forkUtility({ fork }, entry, 'test')
  const [child] = made
  if (!child) throw new Error('nothing was forked')
  onTestFinished(() => void child.kill())
  const ended = once(child, 'exit')
  expect([child.pid, child.kill()]).toEqual([undefined, false])
  port.kill()
  await ended
  expect(child.pid).toBeUndefined()
})

test('a menu item has a label, a role, or is a line', () => {
  expect(() => Menu.buildFromTemplate([{ click: () => undefined }])).toThrow('Invalid template for MenuItem')
})

test('a role that Electron does not know is refused, and each of the app is known on each system', () => {
  const wrong = (item: object) => () => Menu.buildFromTemplate([{ label: 'View', submenu: [item] }])
  expect(wrong({ role: 'hideAll' })).toThrow('Unknown role: hideAll')
  expect(wrong({ label: 'One', type: 'check' })).toThrow('Unknown menu item type: check')
  for (const platform of ['darwin', 'linux', 'win32'] as const)
    for (const packaged of [true, false])
      Menu.buildFromTemplate(menuTemplate(() => undefined, { platform, packaged, updates: true }))
})

test.each<[object, string]>([
  [{ message: 5 }, 'Message must be a string'],
  [{ message: 'One', detail: ['two'] }, 'Detail must be a string'],
  [{ message: 'One', buttons: 'OK' }, 'Buttons must be an array'],
  [{ message: 'One', type: 'warn' }, 'Invalid message box type'],
  [{ message: 'One', checkboxChecked: true }, 'checkboxLabel also be passed'],
])('a box of %j is refused at once, as Electron does', async (options, words) => {
  const { dialog } = await boxes()
  expect(() => dialog.showMessageBox(options as never)).toThrow(words)
})

test('a box that nobody answers takes the button that cancels, never the default one', async () => {
  const { dialog } = await boxes()
  const response = async (options: object): Promise<number> =>
    (await dialog.showMessageBox({ message: 'Quit?', ...options })).response
  expect(await response({ buttons: ['Quit', 'Stay'], defaultId: 0 })).toBe(1)
  expect(await response({ buttons: ['Quit', 'No', 'Later'], defaultId: 2 })).toBe(1)
  expect(await response({ buttons: ['Quit', 'Stay'], cancelId: 0 })).toBe(0)
})

test.each([
  ['https://10.1.2.3/', '10.0.0.0/8', 'DIRECT'],
  ['https://x.dealer.ua/', 'a.example;.dealer.ua:443', 'DIRECT'],
  ['https://x.dealer.ua/', 'x.dealer.ua:80', 'PROXY p.example:3128'],
  ['https://127.0.0.1/', '', 'DIRECT'],
])('of %s with NO_PROXY %s the system says %s, without a login', async (url, list, route) => {
  vi.stubEnv('https_proxy', 'http://DOM\\anna:p@ss@p.example:3128')
  vi.stubEnv('no_proxy', list)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await hostSession.resolveProxy(url)).toBe(route)
})
