import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Check } from '#shared/import/draft.ts'
import type { Listen } from '../bridge.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Changes often come together: rows are checked again after so many ms. */
const pause = 400

interface ChangePorts {
  /** The check that is shown; null while there is none. */
  readonly check: () => Check | null
  /** Shows rows of which some were checked again. */
  readonly onChecked: (check: Check) => Promise<void>
}

/** Changes of adverts, and of their unsent edits, while the check of their rows is open: these rows are checked again. */
export class AdvertChanges {
  readonly request = new RequestState()
  readonly #client: Client<Calls>
  readonly #ports: ChangePorts
  /** Adverts that changed since their rows were checked; null: any of them may have. */
  #adverts: ReadonlySet<number> | null = new Set()
  #isShown = false
  #isDue = false

  constructor(client: Client<Calls>, on: Listen<Events>, ports: ChangePorts) {
    this.#client = client
    this.#ports = ports
    on('inventory:changed', ({ changed }) => this.#hear(changed ? new Set(changed.ids) : null))
    on('staged:changed', ({ adverts }) => this.#hear(adverts && new Set(adverts)))
  }

  /** Rows follow their adverts as long as they are shown, until the returned function is called. */
  follow(): () => void {
    this.#isShown = true
    this.soon()
    return () => (this.#isShown = false)
  }

  /** Checks again what changed, if anything did. */
  soon(): void {
    if (this.#isDue || !this.#isShown || this.#adverts?.size === 0) return
    this.#isDue = true
    setTimeout(() => void this.#checkAgain(), pause)
  }

  /** Every row is checked anew. */
  clear(): void {
    this.request.clear()
    this.#adverts = new Set()
  }

  #hear(adverts: ReadonlySet<number> | null): void {
    this.#adverts = adverts && this.#adverts && new Set([...this.#adverts, ...adverts])
    this.soon()
  }

  async #checkAgain(): Promise<void> {
    const { draftId, operation } = this.#ports.check() ?? {}
    const adverts = this.#adverts
    if (draftId && operation !== 'create') {
      this.#adverts = new Set()
      const asked = { draftId, adverts: adverts && Float64Array.from(adverts) }
      const check = await this.request.run(() => this.#client('draft:recheck', asked))
      const shown = this.#ports.check()
      if (check && shown && check.revision > shown.revision) await this.#ports.onChecked(check)
    }
    // What could not be checked again is with the next change.
    if (this.request.failure) this.#hear(adverts)
    this.#isDue = false
    if (draftId && operation !== 'create' && !this.request.failure) this.soon()
  }
}
