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

/**
 * To be called before the app is ready: every page runs in Chromium's sandbox, whatever a window asks for, and an installed app
 * obeys no switch that opens it.
 * @returns the switches that were given and are not obeyed
 */
export function hardenApp(app: Hardened): readonly string[] {
  app.enableSandbox()
  if (!app.isPackaged) return []
  const given = unsafeSwitches.filter((name) => app.commandLine.hasSwitch(name))
  for (const name of given) app.commandLine.removeSwitch(name)
  return given
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
