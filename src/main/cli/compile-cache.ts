import { mkdirSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The person's own cache folder: what lies there may be lost at any time. A relative XDG_CACHE_HOME counts for nothing, by its rule. */
function cacheFolder(env: NodeJS.ProcessEnv, platform = process.platform): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  const named = env.XDG_CACHE_HOME ?? ''
  return isAbsolute(named) ? named : join(homedir(), '.cache')
}

/**
 * Keeps what V8 compiles for the next start, never beside the installed program, and only in a folder of the person's own
 * that nobody else may use: who could write to it, could have us run code. Elsewhere nothing is lost but time.
 */
export function keepCompiled(env: NodeJS.ProcessEnv): void {
  try {
    const folder = join(cacheFolder(env), 'Forecourt', 'compiled')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (isOwn(folder)) enableCompileCache(folder)
  } catch {
    // No home, or one that can't be written to.
  }
}

/** On Windows the rights of the person's folder hold for all in it. */
function isOwn(folder: string): boolean {
  if (process.platform === 'win32') return true
  const { uid, mode } = statSync(folder)
  return uid === process.getuid?.() && (mode & 0o077) === 0
}
