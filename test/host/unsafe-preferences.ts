import type { WebPreferences } from 'electron'

/** What the host can't keep a page from, or what would take a lock of Electron's away, by its value. */
const unsafe: { readonly [Name in keyof WebPreferences]?: WebPreferences[Name] } = {
  sandbox: false,
  contextIsolation: false,
  webSecurity: false,
  nodeIntegration: true,
  nodeIntegrationInWorker: true,
  nodeIntegrationInSubFrames: true,
  allowRunningInsecureContent: true,
  experimentalFeatures: true,
  webviewTag: true,
  navigateOnDragDrop: true,
}

/**
 * A page of the host has no Node and obeys the same-origin rule whatever the options say: an app that asks for less
 * would seem to be safe here and would not be in Electron, so it does not start.
 */
export function refuseUnsafe(preferences: WebPreferences): void {
  for (const name of Object.keys(unsafe) as (keyof WebPreferences)[])
    if (name in preferences && preferences[name] === unsafe[name])
      throw new Error(`webPreferences.${name} is not safe, and refused by the browser host`)
  if (preferences.enableBlinkFeatures || preferences.additionalArguments?.length)
    throw new Error('webPreferences that the browser host cannot keep are refused')
}
