import type { App, Protocol } from 'electron'

/**
 * Switches of Chromium that open an installed app to other programs, or take a lock off its page. Node's own (`--inspect`) are
 * fuses of the package.
 */
const unsafeSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-socket-name',
  'remote-debugging-targets',
  'remote-allow-origins',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'load-extension',
] as const

type Hardened = Pick<App, 'isPackaged' | 'enableSandbox'> & {
  readonly commandLine: Pick<App['commandLine'], 'hasSwitch' | 'removeSwitch'>
}

/** Facts of the process that decide whether Chromium can have its sandbox. */
type Started = Pick<NodeJS.Process, 'platform' | 'env' | 'getuid'>

interface Hardening {
  /** The switches that were given and are not obeyed. */
  readonly disobeyed: readonly string[]
  /** False if the system lets Chromium make no sandbox for the page. */
  readonly hasSandbox: boolean
}

/**
 * The start of an AppImage gives the switch if the system lets it make no user namespaces, and so has root to. To take it back
 * (`enableSandbox` does that) would let no page begin. Anybody else's is not obeyed.
 */
const mayLackSandbox = ({ commandLine }: Hardened, { platform, env, getuid }: Started): boolean =>
  platform === 'linux' &&
  commandLine.hasSwitch('no-sandbox') &&
  (env.APPIMAGE !== undefined || getuid?.() === 0)

/**
 * To be called before the app is ready. Every page runs in Chromium's sandbox, whatever a window asks for, and an
 * installed app obeys no switch that opens it.
 */
export function hardenApp(app: Hardened, started: Started): Hardening {
  const hasSandbox = !mayLackSandbox(app, started)
  if (hasSandbox) app.enableSandbox()
  if (!app.isPackaged) return { disobeyed: [], hasSandbox }
  const given = unsafeSwitches.filter((name) => app.commandLine.hasSwitch(name))
  for (const name of given) app.commandLine.removeSwitch(name)
  return { disobeyed: given, hasSandbox }
}

const webSchemes = ['http', 'https', 'file', 'ftp'] as const

/**
 * The window loads nothing from the web or the disk, also if its policy had a hole: main alone speaks to hosts. The development
 * server's own scheme is left.
 */
export function refuseWeb(protocol: Pick<Protocol, 'handle'>, ownOrigin: string): void {
  for (const scheme of webSchemes)
    if (!ownOrigin.startsWith(`${scheme}:`))
      protocol.handle(scheme, () => new Response(null, { status: 403 }))
}
