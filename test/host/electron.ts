/** What `import … from 'electron'` gives to main in the browser host. See README.md for what it keeps and what not. */
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { nativeTheme, net, Notification, powerMonitor, powerSaveBlocker, screen, shell } from './desktop.ts'
import { dialog } from './dialog.ts'
import { hostIpcMain as ipcMain } from './ipc-main.ts'
import { Menu } from './menu.ts'
import { hostProtocol as protocol } from './protocol.ts'
import { session } from './session.ts'
import { utilityProcess } from './utility-process.ts'

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
}
