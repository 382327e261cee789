import type { Forecourt } from '../assemble.ts'

/** The app's services for one command: opened when it first needs them, and closed after it. */
export class ForecourtSession {
  readonly #assemble: (turnWait?: number) => Promise<Forecourt>
  #forecourt: Forecourt | null = null

  constructor(assemble: (turnWait?: number) => Promise<Forecourt>) {
    this.#assemble = assemble
  }

  async open(turnWait?: number): Promise<Forecourt> {
    this.#forecourt ??= await this.#assemble(turnWait)
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
