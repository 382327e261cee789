import type { Call } from '../http/call.ts'

/** Counter of requests, by method and path; the id at the end of an address does not count. */
export class RequestCounter {
  #counts = new Map<string, number>()

  count(call: Call): void {
    const name = `${call.method} ${call.path.replace(/^(\/dom\/info|\/auto\/new\/auto|\/cdn)\/.*$/, '$1')}`
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  all(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }

  clear(): void {
    this.#counts.clear()
  }
}
