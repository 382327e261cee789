import type { AnswerOf, Client, Reply } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { BatchRow } from '#shared/batch/row.ts'
import { undoGradeOf, type UndoSummary } from '#shared/batch/undo.ts'
import { RequestState, type BridgeCall } from '../ui/request.svelte.ts'
import type { BatchViewState } from './batch-view-state.svelte.ts'

type RecreateFile = AnswerOf<Calls['undo:recreate-file']>

/** True if the row can be taken back, chosen or not. */
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
  acting = $state<'send' | 'discard' | null>(null)

  readonly #client: Client<Calls>
  readonly #view: BatchViewState
  readonly #batchId: string
  readonly #request = new RequestState()

  constructor(client: Client<Calls>, view: BatchViewState, batchId: string) {
    this.#client = client
    this.#view = view
    this.#batchId = batchId
  }

  get failure(): Failure | null {
    return this.#request.failure
  }

  /** Rows that would be sent. */
  get chosen(): number {
    return this.summary ? this.summary.edits + this.summary.deletes : 0
  }

  async load(): Promise<void> {
    await this.#readSummary(() => this.#client('undo:summary', { batchId: this.#batchId }))
  }

  async choose({ line }: BatchRow, chosen: boolean): Promise<void> {
    const request = { batchId: this.#batchId, lines: [line], chosen }
    await this.#readSummary(() => this.#client('undo:choose', request))
    await this.#view.reload()
  }

  /** Sends the chosen rows: the dealer has seen what they do. */
  async send(): Promise<void> {
    const sent = await this.#act('send', () => this.#client('undo:send', { batchId: this.#batchId }))
    // The dealer's yes is saved before sending starts, so a failure here may leave a batch that is no preview any more.
    if (sent) await this.#view.show(null)
    await this.#view.reload()
  }

  /** A file that creates the deleted adverts again. */
  recreateFile(): Promise<Reply<RecreateFile>> {
    return this.#client('undo:recreate-file', { batchId: this.#batchId })
  }

  /** Returns whether the preview is gone. */
  discard(): Promise<boolean> {
    return this.#act('discard', () => this.#client('undo:discard', { batchId: this.#batchId }))
  }

  async #readSummary(call: BridgeCall<UndoSummary>): Promise<void> {
    this.summary = (await this.#request.run(call)) ?? this.summary
  }

  async #act(action: 'send' | 'discard', call: BridgeCall<unknown>): Promise<boolean> {
    this.acting = action
    const answer = await this.#request.run(call)
    this.acting = null
    return answer !== undefined
  }
}
