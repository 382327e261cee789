import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * The app's own folder, one for window and command line: as Electron names it (`app.getPath('userData')`), but on Windows
 * the one that stays on this computer. Databases that roam would be copied to a server at each logout, and lie open there.
 */
export function defaultDataDir(env: NodeJS.ProcessEnv, platform = process.platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Forecourt')
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Forecourt')
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Forecourt')
}
