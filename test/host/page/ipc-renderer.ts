import { EventEmitter } from './emitter.ts'
import type { WireEnd } from './wire-end.ts'

/** Electron's ipcRenderer. `sendSync` has no stand-in: a page can't stop for a socket. */
export class IpcRenderer extends EventEmitter {
  readonly #wire: WireEnd

  constructor(wire: WireEnd) {
    super()
    this.#wire = wire
  }

  invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    return this.#wire.invoke(channel, args)
  }

  send(channel: string, ...args: unknown[]): void {
    this.#wire.send({ kind: 'send', channel, args })
  }

  /** What main sent: listeners get the event first, as in Electron. */
  receive(channel: string, args: unknown[]): void {
    this.emit(channel, { sender: this, senderId: 0, ports: [] }, ...args)
  }
}
