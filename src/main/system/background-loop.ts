import type { Clock } from './clock.ts'

export interface LoopPorts {
  readonly clock: Clock
  /** Ms until the work is due; 0 if it is. Asked again before it is done: what it depends on may have changed meanwhile. */
  readonly wait: () => Promise<number>
  readonly work: () => Promise<void>
}

/** Does work in the background each time that it is due. Neither port may reject. */
export class BackgroundLoop {
  readonly #ports: LoopPorts
  readonly #end = new AbortController()
  #wake = new AbortController()

  constructor(ports: LoopPorts) {
    this.#ports = ports
  }

  /** Aborts when the loop is ended. */
  get ended(): AbortSignal {
    return this.#end.signal
  }

  /** Until `end`. */
  async run(): Promise<void> {
    const { wait, work } = this.#ports
    for (;;) {
      await this.sleep(await wait())
      if (this.#wake.signal.aborted) this.#wake = new AbortController()
      if (this.#end.signal.aborted) return
      if ((await wait()) === 0) await work()
    }
  }

  /** Waits so many ms, or until something changed. */
  sleep(ms: number): Promise<void> {
    return this.#ports.clock.sleep(ms, this.#wake.signal)
  }

  /** Something that decides when the work is due has changed. */
  lookAgain(): void {
    this.#wake.abort()
  }

  end(): void {
    this.#end.abort()
    this.#wake.abort()
  }
}
