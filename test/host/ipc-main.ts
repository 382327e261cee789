import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { IpcMain, IpcMainInvokeEvent } from 'electron'

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown
type Surface = Pick<
  IpcMain,
  'handle' | 'handleOnce' | 'removeHandler' | 'on' | 'once' | 'off' | 'removeListener' | 'removeAllListeners'
>

/** Electron's ipcMain: one handler per channel, listeners as many as wanted. */
class HostIpcMain extends EventEmitter implements Surface {
  readonly #handlers = new Map<string, Handler>()

  handle(channel: string, listener: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    if (typeof listener !== 'function') {
      throw new TypeError(`Expected handler to be a function, but found type '${typeof listener}'`)
    }
    this.#handlers.set(channel, listener)
  }

  handleOnce(channel: string, listener: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel)
      return listener(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }

  /** What a page's invoke runs; not part of Electron's surface. */
  async answer(event: IpcMainInvokeEvent, channel: string, args: readonly unknown[]): Promise<unknown> {
    if (longestWait > 0) await wait(waitOf(String(args[0])))
    const handler = this.#handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }
}

const longestWait = Number(process.env.FORECOURT_HOST_LATE ?? 0)

/** As if main were busy: each call is heard so many milliseconds later, those of one name always alike. */
const waitOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32LE() % longestWait

export const hostIpcMain = new HostIpcMain()
