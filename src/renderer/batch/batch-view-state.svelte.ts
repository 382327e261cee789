import type { TableFormat } from '#shared/files/table-format.ts'
import type { RequestOf, Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import {
  type Attempt,
  type Batch,
  type BatchRow,
  type BulkAnswer,
  countOf,
  type RowState,
} from '#shared/batch/row.ts'
import type { Listen } from '../bridge.ts'
import { PagedRows, type RowPage } from '../ui/grid/paged-rows.svelte.ts'
import { RequestState, type BridgeCall } from '../ui/request.svelte.ts'
import type { NamedFile } from '../ui/save-file.ts'
import type { Pace } from './batch-list-state.svelte.ts'

/** Calls that act on a whole batch and answer its state after that. */
export type BatchAction =
  | 'batch:send'
  | 'batch:pause'
  | 'batch:cancel'
  | 'batch:retry-failed'
  | 'batch:settle'
type AnyAction = BatchAction | 'batch:answer' | 'batch:answer-all' | 'undo:preview'
/** Decision of a person about a row in doubt or in conflict. */
export type RowDecision = RequestOf<Calls['batch:answer']>['answer']

/** Rows are read again at most this often while a batch is sent. */
const refreshMilliseconds = 500

/** One batch: its progress, its rows and what a person can do about them. */
export class BatchViewState {
  batch = $state.raw<Batch | null>(null)
  pace = $state.raw<Pace | null>(null)
  filter = $state<RowState | null>(null)
  selected = $state.raw<BatchRow | null>(null)
  attempts = $state.raw<readonly Attempt[]>([])
  /** The action under way. */
  acting = $state<AnyAction | null>(null)
  readonly rows: PagedRows<BatchRow>

  readonly #batchId: string
  readonly #client: Client<Calls>
  readonly #actions = new RequestState()
  readonly #reading = new RequestState()
  readonly #stop: () => void
  #selectedIndex = 0
  /** Batch as main sent it last. */
  #newest: Batch | null = null
  #refreshing: ReturnType<typeof setTimeout> | null = null

  constructor(client: Client<Calls>, on: Listen<Events>, batchId: string, known: Batch | null) {
    this.#client = client
    this.#batchId = batchId
    this.batch = known
    this.rows = new PagedRows((offset, limit) => this.#readRows(offset, limit))
    const stopReplaced = on('journal:replaced', () => void this.open())
    const stopProgress = on('batch:progress', ({ batch, rate, secondsLeft }) => {
      if (batch.id !== batchId) return
      this.#newest = batch
      this.pace = { rate, secondsLeft }
      if (this.batch?.state === 'running' && batch.state !== 'running') void this.#stopRunning()
      else {
        this.batch = batch
        this.#refreshSoon()
      }
    })
    this.#stop = () => {
      stopProgress()
      stopReplaced()
    }
    void this.open()
  }

  get failure(): Failure | null {
    return this.#actions.failure ?? this.#reading.failure
  }

  async open(): Promise<void> {
    await this.#readBatch()
    await this.rows.reset()
  }

  close(): void {
    this.#stop()
    if (this.#refreshing) clearTimeout(this.#refreshing)
  }

  async show(filter: RowState | null): Promise<void> {
    this.filter = filter
    await this.rows.reset()
  }

  /** `index` is the row's place in the list, by which it is found again when it is no longer on the screen. */
  async select(row: BatchRow | null, index = this.#selectedIndex): Promise<void> {
    if (row?.line !== this.selected?.line) this.attempts = []
    this.selected = row
    this.#selectedIndex = index
    if (!row) return
    const { line } = row
    const attempts = await this.#reading.run(() =>
      this.#client('batch:attempts', { batchId: this.#batchId, line }),
    )
    if (attempts && this.selected?.line === line) this.attempts = attempts
  }

  async act(action: BatchAction): Promise<void> {
    await this.#change(action, () => this.#client(action, { batchId: this.#batchId }))
  }

  /**
   * Continues after a stop for a person. Compares adverts that the service doesn't show with the last write, or sends
   * outside of the team of the plan.
   */
  async sendAgreed(to: 'unshown' | 'leftTeam'): Promise<void> {
    const request = { batchId: this.#batchId, [to]: true }
    await this.#change('batch:send', () => this.#client('batch:send', request))
  }

  async answer({ line }: BatchRow, answer: RowDecision): Promise<void> {
    await this.#change('batch:answer', () =>
      this.#client('batch:answer', { batchId: this.#batchId, line, answer }),
    )
  }

  /** The same answer for all rows that it fits; `count` is the number that the person saw. */
  async answerAll(answer: BulkAnswer, count: number): Promise<void> {
    await this.#change('batch:answer-all', () =>
      this.#client('batch:answer-all', { batchId: this.#batchId, answer, count }),
    )
  }

  /** Plans the failed rows again and sends them: each is compared with its advert first, as in the first sending. */
  async retryFailed(): Promise<void> {
    await this.act('batch:retry-failed')
    const waits = this.batch?.state === 'ready' || this.batch?.state === 'paused'
    if (this.failure === null && waits && (this.batch?.counts.planned ?? 0) > 0) await this.act('batch:send')
  }

  /** Plans the undo of this batch: returns its preview, or undefined with the failure shown. */
  undo(): Promise<Batch | undefined> {
    return this.#run('undo:preview', () => this.#client('undo:preview', { batchId: this.#batchId }))
  }

  /** Reads the batch and its rows again, while the old ones stay on the screen. */
  async reload(): Promise<void> {
    await this.#readBatch()
    await this.#refresh()
  }

  report(failedOnly: boolean, excel?: TableFormat): Promise<NamedFile | undefined> {
    return this.#actions.run(() =>
      this.#client('batch:report', { batchId: this.#batchId, failedOnly, ...(excel && { excel }) }),
    )
  }

  async #readBatch(): Promise<void> {
    const batch = await this.#reading.run(() => this.#client('batch:get', { batchId: this.#batchId }))
    if (batch) this.batch = batch
  }

  async #change(action: AnyAction, call: BridgeCall<Batch>): Promise<void> {
    const batch = await this.#run(action, call)
    if (!batch) return
    this.batch = batch
    await this.#refresh()
  }

  async #run<Value>(action: AnyAction, call: BridgeCall<Value>): Promise<Value | undefined> {
    this.acting = action
    this.#actions.failure = null
    const value = await this.#actions.run(call)
    this.acting = null
    return value
  }

  #refreshSoon(): void {
    this.#refreshing ??= setTimeout(() => {
      this.#refreshing = null
      void this.#refresh()
    }, refreshMilliseconds)
  }

  /** A batch that ended is shown so together with its rows: none of them is still to be sent then. */
  async #stopRunning(): Promise<void> {
    if (this.#refreshing) clearTimeout(this.#refreshing)
    this.#refreshing = null
    await this.#refresh()
    this.batch = this.#newest
  }

  /** The open row is looked up in its old place, so that its details follow its state. A filter that no row fits any more goes. */
  async #refresh(): Promise<void> {
    const { filter } = this
    const newest = this.#newest ?? this.batch
    if (filter !== null && newest && countOf(newest.counts, filter) === 0) {
      await this.show(null)
      return
    }
    const index = this.selected ? this.#selectedIndex : undefined
    await this.rows.refresh(index)
    const fresh = index === undefined ? undefined : this.rows.at(index)
    if (fresh?.line === this.selected?.line && fresh?.updatedAt !== this.selected?.updatedAt)
      await this.select(fresh ?? null)
  }

  #readRows(offset: number, limit: number): Promise<RowPage<BatchRow> | undefined> {
    const request = { batchId: this.#batchId, state: this.filter, offset, limit }
    return this.#reading.run(() => this.#client('batch:rows', request))
  }
}
