import { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { channels } from '../../../src/shared/bridge/channels.ts'
import { app, nativeTheme, powerMonitor, recorded, type OpenHandler } from './recording-electron.ts'

const own = 'app://forecourt/index.html'
const root = join(import.meta.dirname, '../../..')

/** A page as main may lock it. Unlocked, everything is allowed, as in Electron. */
export class Contents extends EventEmitter {
  readonly id = 1
  url = ''
  openHandler: OpenHandler = () => ({ action: 'allow' })

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }

  getURL(): string {
    return this.url
  }

  send(): void {
    this.emit('recorded:send')
  }

  /** Whether a listener lets it happen. */
  lets(event: string, url: string): boolean {
    const details = { url, allowed: true, preventDefault: () => (details.allowed = false) }
    this.emit(event, details, url)
    return details.allowed
  }
}

/** Asks what main has set up, tells the test and ends. */
export async function probe(contents: Contents, window: EventEmitter): Promise<void> {
  await setImmediate()
  // At once: on a busy computer the window would be shown by its own time limit first.
  const shown = await shownBy(window)
  const report = {
    order: [...recorded.order],
    schemes: recorded.schemes,
    protocols: [...recorded.protocols.keys()].sort(),
    refused: await refusedSchemes(),
    identity: recorded.identity,
    switches: app.switches,
    headers: await headersOf('app', own),
    photoHeaders: await headersOf('photo', 'photo://advert/1?of=x'),
    reportsEnvironment: !process.report.excludeEnv,
    windows: recorded.windows.map(
      ({ webPreferences = {}, show, x, y, width, height, minWidth, minHeight }) => ({
        show,
        place: { x, y, width, height, minWidth, minHeight },
        webPreferences: {
          ...webPreferences,
          preload: relative(root, webPreferences.preload ?? '').replaceAll('\\', '/'),
        },
      }),
    ),
    session: sessionAnswers(),
    contents: await contentsAnswers(contents),
    bridge: await bridgeAnswers(),
    channels: [...recorded.handlers.keys(), ...recorded.listeners.keys()],
    shown,
    endsBy: [
      ...['SIGTERM', 'SIGINT', 'SIGHUP'].filter((signal) => process.listenerCount(signal) > 0),
      ...['shutdown'].filter((event) => powerMonitor.listenerCount(event) > 0),
      ...['session-end'].filter((event) => window.listenerCount(event) > 0),
    ],
    told: [
      ...['child-process-gone'].filter((event) => app.listenerCount(event) > 0),
      ...['unresponsive'].filter((event) => window.listenerCount(event) > 0),
    ],
    theme: nativeTheme.themeSource,
    shownAgain: shownBySecondStart(),
    opened: await takenByPage(),
    loaded: await loadedAfterEnd(contents),
    // To end in order takes seconds: only if it is asked.
    ...(process.env.BOOT_QUIT === '1' && { placeSaved: await placeAfterQuit() }),
  }
  process.send?.(report, () => process.exit(0))
}

/** What the session answers to the page beside its own schemes. */
async function refusedSchemes(): Promise<string[]> {
  const urls = ['http://127.0.0.1/', 'https://example.com/', 'file:///etc/passwd', 'ftp://example.com/']
  const refused: string[] = []
  for (const url of urls) {
    const answer = await recorded.protocols.get(new URL(url).protocol.slice(0, -1))?.(new Request('app://a'))
    if (answer?.status === 403) refused.push(url)
  }
  return refused
}

async function headersOf(scheme: string, url: string): Promise<Record<string, string>> {
  const answer = await recorded.protocols.get(scheme)?.(new Request(url))
  return Object.fromEntries(answer?.headers ?? [])
}

type Asked = (...args: unknown[]) => unknown

function sessionAnswers(): Record<string, unknown> {
  const request = recorded.session.get('permission request') as Asked | undefined
  const check = recorded.session.get('permission check') as Asked | undefined
  const device = recorded.session.get('device permission') as Asked | undefined
  const asked = (permission: string, requestingUrl: string): boolean => {
    let given = request === undefined
    request?.({}, permission, (answer: boolean) => (given = answer), { requestingUrl, isMainFrame: true })
    return given
  }
  const permissions = [
    'media',
    'geolocation',
    'clipboard-read',
    'notifications',
    'openExternal',
    'fullscreen',
    'unheard-of',
  ]
  const granted = (ask: (permission: string) => unknown): string[] => permissions.filter((name) => ask(name))
  return {
    requestGrants: granted((name) => asked(name, own)),
    checkGrants: granted((name) => (check ? check(null, name, own, {}) : true)),
    clipboardWrite: [
      asked('clipboard-sanitized-write', own),
      asked('clipboard-sanitized-write', 'https://x.example/'),
    ],
    device: device ? device({ deviceType: 'usb' }) : true,
    spellChecker: recorded.spellChecker,
  }
}

