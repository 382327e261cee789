import { homedir } from 'node:os'
import { join } from 'node:path'

/** The app's own folder as Electron names it (`app.getPath('userData')`), so that window and command line share one. */
export function defaultDataDir(env: NodeJS.ProcessEnv, platform = process.platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Forecourt')
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Forecourt')
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Forecourt')
}
