import type { CallLimits } from '#shared/settings/quota-packages.ts'
import { BackgroundLoop } from '../system/background-loop.ts'
import type { Clock } from '../system/clock.ts'
import { pollDelay } from './poll-delay.ts'

export interface PollerPorts {
  readonly clock: Clock
  /** Minutes between readings, as the dealer set them; null = none in the background. */
  readonly minutes: () => number | null
  readonly limits: () => CallLimits
  /** True if the computer is to be spared now: it is offline, or on its battery. */
  readonly isPaused: () => boolean
  /**
   * Time of the current account's last reading, ms since 1970; null if it may not be read unasked, because no person
   * has read it yet.
   */
  readonly lastRead: () => Promise<number | null>
  /** Reads the orders. Resolves with false if that failed. */
  readonly poll: (signal: AbortSignal) => Promise<boolean>
  readonly onFailure: (error: unknown) => void
}

/**
 * Time for which the poller waits, in ms, without a known next reading: the account, the battery or the settings may
 * change.
 */
const look = 60_000
/** A person who returns to the window gets new orders, unless the last ones are as new as this (ms). */
const freshFor = 15_000

/** Reads the orders in the background: at the pace of the settings and, when the window gets the focus, at once. */
export class OrderPoller {
  readonly #ports: PollerPorts
  readonly #loop: BackgroundLoop
  #failures = 0
  #lastTry = -Infinity
  #focused = false

  constructor(ports: PollerPorts) {
    this.#ports = ports
    this.#loop = new BackgroundLoop({
      clock: ports.clock,
      wait: () => this.#wait(),
      work: () => this.#poll(),
    })
  }

  /** Until `end`. */
  run(): Promise<void> {
    return this.#loop.run()
  }

  /** The window got the focus: what is older than some seconds is read, also on the battery. */
  focus(): void {
    this.#focused = true
    this.#loop.lookAgain()
  }

  /** The settings, the account, the network or the battery changed. */
  lookAgain(): void {
    this.#loop.lookAgain()
  }

  end(): void {
    this.#loop.end()
  }

  /** Ms until the next reading; 0 if it is due. */
  async #wait(): Promise<number> {
    const { clock, minutes, limits, isPaused, lastRead } = this.#ports
    const every = minutes()
    const last = await this.#known(lastRead)
    if (every === null || last === null) return look
    const delay = pollDelay(every, limits(), this.#failures)
    const now = clock.now()
    // A clock that was set back must not stop the readings for as long: a time in the future is no evidence.
    const since = now - Math.max(...[last, this.#lastTry].filter((time) => time <= now))
    const left = delay - since
    if (this.#focused && this.#failures === 0) return since < freshFor ? this.#skipFocus() : 0
    if (left <= 0) return isPaused() ? look : 0
    return Math.min(left, look)
  }

  #skipFocus(): number {
    this.#focused = false
    return look
  }

  async #known(lastRead: PollerPorts['lastRead']): Promise<number | null> {
    try {
      return await lastRead()
    } catch {
      // Without an account there is nothing to read.
      return null
    }
  }

  async #poll(): Promise<void> {
    this.#focused = false
    this.#lastTry = this.#ports.clock.now()
    try {
      this.#failures = (await this.#ports.poll(this.#loop.ended)) ? 0 : this.#failures + 1
    } catch (error) {
      if (this.#loop.ended.aborted) return
      this.#failures += 1
      this.#ports.onFailure(error)
    }
  }
}
