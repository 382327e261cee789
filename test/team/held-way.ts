import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server whose connections can be made to carry nothing, in one direction, until they are let go on. */
export class HeldWay {
  readonly #server
  readonly #pairs = new Set<{ readonly near: Socket; readonly far: Socket }>()
  #port = 0

  constructor(to: number) {
    this.#server = createServer((near) => {
      const far = connect(to, '127.0.0.1')
      const pair = { near, far }
      this.#pairs.add(pair)
      for (const socket of [near, far])
        socket
          .setNoDelay()
          .on('error', () => undefined)
          .on('close', () => this.#pairs.delete(pair))
      near.pipe(far).pipe(near)
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
    return `localhost:${this.#port}`
  }

  /** What the connections of now bring waits; those that are made later carry everything. @returns lets them go on */
  hold(what: 'questions' | 'answers'): () => void {
    const held = [...this.#pairs]
    for (const { near, far } of held) {
      if (what === 'questions') near.unpipe(far).pause()
      else far.unpipe(near).pause()
    }
    return () => {
      for (const { near, far } of held) {
        if (what === 'questions') near.pipe(far)
        else far.pipe(near)
      }
    }
  }

  /** Ends all connections: what they hold is lost. */
  cut(): void {
    for (const { near, far } of this.#pairs) for (const socket of [near, far]) socket.destroy()
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}
