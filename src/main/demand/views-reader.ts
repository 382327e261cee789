import type { CallLimits } from '#shared/settings/quota-packages.ts'
import { leastPause } from '../quota/background-share.ts'
import { BackgroundLoop } from '../system/background-loop.ts'
import type { Clock } from '../system/clock.ts'

export interface ReaderPorts {
  readonly clock: Clock
  /** True if the dealer switched it on. */
  readonly isOn: () => boolean
  readonly limits: () => CallLimits
  /**
   * True if anything else comes first now: what is sent or synced, or that the computer is offline or on its battery.
   */
  readonly isPaused: () => Promise<boolean> | boolean
  /** Time when the current account was read last, ms since 1970; null if it never was. */
  readonly lastRead: () => Promise<number | null>
  /** Reads the views of the next advert. @returns false if none is due */
  readonly readNext: (signal: AbortSignal) => Promise<boolean>
  readonly onFailure: (error: unknown) => void
}

const minute = 60_000
const hour = 60 * minute
/** Time for which the reader waits, in ms, if nothing is to be read now: the account or the stock may change. */
const look = minute
/** Without limits, or with wide ones, there is one reading in so many ms. */
const leastWait = minute / 2

/** Ms from one reading to the next: a tenth of the quota at most, and never more than 120 in an hour. */
export const readPause = (limits: CallLimits): number => Math.max(leastWait, leastPause(limits))

/** Number of adverts that are read in a day at most. */
export const readsPerDay = (limits: CallLimits): number => Math.floor((24 * hour) / readPause(limits))

/** Reads the views of adverts in the background, one after the other, at the pace that the quota allows. */
export class ViewsReader {
  readonly #ports: ReaderPorts
  readonly #loop: BackgroundLoop
  #reading = new AbortController()
  #failures = 0
  #lastTry = -Infinity

  constructor(ports: ReaderPorts) {
    this.#ports = ports
    this.#loop = new BackgroundLoop({
      clock: ports.clock,
      wait: () => this.#wait(),
      work: () => this.#readNext(),
    })
  }

  /** Until `end`. */
  run(): Promise<void> {
    return this.#loop.run()
  }

  /** The settings, the account, the network or the battery changed. */
  lookAgain(): void {
    this.#loop.lookAgain()
  }

  /** Another account became the current one: what is read for the one before is no longer wanted. */
  leaveAccount(): void {
    this.#reading.abort()
    this.#failures = 0
    this.#lastTry = -Infinity
    this.#loop.lookAgain()
  }

  end(): void {
    this.#loop.end()
    this.#reading.abort()
  }

  /** Ms until the next reading; 0 if it is due. */
  async #wait(): Promise<number> {
    const { clock, isOn, limits, isPaused, lastRead } = this.#ports
    try {
      if (!isOn() || (await isPaused())) return look
      const last = this.#lastTry > -Infinity ? this.#lastTry : ((await lastRead()) ?? -Infinity)
      const pause = readPause(limits())
      const delay = Math.max(pause, Math.min(pause * 2 ** this.#failures, hour))
      const since = clock.now() - last
      // A clock that was set back must not stop the readings: a time in the future is no evidence.
      return since < 0 || since >= delay ? 0 : Math.min(delay - since, look)
    } catch {
      // Without an account there is nothing to read.
      return look
    }
  }

  async #readNext(): Promise<void> {
    const { clock, readNext, onFailure } = this.#ports
    const reading = (this.#reading = new AbortController())
    const before = this.#lastTry
    this.#lastTry = clock.now()
    try {
      // Nothing was asked if none is due: the next that comes needn't wait for it.
      if (!(await readNext(reading.signal))) {
        this.#lastTry = before
        await this.#loop.sleep(look)
      }
      this.#failures = 0
    } catch (error) {
      if (reading.signal.aborted) return
      this.#failures += 1
      onFailure(error)
    }
  }
}
