import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { App } from 'electron'
import { defaultDataDir } from '../system/data-dir.ts'

/**
 * Makes the data folder the app's own, before the lock of the instance is asked for: Electron keeps that lock in `userData`,
 * and one data folder must have one app. It is the one that an administrator `decided`, or that FORECOURT_DATA_DIR names, else the command line's. What Chromium
 * keeps of its session (caches, its compiled code) lies in a folder of its own inside.
 * @returns where the app's data lies
 */
export function takeDataFolder(
  app: Pick<App, 'getPath' | 'setPath'>,
  env: Readonly<Record<string, string | undefined>>,
  platform = process.platform,
  decided?: string,
): string {
  const folder = decided ?? ownFolder(app, env, platform)
  try {
    const profile = join(folder, 'chromium')
    mkdirSync(profile, { recursive: true, mode: 0o700 })
    app.setPath('userData', folder)
    app.setPath('sessionData', profile)
  } catch {
    // What is wrong with the folder is said when the app's files are opened in it.
  }
  return folder
}

function ownFolder(
  app: Pick<App, 'getPath'>,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const { FORECOURT_DATA_DIR: given } = env
  if (given) return resolve(given)
  // Elsewhere Electron's own folder is the command line's, too, unless Electron was told another one.
  return platform === 'win32' ? defaultDataDir(env, platform) : app.getPath('userData')
}
