type Listener = (...args: unknown[]) => void

/** As much of Node's EventEmitter as a preload gets from `require('events')`. */
export class EventEmitter {
  readonly #listeners = new Map<string, Listener[]>()

  on(name: string, listener: Listener): this {
    this.#listeners.set(name, [...this.listeners(name), listener])
    return this
  }

  addListener(name: string, listener: Listener): this {
    return this.on(name, listener)
  }

  once(name: string, listener: Listener): this {
    const wrapped = (...args: unknown[]): void => {
      this.off(name, wrapped)
      listener(...args)
    }
    return this.on(name, wrapped)
  }

  off(name: string, listener: Listener): this {
    const listeners = this.listeners(name)
    const at = listeners.lastIndexOf(listener)
    if (at >= 0) this.#listeners.set(name, listeners.toSpliced(at, 1))
    return this
  }

  removeListener(name: string, listener: Listener): this {
    return this.off(name, listener)
  }

  removeAllListeners(name?: string): this {
    if (name === undefined) this.#listeners.clear()
    else this.#listeners.delete(name)
    return this
  }

  listeners(name: string): Listener[] {
    return this.#listeners.get(name) ?? []
  }

  listenerCount(name: string): number {
    return this.listeners(name).length
  }

  emit(name: string, ...args: unknown[]): boolean {
    const listeners = this.listeners(name)
    for (const listener of listeners) listener(...args)
    return listeners.length > 0
  }
}
