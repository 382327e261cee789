/** State of the sandbox's clock; all in seconds since the epoch, but for the speed. */
export interface ClockState {
  readonly now: number
  /** Time by which it is behind the present; 0 once it has caught up. */
  readonly behind: number
  /** Seconds of the sandbox for each of ours. */
  readonly speed: number
}

export interface ClockChange {
  readonly advance?: number | undefined
  readonly speed?: number | undefined
}

export interface ClockStart {
  /** Place where it begins; absent, it is the present. */
  readonly at?: number
  readonly speed?: number
  readonly present?: () => number
}

/**
 * The time of the sandbox: the present, or that of a world which began earlier and is run fast until it has caught up. It is
 * never ahead of the present, where a client whose clock is right would understand nothing of what it reads.
 */
export class WorldClock {
  readonly #present: () => number
  #speed: number
  /** Place where both clocks were when one of them was last set. */
  #at: { readonly world: number; readonly present: number }

  constructor({ at, speed = 1, present = () => Date.now() / 1000 }: ClockStart = {}) {
    this.#present = present
    this.#speed = speed
    const now = present()
    this.#at = { world: Math.min(at ?? now, now), present: now }
  }

  /** Whole seconds since the epoch. */
  now(): number {
    return Math.floor(this.#exact())
  }

  get state(): ClockState {
    const now = this.now()
    return { now, behind: Math.max(0, Math.floor(this.#present()) - now), speed: this.#speed }
  }

  /** Goes on by so many seconds at once, and from there at another speed; the present is the furthest. */
  change({ advance = 0, speed = this.#speed }: ClockChange): void {
    const present = this.#present()
    this.#at = { world: Math.min(this.#exact() + advance, present), present }
    this.#speed = speed
  }

  /** Begins again at that moment, with the speed that it has. */
  restart(at: number): void {
    const present = this.#present()
    this.#at = { world: Math.min(at, present), present }
  }

  #exact(): number {
    const present = this.#present()
    const { world, present: since } = this.#at
    // A clock that met the present stays with it, however slowly it ran.
    return world >= since ? present : Math.min(present, world + (present - since) * this.#speed)
  }
}
