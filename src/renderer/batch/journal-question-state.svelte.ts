import { isBlocked, type JournalChoice, type JournalStatus } from '#shared/batch/journal-state.ts'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** The journal's state, and the question about it while nothing may be sent. */
export class JournalQuestionState {
  status = $state.raw<JournalStatus | null>(null)
  readonly #request = new RequestState()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  get failure(): Failure | null {
    return this.#request.failure
  }

  get busy(): boolean {
    return this.#request.busy
  }

  /** Choices that a person has now; none for a journal that can be used. */
  get choices(): readonly JournalChoice[] {
    if (this.status === null || !isBlocked(this.status)) return []
    if (this.status.state === 'copied') return ['continue-here']
    return this.status.restoredFrom === null ? ['start-new'] : ['restore', 'start-new']
  }

  /** True if the choice was made, and what came of it is not read yet. */
  get isAnswered(): boolean {
    return this.status?.state === 'restored' || this.status?.state === 'new'
  }

  async load(): Promise<void> {
    const status = await this.#request.run(() => this.#client('journal:status', null))
    if (status) this.status = status
  }

  /** Closes the question after the result of the choice was read. */
  dismiss(): void {
    this.status = null
  }

  async choose(choice: JournalChoice): Promise<void> {
    const status = await this.#request.run(() => this.#client('journal:choose', { choice }))
    if (status) this.status = status
  }
}
