import { SvelteMap } from 'svelte/reactivity'
import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Listen } from '../bridge.ts'

/** How fast a batch goes; seconds null where nobody can say. */
export interface Pace {
  readonly rate: number
  readonly secondsLeft: number | null
}

/** Every batch of the account, newest first, kept up to date by what the engine tells. */
export class BatchListState {
  batches = $state.raw<readonly Batch[]>([])
  phase = $state<'loading' | 'ready' | 'failed'>('loading')
  failure = $state.raw<Failure | null>(null)
  readonly paces = new SvelteMap<string, Pace>()

  readonly #client: Client<Calls>

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('batch:progress', ({ batch, rate, secondsLeft }) => {
      this.paces.set(batch.id, { rate, secondsLeft })
      this.put(batch)
    })
  }

  /** Rows of all batches that wait for a person. */
  get needingPerson(): number {
    return this.batches.reduce((sum, { counts }) => sum + counts.unknown + counts.conflict, 0)
  }

  async load(): Promise<void> {
    if (this.phase === 'failed') this.phase = 'loading'
    const reply = await this.#client('batch:list', null)
    this.failure = reply.ok ? null : reply.failure
    if (reply.ok) this.batches = reply.value.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    this.phase = reply.ok ? 'ready' : 'failed'
  }

  put(batch: Batch): void {
    const known = this.batches.some(({ id }) => id === batch.id)
    this.batches = known
      ? this.batches.map((old) => (old.id === batch.id ? batch : old))
      : [batch, ...this.batches]
  }

  /** A CSV with the columns of an operation, or the failure. */
  template(operation: Operation) {
    return this.#client('batch:template', { operation })
  }
}
