import { untrack, type Component } from 'svelte'

/** Something a person can do, in the palette and by its keys. */
export interface Action {
  readonly id: string
  readonly label: string
  /** Keys as shown, such as `Ctrl+E`; the frame listens to those of app-wide actions. */
  readonly keys?: string
  readonly icon?: Component
  readonly disabled?: boolean
  readonly run: () => void
}

/** The actions of the frame and of the page that is open. */
export class Actions {
  #offers = $state.raw<readonly (() => readonly Action[])[]>([])
  readonly list = $derived(this.#offers.flatMap((offer) => offer()))

  /** Offers actions while the page is there: `$effect(() => actions.offer(() => […]))`. */
  offer(offer: () => readonly Action[]): () => void {
    // Called from effects, which must not run again because of their own offer.
    this.#offers = [...untrack(() => this.#offers), offer]
    return () => {
      this.#offers = untrack(() => this.#offers).filter((other) => other !== offer)
    }
  }

  /** Runs the action of that id; the page's own wins over the frame's. False when there is none to run. */
  run(id: string): boolean {
    const action = this.list.findLast((candidate) => candidate.id === id)
    if (!action || action.disabled) return false
    action.run()
    return true
  }
}
