import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { App } from 'electron'

/**
 * Makes FORECOURT_DATA_DIR the app's own folder, before the lock of the instance is asked for: Electron keeps that lock
 * in `userData`, and one data folder must have one app.
 * @returns where the app's data lies
 */
export function takeDataFolder(
  app: Pick<App, 'getPath' | 'setPath'>,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const { FORECOURT_DATA_DIR: given } = env
  if (!given) return app.getPath('userData')
  const folder = resolve(given)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    app.setPath('userData', folder)
  } catch {
    // What is wrong with the folder is said when the app's files are opened in it.
  }
  return folder
}
