/** Rows a second over the last ten seconds, counted in buckets of one second so that its size never grows. */
export class ProgressRate {
  readonly #buckets = new Map<number, number>()
  readonly #span = 10
  #since: number | null = null

  /** Records that a row ended. */
  record(now: number): void {
    this.#since ??= now
    const second = Math.floor(now / 1_000)
    this.#buckets.set(second, (this.#buckets.get(second) ?? 0) + 1)
    for (const old of this.#buckets.keys()) if (old <= second - this.#span) this.#buckets.delete(old)
  }

  perSecond(now: number): number {
    if (this.#since === null) return 0
    const second = Math.floor(now / 1_000)
    let rows = 0
    for (const [at, n] of this.#buckets) if (at > second - this.#span) rows += n
    const seconds = Math.min(this.#span, Math.max(1, (now - this.#since) / 1_000))
    return rows / seconds
  }
}
