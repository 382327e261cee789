import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * The app's own folder, one for window and command line: as Electron names it (`app.getPath('userData')`), but on Windows
 * the one that stays on this computer. Databases that roam would be copied to a server at each logout, and lie open there.
 */
export function defaultDataDir(env: NodeJS.ProcessEnv, platform = process.platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Forecourt')
  if (platform === 'win32') return localDataDir(env)
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Forecourt')
}

/**
 * What an earlier version kept among the roaming files is moved once. A rename keeps every file what it was, so that the
 * journal isn't taken for a copy; while another program has it open, or if it is on another disk, it is used where it is.
 */
function localDataDir({ APPDATA, LOCALAPPDATA }: NodeJS.ProcessEnv): string {
  const local = join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Forecourt')
  const roaming = join(APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Forecourt')
  if (hasData(local) || !hasData(roaming)) return local
  try {
    mkdirSync(dirname(local), { recursive: true })
    move(roaming, local)
  } catch {
    // Another process may have moved it at the same moment.
    if (!hasData(local)) return roaming
  }
  return local
}

/** Moves a folder. What a start that came to nothing left at `to` is put aside, not deleted, and back if `from` can't be moved. */
function move(from: string, to: string): void {
  const aside = existsSync(to) ? `${to}-${Date.now()}` : undefined
  if (aside !== undefined) renameSync(to, aside)
  try {
    renameSync(from, to)
  } catch (error) {
    if (aside !== undefined) renameSync(aside, to)
    throw error
  }
}

const hasData = (folder: string): boolean =>
  ['journal.db', 'settings.json'].some((name) => existsSync(join(folder, name)))
