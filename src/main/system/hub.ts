type Listener<Payload> = (payload: Payload) => void

/**
 * Events inside main: a feature emits what happened without knowing the features that listen. `Events` names each event
 * with the type of what it carries.
 */
export class Hub<Events extends object> {
  readonly #listeners: { [Name in keyof Events]?: Set<Listener<Events[Name]>> } = {}
  readonly #onError: (event: keyof Events, error: unknown) => void

  /** `onError` gets what a listener throws: neither the emitter nor the other listeners are stopped by it. */
  constructor(onError: (event: keyof Events, error: unknown) => void) {
    this.#onError = onError
  }

  /** Calls the listener at each event of this name. @returns a function that ends the subscription */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void {
    const listeners = (this.#listeners[name] ??= new Set())
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  /**
   * Calls the listeners in the order of their subscription, before it returns.
   * @returns whether none of them threw
   */
  emit<Name extends keyof Events>(name: Name, payload: Events[Name]): boolean {
    let taken = true
    for (const listener of [...(this.#listeners[name] ?? [])]) {
      try {
        listener(payload)
      } catch (error) {
        this.#onError(name, error)
        taken = false
      }
    }
    return taken
  }
}
