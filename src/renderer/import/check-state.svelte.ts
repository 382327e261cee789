import type { RequestOf, Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Batch, Problem } from '#shared/batch/row.ts'
import type { Check, ConfirmationCode, DraftRow } from '#shared/import/draft.ts'
import type { Listen } from '../bridge.ts'
import { NamesState } from './names-state.svelte.ts'
import { PagedRows, type RowPage } from '../ui/grid/paged-rows.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'

type CheckChoices = RequestOf<Calls['draft:check']>
export type DraftFilter = RequestOf<Calls['draft:rows']>['filter']
export type ProblemKind = Pick<Problem, 'code' | 'column'>

/** What checking a draft's rows found, and what the dealer does about it. */
export class CheckState {
  progress = $state.raw<{ bytes: number; totalBytes: number; rows: number } | null>(null)
  result = $state.raw<Check | null>(null)
  filter = $state<DraftFilter>('all')
  problem = $state.raw<ProblemKind | null>(null)
  /** Codes of the confirmations that the dealer gave. */
  confirmed = $state.raw<readonly ConfirmationCode[]>([])
  readonly rows: PagedRows<DraftRow>
  /** The check of every row. */
  readonly checking = new RequestState()
  /** The batch is being planned, and its sending started. */
  readonly planning = new RequestState()

  /** Names that are not known for certain. */
  readonly names: NamesState

  readonly #client: Client<Calls>
  /** The draft of the check under way. */
  #checkedId = ''
  readonly #changing = new RequestState()
  readonly #reading = new RequestState()

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    this.names = new NamesState(client, (check) => this.#renamed(check))
    this.rows = new PagedRows((offset, limit) => this.#readRows(offset, limit))
    on('draft:progress', ({ draftId, bytes, totalBytes, rows }) => {
      if (this.checking.busy && draftId === this.#checkedId) this.progress = { bytes, totalBytes, rows }
    })
  }

  /** Why rows could not be read or changed. */
  get failure(): Failure | null {
    return this.#changing.failure ?? this.#reading.failure
  }

  /** The check asks for a confirmation that the dealer has not given yet. */
  get unconfirmed(): boolean {
    return this.result?.confirmations.some(({ code }) => !this.confirmed.includes(code)) ?? false
  }

  /** Only some of the rows are shown. */
  get narrowed(): boolean {
    return this.problem !== null || this.filter !== 'all'
  }

  get sendable(): boolean {
    return this.result !== null && this.result.toSend > 0 && !this.unconfirmed
  }

  /** Whether the rows are checked, or being checked. */
  started(): boolean {
    return this.result !== null || this.checking.busy
  }

  /** Checks every row. Returns false if that failed or was cancelled. */
  async run(choices: CheckChoices): Promise<boolean> {
    this.#checkedId = choices.draftId
    this.clear()
    const result = await this.checking.run((signal) => this.#client('draft:check', choices, { signal }))
    if (!result) return false
    this.progress = null
    this.result = result
    this.filter = result.invalid > 0 ? 'problems' : 'all'
    await Promise.all([this.rows.reset(), this.names.load(result)])
    return true
  }

  cancel(): void {
    this.checking.stop()
    this.progress = null
  }

  /** Forgets what was found, because the choices changed. */
  clear(): void {
    for (const request of [this.checking, this.planning, this.#changing, this.#reading]) request.clear()
    this.progress = null
    this.result = null
    this.filter = 'all'
    this.problem = null
    this.confirmed = []
    this.names.clear()
  }

  async show(filter: DraftFilter, problem: ProblemKind | null = null): Promise<void> {
    this.filter = filter
    this.problem = problem
    await this.rows.reset()
  }

  confirm(code: ConfirmationCode, yes: boolean): void {
    const others = this.confirmed.filter((known) => known !== code)
    this.confirmed = yes ? [...others, code] : others
  }

  /** Puts another value into a cell. */
  async fix(index: number, row: DraftRow, column: number, value: string): Promise<void> {
    const draftId = this.result?.draftId
    if (!draftId || row.cells[column] === value) return
    const request = { draftId, line: row.line, column, value }
    const fixed = await this.#changing.run(() => this.#client('draft:fix', request))
    if (!fixed) return
    this.rows.replace(index, fixed.row)
    this.result = fixed.check
    await this.names.load(fixed.check)
  }

  async leaveOut(index: number, row: DraftRow, leftOut: boolean): Promise<void> {
    if (row.leftOut === leftOut) return
    if (await this.#leaveOut([row.line], leftOut)) this.rows.replace(index, { ...row, leftOut })
  }

  /** Leaves out every row of the filter, or includes them again. */
  async leaveOutShown(leftOut: boolean): Promise<void> {
    const draftId = this.result?.draftId
    if (!draftId) return
    const request = { draftId, ...this.#shown, leftOut }
    const result = await this.#changing.run(() => this.#client('draft:leave-out-shown', request))
    if (result) this.result = result
    await this.rows.refresh()
  }

  /** Makes a batch of the rows and starts to send it. Returns the batch even if sending did not start. */
  async send(): Promise<Batch | null> {
    const draftId = this.result?.draftId
    if (!draftId || this.planning.busy) return null
    const confirmed = [...this.confirmed]
    const planned = await this.planning.run(() => this.#client('batch:plan', { draftId, confirmed }))
    if (!planned) return null
    const sent = await this.planning.run(() => this.#client('batch:send', { batchId: planned.id }))
    return sent ?? planned
  }

  /** Rows were checked again, because more names are known. */
  async #renamed(check: Check): Promise<void> {
    this.result = check
    if (check.invalid === 0 && this.filter === 'problems') this.filter = 'all'
    await Promise.all([this.rows.reset(), this.names.load(check)])
  }

  get #shown(): { filter: DraftFilter; problem?: ProblemKind } {
    const { filter, problem } = this
    return { filter, ...(problem && { problem }) }
  }

  async #leaveOut(lines: number[], leftOut: boolean): Promise<boolean> {
    const draftId = this.result?.draftId
    if (!draftId) return false
    const result = await this.#changing.run(() =>
      this.#client('draft:leave-out', { draftId, lines, leftOut }),
    )
    if (result) this.result = result
    return result !== undefined
  }

  async #readRows(offset: number, limit: number): Promise<RowPage<DraftRow> | undefined> {
    const draftId = this.result?.draftId
    if (!draftId) return undefined
    const request = { draftId, ...this.#shown, offset, limit }
    return this.#reading.run(() => this.#client('draft:rows', request))
  }
}
