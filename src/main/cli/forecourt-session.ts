import type { Forecourt } from '../assemble.ts'

/** The app's services for one command: opened when it first needs them, and closed after it. */
export class ForecourtSession {
  readonly #assemble: () => Promise<Forecourt>
  #forecourt: Forecourt | null = null

  constructor(assemble: () => Promise<Forecourt>) {
    this.#assemble = assemble
  }

  async open(): Promise<Forecourt> {
    this.#forecourt ??= await this.#assemble()
    return this.#forecourt
  }

  /** An error that the command did not handle. */
  noteDamage(error: unknown): void {
    this.#forecourt?.noteDamage(error)
  }

  /** Does it if the command opened the services. */
  async ifOpen(work: (forecourt: Forecourt) => Promise<void> | void): Promise<void> {
    if (this.#forecourt) await work(this.#forecourt)
  }

  async close(): Promise<void> {
    await this.#forecourt?.close()
  }
}
