import { randomUUID } from 'node:crypto'

/** Calls that the team's server gave to this process: counted there until it is told how many were made. */
export class CallBlock {
  readonly key = randomUUID()
  readonly forOrders: boolean
  /** How many calls were made of it. */
  used = 0
  #size = 0
  #lifeMs = 0
  readonly #wall = Date.now()
  readonly #steady = performance.now()

  /** To be made before the server is asked: its own clock begins later, so that this one never ends after it. */
  constructor(forOrders: boolean) {
    this.forOrders = forOrders
  }

  granted({ got, lifeMs }: { readonly got: number; readonly lifeMs: number }): void {
    this.#size = got
    this.#lifeMs = lifeMs
  }

  /** Whether a call may be made of it. */
  get isUsable(): boolean {
    return this.used < this.#size && this.#isYoungerThan(this.#lifeMs)
  }

  /** By both clocks: the one stands still while the computer sleeps, the other may be set. */
  #isYoungerThan(ms: number): boolean {
    return Math.abs(Date.now() - this.#wall) < ms && performance.now() - this.#steady < ms
  }
}
