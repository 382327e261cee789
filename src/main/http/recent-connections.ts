import type { Dispatcher } from 'undici'

/**
 * An edit takes no connection that was idle longer than this. A server that closes one just as a write leaves puts the
 * write in doubt, and the shortest idle times in use (gunicorn's 2 s, Node's and Apache's 5 s) are all longer.
 */
export const longestIdleMs = 1_000

/** Nor one that was answered less than this ago: some servers close right behind an answer without having said so. */
export const shortestIdleMs = 10

interface Idle {
  readonly name: string
  readonly dispatcher: Dispatcher
  /** As `now()`. */
  readonly since: number
}

/**
 * Connections that carried an edit a moment ago, by their route. Their age is measured by the time of day when one is
 * taken: timers run late after the machine slept, when every connection is gone.
 */
export class RecentConnections {
  readonly #now: () => number
  #idle: Idle[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  /** The one used last, or null if none is of the right age; it belongs to the caller until it is given back. */
  take(name: string): Dispatcher | null {
    this.#dropOld()
    const at = this.#idle.findLastIndex((each) => each.name === name && this.#age(each) >= shortestIdleMs)
    return this.#idle.splice(at, at < 0 ? 0 : 1)[0]?.dispatcher ?? null
  }

  giveBack(name: string, dispatcher: Dispatcher): void {
    this.#dropOld()
    this.#idle.push({ name, dispatcher, since: this.#now() })
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ dispatcher }) => dispatcher.destroy()))
  }

  #dropOld(): void {
    const isRecent = (each: Idle): boolean => this.#age(each) <= longestIdleMs
    for (const old of this.#idle.filter((each) => !isRecent(each))) void old.dispatcher.destroy()
    this.#idle = this.#idle.filter(isRecent)
  }

  /** After the clock was set back no age is known. */
  #age({ since }: Idle): number {
    const age = this.#now() - since
    return age < 0 ? Infinity : age
  }
}
