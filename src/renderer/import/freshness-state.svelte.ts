import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Check } from '#shared/import/draft.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Adverts of a file that were read too long ago to trust the check, and their reading. */
export class FreshnessState {
  stale = $state.raw<{ count: number; calls: number } | null>(null)
  readonly reading = new RequestState()

  readonly #client: Client<Calls>
  readonly #looking = new RequestState()
  readonly #onChecked: (check: Check) => Promise<void>

  constructor(client: Client<Calls>, onChecked: (check: Check) => Promise<void>) {
    this.#client = client
    this.#onChecked = onChecked
  }

  /** Asks how old what is known is; nothing is asked if no row edits or deletes. */
  async load({ draftId, operation }: Pick<Check, 'draftId' | 'operation'>): Promise<void> {
    if (operation === 'create') return
    const stale = await this.#looking.replace((signal) =>
      this.#client('draft:stale', { draftId }, { signal }),
    )
    this.stale = stale && stale.count > 0 ? stale : null
  }

  /** Reads the adverts again, and compares the rows with them. */
  async read(check: Pick<Check, 'draftId' | 'operation'>): Promise<void> {
    const { draftId } = check
    const done = await this.reading.run((signal) => this.#client('draft:read-again', { draftId }, { signal }))
    if (!done) return
    await Promise.all([this.#onChecked(done), this.load(check)])
  }

  clear(): void {
    for (const request of [this.reading, this.#looking]) request.clear()
    this.stale = null
  }
}
