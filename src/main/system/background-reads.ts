import type { Clock } from './clock.ts'

/** Result of a reading: `none` if nothing was due to be read. */
type Reading = 'read' | 'failed' | 'none'

export interface BackgroundReadsPorts {
  readonly clock: Clock
  /** Ms from one reading to the next after so many failures in a row; null while nothing is read unasked. */
  readonly pause: (failures: number) => number | null
  /** Time of the current account's last reading, ms since 1970; null if it may not be read unasked. */
  readonly lastRead: () => Promise<number | null>
  /** True if something else comes first now, or the computer is to be spared: it is offline, or on its battery. */
  readonly isPaused: () => Promise<boolean> | boolean
  readonly read: (signal: AbortSignal) => Promise<Reading>
  readonly onFailure: (error: unknown) => void
}

/** Longest time, in ms, until it looks again what is to be done: the account, the battery or the settings may change. */
const look = 60_000
/** A person who returns to the window gets what is new, unless the last reading is as new as this (ms). */
const freshFor = 15_000

/** Reads something in the background, at its pace, until the end. */
export class BackgroundReads {
  readonly #ports: BackgroundReadsPorts
  readonly #end = new AbortController()
  #wake = new AbortController()
  #reading = new AbortController()
  #failures = 0
  #lastTry = -Infinity
  #isFocused = false

  constructor(ports: BackgroundReadsPorts) {
    this.#ports = ports
  }

  /** Until `end`. */
  async run(): Promise<void> {
    for (;;) {
      await this.#sleep(await this.#wait())
      if (this.#wake.signal.aborted) this.#wake = new AbortController()
      if (this.#end.signal.aborted) return
      // Asked again before it is read: what it depends on may have changed meanwhile.
      if ((await this.#wait()) === 0) await this.#read()
    }
  }

  /** The window got the focus: what is older than some seconds is read, also on the battery. */
  focus(): void {
    this.#isFocused = true
    this.lookAgain()
  }

  /** Something that decides when it is read has changed. */
  lookAgain(): void {
    this.#wake.abort()
  }

  /** Another account became the current one, whose own readings count. */
  accountChanged(): void {
    this.#failures = 0
    this.#lastTry = -Infinity
    this.lookAgain()
  }

  /** Stops what is being read: it is no longer wanted. */
  stopReading(): void {
    this.#reading.abort()
  }

  end(): void {
    this.#end.abort()
    this.stopReading()
    this.#wake.abort()
  }

  #sleep(ms: number): Promise<void> {
    return this.#ports.clock.sleep(ms, this.#wake.signal)
  }

  /** Ms until the next reading; 0 if it is due. */
  async #wait(): Promise<number> {
    const { clock, pause: pauseAfter, lastRead, isPaused } = this.#ports
    try {
      const pause = pauseAfter(this.#failures)
      const last = pause === null ? null : await lastRead()
      if (pause === null || last === null) return look
      const now = clock.now()
      // A clock that was set back must not stop the readings for as long: a time in the future is no evidence.
      const since = now - Math.max(...[last, this.#lastTry].filter((time) => time <= now))
      if (this.#isFocused && this.#failures === 0) {
        this.#isFocused = since >= freshFor
        return this.#isFocused ? 0 : look
      }
      if (since < pause) return Math.min(pause - since, look)
      return (await isPaused()) ? look : 0
    } catch {
      // Without an account there is nothing to read.
      return look
    }
  }

  async #read(): Promise<void> {
    if (this.#end.signal.aborted) return
    const reading = (this.#reading = new AbortController())
    const before = this.#lastTry
    this.#isFocused = false
    this.#lastTry = this.#ports.clock.now()
    try {
      const came = await this.#ports.read(reading.signal)
      // Nothing was asked if none is due: the next that comes needn't wait for it.
      if (came === 'none') {
        this.#lastTry = before
        await this.#sleep(look)
      }
      this.#failures = came === 'failed' ? this.#failures + 1 : 0
    } catch (error) {
      if (reading.signal.aborted) return
      this.#failures += 1
      this.#ports.onFailure(error)
    }
  }
}
