import { untrack, type Component } from 'svelte'

/**
 * Section of an action in the palette: pages, actions of other pages, the list's columns and filters, and the window.
 * Without one it is the open page's own.
 */
export type ActionSection = 'pages' | 'elsewhere' | 'columns' | 'window'

/** Something a person can do, in the palette and by its keys. */
export interface Action {
  readonly id: string
  readonly label: string
  /** Keys as shown, such as `Ctrl+E`; the frame listens to those of app-wide actions. */
  readonly keys?: string
  readonly icon?: Component
  readonly disabled?: boolean
  /** True while its subject is still being read: its key waits for it. */
  readonly loading?: boolean
  readonly section?: ActionSection
  /** Work of the action. Its result is ready when the work is. */
  readonly run: () => unknown
}

type Offer = () => readonly Action[]

/** An action of a page that is being opened. */
interface Awaited {
  readonly page: string
  readonly id: string
  /** Offers of before: the page that was left has an action of the same id perhaps. */
  readonly before: readonly Offer[]
}

/** The actions of the frame and of the page that is open. */
export class Actions {
  #offers = $state.raw<readonly Offer[]>([])
  #awaited = $state.raw<Awaited | null>(null)
  readonly list = $derived(this.#offers.flatMap((offer) => offer()))

  /** Offers actions while the page is there: `$effect(() => actions.offer(() => […]))`. */
  offer(offer: Offer): () => void {
    // Called from effects, which must not run again because of their own offer.
    this.#offers = [...untrack(() => this.#offers), offer]
    return () => {
      this.#offers = untrack(() => this.#offers).filter((other) => other !== offer)
    }
  }

  /** The action of a page that is being opened runs once the page is there and has something to do it with. */
  runOnPage(page: string, id: string): void {
    this.#awaited = { page, id, before: this.#offers }
  }

  /**
   * Takes the awaited action, if the open page offers it now. Once another page was opened instead, it is waited for
   * no longer.
   */
  takeAwaited(page: string): Action | undefined {
    const awaited = this.#awaited
    if (!awaited) return undefined
    if (awaited.page !== page) {
      this.#awaited = null
      return undefined
    }
    const action = this.#offers
      .filter((offer) => !awaited.before.includes(offer))
      .flatMap((offer) => offer())
      .findLast(({ id }) => id === awaited.id)
    if (!action || action.disabled) return undefined
    this.#awaited = null
    return action
  }

  /** A person who went on to something else waits for it no longer. */
  dropAwaited(): void {
    this.#awaited = null
  }

  /** Runs the action of that id; the page's own wins over the frame's. Over when its work is. */
  async run(id: string): Promise<void> {
    const action = this.#find(id)
    if (action && !action.disabled) await action.run()
  }

  /** The same, asked for by a key: a page that is still being opened, or reads its list, does it once it can. */
  async runByKey(page: string, id: string): Promise<void> {
    const action = this.#find(id)
    if (!action || action.loading) this.#awaited = { page, id, before: [] }
    else await this.run(id)
  }

  #find(id: string): Action | undefined {
    return this.list.findLast((candidate) => candidate.id === id)
  }
}
