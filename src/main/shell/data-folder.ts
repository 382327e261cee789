import { isAbsolute, join } from 'node:path'
import type { App } from 'electron'
import { defaultDataDir } from '../system/data-dir.ts'
import { makeFolder } from '../system/make-folder.ts'

type FolderApp = Pick<App, 'getPath'> & { readonly commandLine: Pick<App['commandLine'], 'hasSwitch'> }

/**
 * Makes the data folder the app's own, before the instance lock is requested: Electron keeps that lock in `userData`,
 * and one data folder must have one app. It is the one that an administrator `decided`, or that FORECOURT_DATA_DIR
 * names, else the command line's, unless Electron has another one. What Chromium keeps of its session (caches, its
 * compiled code) lies in a folder of its own inside.
 * @returns where the app's data lies; a relative folder as it was given, for the start to refuse
 */
export function takeDataFolder(
  app: FolderApp & Pick<App, 'setPath'>,
  env: Readonly<Record<string, string | undefined>>,
  platform = process.platform,
  decided?: string,
): string {
  const folder = decided ?? ownFolder(app, env, platform)
  if (!isAbsolute(folder)) return folder
  try {
    const profile = join(folder, 'chromium')
    makeFolder(profile)
    app.setPath('userData', folder)
    app.setPath('sessionData', profile)
  } catch {
    // What is wrong with the folder is said when the app's files are opened in it.
  }
  return folder
}

function ownFolder(
  app: FolderApp,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const { FORECOURT_DATA_DIR: given } = env
  if (given) return given
  return platform !== 'win32' && app.commandLine.hasSwitch('user-data-dir')
    ? app.getPath('userData')
    : defaultDataDir(env, platform)
}
