import { decode, encode } from '../codec.ts'
import type { FromMain, FromPage, PageQuestion } from '../wire.ts'

type Handlers = {
  readonly [Kind in 'event' | 'ask' | 'shortcuts' | 'open' | 'reload' | 'go']: (
    message: Extract<FromMain, { kind: Kind }>,
  ) => void
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** The page's end of the wire. What is said before it is open goes out in order when it is. */
export class WireEnd {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #unsent: Uint8Array<ArrayBuffer>[] = []
  #lastId = 0

  constructor(path: string, key: string, handlers: Handlers) {
    // A header of its own can't be set: the key goes in the one for the protocol.
    this.#socket = new WebSocket(`ws://${location.host}${path}`, key)
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.addEventListener('open', () => this.#flush())
    this.#socket.addEventListener('message', (event) => {
      const message = decode(new Uint8Array(event.data as ArrayBuffer)) as FromMain
      if (message.kind === 'result') this.#take(message.id)?.resolve(message.value)
      else if (message.kind === 'error') this.#take(message.id)?.reject(new Error(message.message))
      else (handlers[message.kind] as (message: FromMain) => void)(message)
    })
  }

  /** Throws Electron's words when the message holds what can't be cloned. */
  send(message: FromPage): void {
    const frame = encode(message)
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#unsent.push(frame)
    else this.#socket.send(frame)
  }

  invoke(channel: string, args: unknown[]): Promise<unknown> {
    return this.#await((id) => this.send({ kind: 'invoke', id, channel, args }))
  }

  async ask(question: PageQuestion): Promise<boolean> {
    return (await this.#await((id) => this.send({ kind: 'ask', id, question }))) === true
  }

  #await(send: (id: number) => void): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      send(id)
      this.#waiting.set(id, { resolve, reject })
    })
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  #flush(): void {
    for (const frame of this.#unsent) this.#socket.send(frame)
    this.#unsent = []
  }
}
