import type { AskOf, Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Batch, Problem } from '#shared/batch/row.ts'
import type { Check, DraftRow } from '#shared/import/draft.ts'
import type { Listen } from '../bridge.ts'
import { PagedRows } from '../ui/grid/paged-rows.svelte.ts'

type CheckAsk = AskOf<Calls['draft:check']>
export type DraftFilter = AskOf<Calls['draft:rows']>['filter']
export type ProblemKind = Pick<Problem, 'code' | 'column'>

/** What checking a draft's rows found, and what the dealer does about it. */
export class CheckState {
  running = $state(false)
  progress = $state.raw<{ bytes: number; totalBytes: number; rows: number } | null>(null)
  result = $state.raw<Check | null>(null)
  filter = $state<DraftFilter>('all')
  problem = $state.raw<ProblemKind | null>(null)
  /** Brakes that were answered with the second yes. */
  released = $state.raw<readonly string[]>([])
  failure = $state.raw<Failure | null>(null)
  planning = $state(false)
  readonly rows: PagedRows<DraftRow>

  readonly #client: Client<Calls>
  #abort: AbortController | null = null

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    this.rows = new PagedRows((offset, limit) => this.#read(offset, limit))
    on('draft:progress', ({ bytes, totalBytes, rows }) => {
      if (this.running) this.progress = { bytes, totalBytes, rows }
    })
  }

  get braked(): boolean {
    return this.result?.brakes.some(({ code }) => !this.released.includes(code)) ?? false
  }

  /** Only some of the rows are shown. */
  get narrowed(): boolean {
    return this.problem !== null || this.filter !== 'all'
  }

  get sendable(): boolean {
    return this.result !== null && this.result.toSend > 0 && !this.braked
  }

  /** Answers the failure, or null when every row was checked. */
  async run(ask: CheckAsk): Promise<Failure | null> {
    this.forget()
    const abort = (this.#abort = new AbortController())
    this.running = true
    const reply = await this.#client('draft:check', ask, { signal: abort.signal })
    if (this.#abort !== abort) return null
    this.running = false
    this.progress = null
    if (!reply.ok) return reply.failure
    this.result = reply.value
    this.filter = reply.value.invalid > 0 ? 'problems' : 'all'
    await this.rows.reset()
    return null
  }

  cancel(): void {
    this.#abort?.abort()
  }

  /** The choices changed: what was found holds no more. */
  forget(): void {
    this.#abort?.abort()
    this.#abort = null
    this.running = false
    this.progress = null
    this.result = null
    this.filter = 'all'
    this.problem = null
    this.released = []
    this.failure = null
  }

  async show(filter: DraftFilter, problem: ProblemKind | null = null): Promise<void> {
    this.filter = filter
    this.problem = problem
    await this.rows.reset()
  }

  release(code: string, yes: boolean): void {
    const others = this.released.filter((known) => known !== code)
    this.released = yes ? [...others, code] : others
  }

  /** Answers the row as it stands now; null when the row couldn't be mended. */
  async mend(index: number, row: DraftRow, column: number, value: string): Promise<DraftRow | null> {
    const draftId = this.result?.draftId
    if (!draftId || row.cells[column] === value) return row
    const reply = await this.#client('draft:mend', { draftId, line: row.line, column, value })
    if (!this.#took(reply)) return null
    this.rows.replace(index, reply.value.row)
    this.result = reply.value.check
    return reply.value.row
  }

  async leaveOut(index: number, row: DraftRow, leftOut: boolean): Promise<void> {
    const draftId = this.result?.draftId
    if (!draftId || row.leftOut === leftOut) return
    const reply = await this.#client('draft:leave-out', { draftId, lines: [row.line], leftOut })
    if (!this.#took(reply)) return
    this.rows.replace(index, { ...row, leftOut })
    this.result = reply.value
  }

  /** Leaves out every row that is shown now, or takes them in again. */
  async leaveOutShown(leftOut: boolean): Promise<void> {
    const draftId = this.result?.draftId
    if (!draftId) return
    for (let offset = 0; ;) {
      const page = await this.#read(offset, 500)
      if (!page || page.rows.length === 0) break
      const lines = page.rows.filter((row) => row.leftOut !== leftOut).map(({ line }) => line)
      const reply = await this.#client('draft:leave-out', { draftId, lines, leftOut })
      if (!this.#took(reply)) break
      this.result = reply.value
      offset += page.rows.length
      if (offset >= page.total) break
    }
    await this.rows.refresh()
  }

  /** Freezes the rows as a batch and begins to send it. The batch is answered even where sending didn't begin. */
  async send(): Promise<Batch | null> {
    const draftId = this.result?.draftId
    if (!draftId || this.planning) return null
    this.planning = true
    this.failure = null
    const planned = await this.#client('batch:plan', { draftId, brakesReleased: this.released.length > 0 })
    const sent = planned.ok ? await this.#client('batch:send', { batchId: planned.value.id }) : planned
    this.planning = false
    if (sent.ok) return sent.value
    this.failure = sent.failure
    return planned.ok ? planned.value : null
  }

  #took<Value>(
    reply: { ok: true; value: Value } | { ok: false; failure: Failure },
  ): reply is { ok: true; value: Value } {
    this.failure = reply.ok ? null : reply.failure
    return reply.ok
  }

  async #read(offset: number, limit: number): Promise<{ total: number; rows: DraftRow[] } | null> {
    const draftId = this.result?.draftId
    if (!draftId) return null
    const { filter, problem } = this
    const reply = await this.#client('draft:rows', {
      draftId,
      filter,
      ...(problem && { problem }),
      offset,
      limit,
    })
    if (!reply.ok) this.failure = reply.failure
    return reply.ok ? reply.value : null
  }
}
