/**
 * Compiled, never run: a stand-in that differs from Electron's declarations does not compile, and neither does a use of
 * what it has not.
 */
import type { App, IpcMain, Protocol, Session } from 'electron'
import { app, ipcMain, protocol } from './electron.ts'

export const sameApp: Pick<App, 'whenReady' | 'getPath' | 'requestSingleInstanceLock'> = app
export const sameIpc: Pick<IpcMain, 'handle' | 'on' | 'removeHandler'> = ipcMain
export const sameProtocol: Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'> = protocol

export class WrongProxy implements Pick<Session, 'resolveProxy'> {
  // @ts-expect-error a proxy is answered by a promise
  resolveProxy(url: string): string {
    return url
  }
}

export class WrongHandle implements Pick<IpcMain, 'handle'> {
  // @ts-expect-error the channel is a string
  handle(channel: number): void {
    String(channel)
  }
}

// @ts-expect-error no such folder
app.getPath('user-data')

// @ts-expect-error a handler answers a Response
protocol.handle('app', () => 'text')
