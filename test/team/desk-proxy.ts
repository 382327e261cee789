import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What happens to the nth piece of data between a desk and its server. */
export interface WireFault {
  /**
   * `cut`: it is lost, and both sides hear that the connection ended. `deaf`: it arrives, and then the connection ends: the server
   * does what it was asked, and its answer is lost. `half-open`: from now on all is lost, and neither side hears of it.
   */
  readonly kind: 'cut' | 'deaf' | 'half-open' | 'delay'
  readonly of: 'questions' | 'answers'
  readonly nth: number
  /** How long a delay is. */
  readonly ms: number
}

/** The way from one desk to its server, which loses what it is told to. It sees TLS: what is lost may be any question. */
export class DeskProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #port: number
  #faults: { fault: WireFault; left: number }[] = []
  #isShut = false
  /** How many faults struck. */
  struck = 0

  private constructor(server: Server, target: number) {
    this.#server = server
    this.#port = (server.address() as AddressInfo).port
    server.on('connection', (desk: Socket) => this.#join(desk, target))
  }

  static async open(target: number): Promise<DeskProxy> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new DeskProxy(server, target)
  }

  get address(): string {
    return `localhost:${this.#port}`
  }

  /** From now on these faults strike, each once, and none that was armed before. */
  arm(faults: readonly WireFault[]): void {
    this.#faults = faults.map((fault) => ({ fault, left: fault.nth }))
  }

  /** While it is shut, no connection is made. */
  shut(isShut: boolean): void {
    this.#isShut = isShut
    if (isShut) for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.shut(true)
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(desk: Socket, target: number): void {
    if (this.#isShut) return void desk.destroy()
    const server = connect(target, '127.0.0.1')
    const wire = { isLost: false }
    this.#pass(desk, server, 'questions', wire)
    this.#pass(server, desk, 'answers', wire)
  }

  #pass(from: Socket, to: Socket, of: WireFault['of'], wire: { isLost: boolean }): void {
    this.#sockets.add(from)
    let sent = Promise.resolve()
    from.on('data', (data: Buffer) => {
      const fault = wire.isLost ? null : this.#strike(of)
      if (fault?.kind === 'half-open') wire.isLost = true
      if (wire.isLost) return
      if (fault?.kind === 'cut') for (const socket of [from, to]) socket.destroy()
      else if (fault?.kind === 'delay')
        sent = sent.then(() => pause(fault.ms)).then(() => void to.write(data))
      else sent = sent.then(() => void to.write(data))
      if (fault?.kind === 'deaf') void sent.then(() => [from, to].map((socket) => socket.destroySoon()))
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      this.#sockets.delete(from)
      if (!wire.isLost) void sent.then(() => to.destroySoon())
    })
  }

  #strike(of: WireFault['of']): WireFault | null {
    for (const armed of this.#faults) {
      if (armed.fault.of !== of) continue
      armed.left -= 1
      if (armed.left > 0) continue
      this.#faults = this.#faults.filter((each) => each !== armed)
      this.struck += 1
      return armed.fault
    }
    return null
  }
}
