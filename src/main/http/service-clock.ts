const lastDate = Date.UTC(9999, 0)

/**
 * The service's clock, from the Date header of its answers. Between two answers it goes on with a clock that can't be
 * set, so that a change of the computer's time changes nothing.
 */
export class ServiceClock {
  readonly #steady: () => number
  #seen: { readonly date: number; readonly at: number } | null = null

  /** @param steady milliseconds from any moment on, never set back or forward */
  constructor(steady: () => number = () => performance.now()) {
    this.#steady = steady
  }

  /** Takes the Date header of an answer; one that can't be read, or comes after all years of four digits, is left out. */
  observe(header: string): void {
    const date = Date.parse(header)
    if (date < lastDate) this.#seen = { date, at: this.#steady() }
  }

  /**
   * The time at the service, in ms since 1970, never later than it is there: the header has whole seconds and takes its
   * way. Null before the first answer.
   */
  now(): number | null {
    return this.#seen === null ? null : this.#seen.date + this.#steady() - this.#seen.at
  }
}
