import type { AskOf, Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Attempt, Batch, BatchRow, RowState } from '#shared/batch/row.ts'
import type { Listen } from '../bridge.ts'
import type { Pace } from './batch-list-state.svelte.ts'
import { PagedRows } from '../ui/grid/paged-rows.svelte.ts'

/** Calls that act on a whole batch and answer how it stands then. */
export type BatchAction =
  'batch:send' | 'batch:pause' | 'batch:cancel' | 'batch:retry-failed' | 'batch:settle'
export type Answer = AskOf<Calls['batch:answer']>['answer']

/** Rows are read anew at most this often while a batch runs. */
const refreshMilliseconds = 500

/** One batch: its progress, its rows and what a person can do about them. */
export class BatchViewState {
  batch = $state.raw<Batch | null>(null)
  pace = $state.raw<Pace | null>(null)
  filter = $state<RowState | null>(null)
  selected = $state.raw<BatchRow | null>(null)
  attempts = $state.raw<readonly Attempt[]>([])
  failure = $state.raw<Failure | null>(null)
  /** The action under way. */
  acting = $state<BatchAction | 'batch:answer' | 'undo:preview' | null>(null)
  readonly rows: PagedRows<BatchRow>

  readonly #client: Client<Calls>
  #stop: () => void
  #selectedIndex = 0
  #refreshing: ReturnType<typeof setTimeout> | null = null

  constructor(client: Client<Calls>, on: Listen<Events>, batchId: string, known: Batch | null) {
    this.#client = client
    this.batch = known
    this.rows = new PagedRows((offset, limit) => this.#read(batchId, offset, limit))
    this.#stop = on('batch:progress', ({ batch, rate, secondsLeft }) => {
      if (batch.id !== batchId) return
      this.batch = batch
      this.pace = { rate, secondsLeft }
      this.#refreshSoon()
    })
    void this.#open(batchId)
  }

  close(): void {
    this.#stop()
    if (this.#refreshing) clearTimeout(this.#refreshing)
  }

  async show(filter: RowState | null): Promise<void> {
    this.filter = filter
    await this.rows.reset()
  }

  /** `index` is where the row stands in the list, so that it can be followed when it is no longer on the screen. */
  async select(row: BatchRow | null, index = this.#selectedIndex): Promise<void> {
    if (row?.line !== this.selected?.line) this.attempts = []
    this.selected = row
    this.#selectedIndex = index
    if (!row || !this.batch) return
    const reply = await this.#client('batch:attempts', { batchId: this.batch.id, line: row.line })
    if (reply.ok && this.selected?.line === row.line) this.attempts = reply.value
  }

  act(action: BatchAction): Promise<void> {
    const batchId = this.batch?.id
    return batchId ? this.#change(action, this.#client(action, { batchId })) : Promise.resolve()
  }

  /** A person's word about one row in doubt or in conflict. */
  answer(row: BatchRow, answer: Answer): Promise<void> {
    const batchId = this.batch?.id
    if (!batchId) return Promise.resolve()
    return this.#change('batch:answer', this.#client('batch:answer', { batchId, line: row.line, answer }))
  }

  /** Plans the undo of this batch: answers its preview, or null with the failure shown. */
  async undo(): Promise<Batch | null> {
    if (!this.batch) return null
    this.acting = 'undo:preview'
    const reply = await this.#client('undo:preview', { batchId: this.batch.id })
    this.acting = null
    this.failure = reply.ok ? null : reply.failure
    return reply.ok ? reply.value : null
  }

  /** Reads the batch and its rows anew, while the old ones stay on the screen. */
  async reload(): Promise<void> {
    if (!this.batch) return
    const reply = await this.#client('batch:get', { batchId: this.batch.id })
    if (reply.ok) this.batch = reply.value
    await this.#refresh()
  }

  async report(failedOnly: boolean): Promise<{ fileName: string; text: Uint8Array } | null> {
    if (!this.batch) return null
    const reply = await this.#client('batch:report', { batchId: this.batch.id, failedOnly })
    this.failure = reply.ok ? null : reply.failure
    return reply.ok ? reply.value : null
  }

  async #open(batchId: string): Promise<void> {
    const reply = await this.#client('batch:get', { batchId })
    if (reply.ok) this.batch = reply.value
    else this.failure = reply.failure
    await this.rows.reset()
  }

  async #change(action: BatchAction | 'batch:answer', call: Promise<Reply<Batch>>): Promise<void> {
    this.acting = action
    this.failure = null
    const reply = await call
    this.acting = null
    if (!reply.ok) {
      this.failure = reply.failure
      return
    }
    this.batch = reply.value
    await this.#refresh()
  }

  #refreshSoon(): void {
    this.#refreshing ??= setTimeout(() => {
      this.#refreshing = null
      void this.#refresh()
    }, refreshMilliseconds)
  }

  /** The opened row is looked up where it stood, so that its detail follows its state. */
  async #refresh(): Promise<void> {
    const index = this.selected ? this.#selectedIndex : undefined
    await this.rows.refresh(index)
    const fresh = index === undefined ? undefined : this.rows.at(index)
    if (fresh?.line === this.selected?.line && fresh?.updatedAt !== this.selected?.updatedAt)
      await this.select(fresh ?? null)
  }

  async #read(
    batchId: string,
    offset: number,
    limit: number,
  ): Promise<{ total: number; rows: BatchRow[] } | null> {
    const reply = await this.#client('batch:rows', { batchId, state: this.filter, offset, limit })
    if (!reply.ok) this.failure = reply.failure
    return reply.ok ? reply.value : null
  }
}
