import type { Call } from '../http/call.ts'

/** How many requests came, by method and path; `/dom/info/7` counts as `/dom/info`. */
export class RequestCounter {
  #counts = new Map<string, number>()

  count(call: Call): void {
    const name = `${call.method} ${call.path.replace(/^(\/dom\/info|\/cdn)\/.*$/, '$1')}`
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  all(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }

  clear(): void {
    this.#counts.clear()
  }
}
