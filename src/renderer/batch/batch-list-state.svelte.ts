import { SvelteMap } from 'svelte/reactivity'
import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Operation } from '#shared/batch/operation.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { TableFormat } from '#shared/files/table-format.ts'
import type { Listen } from '../bridge.ts'
import { RequestState } from '../ui/request.svelte.ts'
import type { NamedFile } from '../ui/save-file.ts'
import { nextStep } from './next-step.ts'

/** How fast a batch is sent: rows a second, and the seconds left; null if they can't be estimated. */
export interface Pace {
  readonly rate: number
  readonly secondsLeft: number | null
}

/** Batches of all accounts, newest first, kept up to date by main's events; what is shown is the active account's. */
export class BatchListState {
  batches = $state.raw<readonly Batch[]>([])
  /** The active account's id. */
  accountId = $state('')
  /** The dealer chose to see the batches of every account. */
  allAccounts = $state(false)
  /** True once the list was read. */
  loaded = $state(false)
  readonly paces = new SvelteMap<string, Pace>()
  /** A batch whose account could not be read may be of any. */
  readonly #isOwn = ({ accountId }: Batch): boolean => accountId === '' || accountId === this.accountId
  readonly #own = $derived(this.batches.filter(this.#isOwn))
  readonly #request = new RequestState()
  readonly #client: Client<Calls>

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    on('batch:progress', ({ batch, rate, secondsLeft }) => {
      this.paces.set(batch.id, { rate, secondsLeft })
      this.put(batch)
    })
    on('journal:replaced', () => void this.load())
  }

  /** Those of the active account, the newest first. */
  get own(): readonly Batch[] {
    return this.#own
  }

  get failure(): Failure | null {
    return this.#request.failure
  }

  /** The batches of the filter: the active account's, or all. */
  get shown(): readonly Batch[] {
    return this.allAccounts ? this.batches : this.#own
  }

  /** How many batches the other accounts have. */
  get elsewhere(): number {
    return this.batches.length - this.#own.length
  }

  /** The active account's batches that want a person, as many as the list shows of this kind. */
  get needingPerson(): number {
    return this.#own.filter((batch) => nextStep(batch) !== null).length
  }

  /** Rows in doubt of all accounts. */
  get inDoubt(): number {
    return this.batches.reduce((sum, { counts }) => sum + counts.inDoubt, 0)
  }

  async load(): Promise<void> {
    const batches = await this.#request.run(() => this.#client('batch:list', null))
    if (!batches) return
    this.batches = batches.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    this.loaded = true
  }

  /** The batch as the list knows it; null if it doesn't. */
  find(batchId: string): Batch | null {
    return this.batches.find(({ id }) => id === batchId) ?? null
  }

  /** Adds the batch, or replaces what the list knows of it. */
  put(batch: Batch): void {
    const known = this.batches.some(({ id }) => id === batch.id)
    this.batches = known
      ? this.batches.map((old) => (old.id === batch.id ? batch : old))
      : [batch, ...this.batches]
  }

  /** An empty table with the columns of an operation. */
  template(operation: Operation, format: TableFormat): Promise<Reply<NamedFile>> {
    return this.#client('batch:template', { operation, format })
  }
}
