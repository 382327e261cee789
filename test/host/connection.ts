import type { WebSocket } from 'ws'
import { decode, encode } from './codec.ts'
import type { FromMain, FromPage, MainQuestion } from './wire.ts'

type Question = Extract<FromMain, { kind: 'ask' }>

/** One document's end of the wire in main. */
export class Connection {
  readonly #socket: WebSocket
  readonly #asked = new Map<Question['id'], (value: unknown) => void>()
  #lastId = 0

  constructor(socket: WebSocket, onMessage: (message: Exclude<FromPage, { kind: 'answer' }>) => void) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      const message = decode(data) as FromPage
      if (message.kind === 'answer') this.#settle(message.id, message.value)
      else onMessage(message)
    })
    socket.on('close', () => {
      for (const id of this.#asked.keys()) this.#settle(id, undefined)
    })
  }

  /** Throws Electron's words when the message holds what can't be cloned. */
  send(message: FromMain): void {
    this.#socket.send(encode(message))
  }

  /** Undefined when the document goes away before it answers. */
  ask(question: MainQuestion): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      this.#asked.set(id, resolve)
      this.send({ kind: 'ask', id, question })
    })
  }

  close(): void {
    this.#socket.close()
  }

  #settle(id: number, value: unknown): void {
    this.#asked.get(id)?.(value)
    this.#asked.delete(id)
  }
}
