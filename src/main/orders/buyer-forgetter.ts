import type { Clock } from '../system/clock.ts'

export interface ForgetterPorts {
  /** Removes what may not be kept any longer; answers how many orders had any of it. */
  readonly forget: () => number
  readonly clock: Clock
  /** Orders on the screen have changed. */
  readonly onForgotten: () => void
  readonly onFailure: (error: unknown) => void
}

const day = 24 * 3_600_000

/** Removes buyers' data in time: at the start, once a day, and when the dealer changes the time. */
export class BuyerForgetter {
  readonly #ports: ForgetterPorts
  readonly #stop = new AbortController()

  constructor(ports: ForgetterPorts) {
    this.#ports = ports
  }

  now(): void {
    if (this.#forget() > 0) this.#ports.onForgotten()
  }

  /** At once, when nothing is on the screen yet, and every day until the end. */
  async run(): Promise<void> {
    this.#forget()
    for (;;) {
      await this.#ports.clock.sleep(day, this.#stop.signal)
      if (this.#stop.signal.aborted) return
      this.now()
    }
  }

  end(): void {
    this.#stop.abort()
  }

  /** A failure is reported, never thrown: what could not be removed now is removed the next day. */
  #forget(): number {
    try {
      return this.#ports.forget()
    } catch (error) {
      this.#ports.onFailure(error)
      return 0
    }
  }
}
