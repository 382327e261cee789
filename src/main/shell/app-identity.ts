import type { App } from 'electron'
import { linkScheme } from '#shared/settings/app-link.ts'

/**
 * Identity of the app for systems: Windows its taskbar buttons and notifications, macOS its bundle, the packages
 * themselves. Another one is another app to them.
 */
export const appId = 'com.forecourt.app'

/**
 * Gives the system the app's identity. Windows learns of the scheme from the app itself; macOS from its bundle, and
 * Linux from the desktop entry of the package. An app that is not installed takes the scheme from none that is.
 */
export function introduce(
  app: Pick<App, 'isPackaged' | 'setAppUserModelId' | 'setAsDefaultProtocolClient'>,
  platform: NodeJS.Platform,
): void {
  app.setAppUserModelId(appId)
  if (app.isPackaged && platform === 'win32') app.setAsDefaultProtocolClient(linkScheme)
}
