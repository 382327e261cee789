import type { HostBrowserWindow } from './browser-window.ts'

/** The windows that are open. */
export const hostWindows = new Set<HostBrowserWindow>()
