import { statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { homeOf, localAppData, xdgFolder } from '../system/data-dir.ts'
import { makeFolder } from '../system/make-folder.ts'

/** The person's own cache folder: what lies there may be lost at any time. */
function cacheFolder(env: NodeJS.ProcessEnv, platform = process.platform): string {
  if (platform === 'darwin') return join(homeOf(env), 'Library', 'Caches')
  return platform === 'win32' ? localAppData(env) : xdgFolder(env, 'XDG_CACHE_HOME', '.cache')
}

/**
 * Keeps what V8 compiles for the next start. Never beside the installed program, and only in a folder of the person's
 * own: whoever could write to it could run code as this app. Elsewhere nothing is lost but time.
 */
export function keepCompiled(env: NodeJS.ProcessEnv): void {
  try {
    const folder = join(cacheFolder(env), 'Forecourt', 'compiled')
    makeFolder(folder)
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
