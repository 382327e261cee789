import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** A folder that the environment names; an empty or a relative one counts for nothing, or each place of a start had its own. */
const named = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined

/** A folder by the rule of XDG, `.config` in the home unless the variable names another one. */
export const xdgFolder = (env: Environment, variable: string, ...usual: readonly string[]): string =>
  named(env[variable]) ?? join(homeOf(env), ...usual)

/** The person's home; the system's record of it if HOME names none. */
export const homeOf = (env: Environment): string => named(env.HOME) ?? userInfo().homedir

/** The folder of Windows for what stays on this computer. */
export const localAppData = ({ LOCALAPPDATA }: Environment): string =>
  named(LOCALAPPDATA) ?? join(userInfo().homedir, 'AppData', 'Local')

/**
 * The app's own folder, one for window and command line: Electron's (`app.getPath('userData')`), but on Windows the one
 * that stays on this computer. Databases that roam would be copied to a server at each logout, and lie open there.
 */
export function defaultDataDir(env: Environment, platform = process.platform): string {
  if (platform === 'darwin') return join(homeOf(env), 'Library', 'Application Support', 'Forecourt')
  if (platform === 'win32') return join(localAppData(env), 'Forecourt')
  return join(xdgFolder(env, 'XDG_CONFIG_HOME', '.config'), 'Forecourt')
}
