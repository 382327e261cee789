import { untrack } from 'svelte'
import type { Tone } from './tone.ts'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: Tone
  /** One thing to do about it, such as opening what ended. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** How long a toast stays, in milliseconds: time to read two lines. */
const staysFor = 6000

/** What ended and may be missed. Whatever must be answered is a notice or a dialog instead. */
export class Toasts {
  list = $state.raw<readonly Toast[]>([])
  #lastId = 0
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()

  show(text: string, options: { tone?: Tone; action?: Toast['action'] } = {}): number {
    const id = ++this.#lastId
    const { tone = 'plain', action } = options
    this.list = [...untrack(() => this.list).slice(-3), { id, text, tone, ...(action && { action }) }]
    this.resume(id)
    return id
  }

  dismiss(id: number): void {
    this.hold(id)
    this.list = this.list.filter((toast) => toast.id !== id)
  }

  /** Keeps a toast while the pointer or the focus is on it. */
  hold(id: number): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
  }

  resume(id: number): void {
    this.hold(id)
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), staysFor),
    )
  }
}