async function contentsAnswers(contents: Contents): Promise<Record<string, unknown>> {
  const urls = [
    own,
    'https://example.com/',
    'http://127.0.0.1/',
    'file:///etc/passwd',
    'photo://advert/1?of=x',
    'app://forecourt.evil/index.html',
    'app://forecourt@evil/index.html',
  ]
  const goesTo = urls.filter((url) => contents.lets('will-navigate', url))
  // The answer to the question of the link.
  await setImmediate()
  return {
    goesTo,
    opens: urls.filter((url) => contents.openHandler({ url }).action !== 'deny'),
    webview: contents.lets('will-attach-webview', ''),
    asked: recorded.asked,
    external: recorded.external,
  }
}

/** What the bridge answers to our page, and to those that are not it. */
async function bridgeAnswers(): Promise<Record<string, string>> {
  const handler = recorded.handlers.get(channels.call)
  const senders = {
    'our page': { sender: { id: 1 }, senderFrame: { url: own, parent: null } },
    'another window': { sender: { id: 2 }, senderFrame: { url: own, parent: null } },
    'a frame inside': { sender: { id: 1 }, senderFrame: { url: own, parent: {} } },
    'another origin': { sender: { id: 1 }, senderFrame: { url: 'https://example.com/', parent: null } },
    'a frame that is gone': { sender: { id: 1 }, senderFrame: null },
  }
  const answers: Record<string, string> = {}
  let ticket = 0
  for (const [name, event] of Object.entries(senders)) {
    const reply = (await handler?.(event, 'settings:get', null, ++ticket)) as
      | { ok: boolean; failure?: { code: string } }
      | undefined
    answers[name] = reply?.ok ? 'answered' : (reply?.failure?.code ?? 'no handler')
  }
  return answers
}

/** How the window was shown: once its page is ready, or without that (`BOOT_SHOWN`). */
async function shownBy(window: EventEmitter): Promise<readonly string[]> {
  const early = [...recorded.shown]
  if (process.env.BOOT_SHOWN === undefined) window.emit('ready-to-show')
  else for (let tries = 0; recorded.shown.length === 0 && tries < 2_000; tries++) await setTimeout(100)
  return [...early.map((what) => `${what} too early`), ...recorded.shown]
}

function shownBySecondStart(): readonly string[] {
  const before = recorded.shown.length
  app.emit('second-instance', {}, [], '', { ...recorded.start, args: ['--lang=uk', 'forecourt:orders'] })
  return recorded.shown.slice(before)
}

/** What the page is given to open: the names of files, addresses, and why something can't be opened. */
async function takenByPage(): Promise<string[]> {
  const ours = { sender: { id: 1 }, senderFrame: { url: own, parent: null } }
  const reply = (await recorded.handlers.get(channels.call)?.(ours, 'app:take-opened', null, 99)) as {
    // Nothing for a page that isn't the app's own, as that of a development server's app.
    value?: readonly { fileName?: string; address?: string; failure?: { code: string } }[]
  }
  return (reply.value ?? []).flatMap(
    ({ fileName, address, failure }) => fileName ?? address ?? failure?.code ?? [],
  )
}

async function loadedAfterEnd(contents: Contents): Promise<string[]> {
  app.emit('render-process-gone', {}, contents, { reason: 'crashed', exitCode: 5 })
  await setImmediate()
  await setImmediate()
  return recorded.loaded
}

/** The window's place as it is kept when the app quits, which closes no window. */
async function placeAfterQuit(): Promise<boolean> {
  const exited = new Promise((resolve) => app.once('recorded:exit', resolve))
  app.quit()
  await Promise.race([exited, setTimeout(120_000)])
  const settings = join(process.env.FORECOURT_DATA_DIR ?? '', 'settings.json')
  return existsSync(settings) && readFileSync(settings, 'utf8').includes('1333')
}
