import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { BatchRow } from '#shared/batch/row.ts'
import { undoGradeOf, type UndoSummary } from '#shared/batch/undo.ts'
import type { BatchViewState } from './batch-view-state.svelte.ts'

/** The row may be taken back, chosen or not. */
export const isChoosable = ({ errorCode }: BatchRow): boolean => {
  const grade = undoGradeOf(errorCode)
  return grade !== null && grade !== 'impossible'
}

export const isChosen = ({ state }: BatchRow): boolean => state === 'planned'

export const isChangedSince = ({ problems }: BatchRow): boolean =>
  problems.some(({ code }) => code === 'changed-since')

/** The preview of an undo that a batch view shows: what it would do, and the dealer's choice of rows. */
export class UndoState {
  summary = $state.raw<UndoSummary | null>(null)
  failure = $state.raw<Failure | null>(null)
  acting = $state<'send' | 'discard' | null>(null)

  readonly #client: Client<Calls>
  readonly #view: BatchViewState
  readonly #batchId: string

  constructor(client: Client<Calls>, view: BatchViewState, batchId: string) {
    this.#client = client
    this.#view = view
    this.#batchId = batchId
  }

  /** Rows that would be sent. */
  get chosen(): number {
    return this.summary ? this.summary.edits + this.summary.deletes : 0
  }

  async load(): Promise<void> {
    const reply = this.#took(await this.#client('undo:summary', { batchId: this.#batchId }))
    if (reply.ok) this.summary = reply.value
  }

  async choose(row: BatchRow, chosen: boolean): Promise<void> {
    const ask = { batchId: this.#batchId, lines: [row.line], chosen }
    const reply = this.#took(await this.#client('undo:choose', ask))
    if (reply.ok) this.summary = reply.value
    await this.#view.reload()
  }

  /** The dealer has seen what will be sent. */
  async send(): Promise<void> {
    this.acting = 'send'
    const reply = this.#took(await this.#client('undo:send', { batchId: this.#batchId }))
    this.acting = null
    // Sending may have failed to begin after the yes was kept: the view shows how the batch stands.
    if (reply.ok) await this.#view.show(null)
    await this.#view.reload()
  }

  /** Answers whether the preview is gone. */
  async discard(): Promise<boolean> {
    this.acting = 'discard'
    const reply = this.#took(await this.#client('undo:discard', { batchId: this.#batchId }))
    this.acting = null
    return reply.ok
  }

  #took<Value>(reply: Reply<Value>): Reply<Value> {
    this.failure = reply.ok ? null : reply.failure
    return reply
  }
}
