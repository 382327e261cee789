import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { BulkChange } from '#shared/staged/bulk-change.ts'
import type { BulkResult, TypedCell } from '#shared/staged/staged-calls.ts'
import type { CellRef, SeenCell, StagedRow, StagedSummary } from '#shared/staged/staged-edit.ts'
import { m } from '#shared/i18n/generated/messages.js'
import { formatNumber } from '../ui/format.ts'
import type { Listen } from '../bridge.ts'
import type { AppContext } from '../ui/app-context.ts'
import type { LeftOut } from '../ui/grid/cell-editing.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState, type BridgeCall } from '../ui/request.svelte.ts'
import type { Toasts } from '../ui/toasts.svelte.ts'

const nothing: StagedSummary = {
  edits: 0,
  adverts: 0,
  sending: 0,
  canUndo: false,
  canRedo: false,
  revision: 0,
}

/** Cells that one call takes. */
const mostCells = 20_000

/** Sentence about the cells of a block that were left out, and why; none if nothing was. */
function leftOutWords({ outside, fixed, blank }: LeftOut): string[] {
  const parts = [
    outside > 0 ? m.staged_paste_outside({ count: formatNumber(outside) }) : '',
    fixed > 0 ? m.staged_paste_fixed({ count: fixed }) : '',
    blank > 0 ? m.staged_paste_blank({ count: formatNumber(blank) }) : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? [] : [`${m.word_left_out()}: ${parts.join(', ')}.`]
}

const nameOf = ({ advert, field }: CellRef): string => `${advert} ${field}`

type Changed = (adverts: readonly number[] | null) => void

/** The edits that are not sent yet, as the window knows and changes them. */
export class StagedState {
  summary = $state.raw<StagedSummary>(nothing)
  readonly request = new RequestState()
  readonly #client: Client<Calls>
  readonly #toasts: Toasts
  readonly #listeners = new Set<Changed>()
  /** The texts that were refused last, by their cells. */
  readonly #refused = new Map<string, string>()
  #dropping: Promise<void> = Promise.resolve()

  constructor(client: Client<Calls>, on: Listen<Events>, toasts: Toasts) {
    this.#client = client
    this.#toasts = toasts
    on('staged:changed', ({ summary, adverts }) => {
      this.summary = summary
      for (const listener of this.#listeners) listener(adverts)
    })
  }

  /** Reads how much is staged; to be called for each account that becomes the active one. */
  async load(): Promise<void> {
    this.#refused.clear()
    const summary = await this.request.run((signal) => this.#client('staged:summary', null, { signal }))
    this.summary = summary ?? nothing
  }

  /** Reads how much is staged of the same account; what can't be read stays as it was shown. */
  async loadAgain(): Promise<void> {
    const reply = await this.#client('staged:summary', null)
    if (reply.ok) this.summary = reply.value
  }

  readonly onChanged = (listener: Changed): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Takes what was typed into one cell; a text that is refused stays with the cell, also when that is gone from the screen.
   * @returns what is wrong with it, or why the call failed
   */
  async put(cells: readonly TypedCell[]): Promise<string | undefined> {
    const reply = await this.#client('staged:stage', { cells: [...cells] })
    const problem = reply.ok ? reply.value.refused[0]?.problem.message : reply.failure.words
    for (const cell of cells)
      if (problem === undefined) this.forgetRefused(cell)
      else this.#refused.set(nameOf(cell), cell.text)
    return problem
  }

  refusedText(cell: CellRef): string | undefined {
    return this.#refused.get(nameOf(cell))
  }

  forgetRefused(cell: CellRef): void {
    this.#refused.delete(nameOf(cell))
  }

  sayRefused(title: string, problem: string): void {
    this.#toasts.show(m.staged_pane_refused({ title, problem }), { tone: 'conflict' })
  }

  /** Stages what was pasted or filled, and says what became of it and of what was left out. */
  async paste(cells: readonly TypedCell[], leftOut: LeftOut): Promise<void> {
    const left = leftOutWords(leftOut)
    if (cells.length === 0) {
      this.#toasts.show([m.staged_paste_nothing(), ...left].join(' '), { tone: 'conflict' })
      return
    }
    const reply = await this.#client('staged:stage', { cells: [...cells] })
    if (!reply.ok) {
      this.#toasts.show(reply.failure.words, { tone: 'conflict' })
      return
    }
    const { staged, refused } = reply.value
    const [first] = refused
    if (first) {
      const problem = first.problem.message
      const some = m.staged_pasted_some({ staged, refused: refused.length, problem })
      this.#toasts.show([some, ...left].join(' '), { tone: 'conflict' })
    } else {
      const said = [m.staged_pasted({ count: staged }), ...left].join(left.length > 0 ? '. ' : '')
      this.#toasts.show(said, { tone: leftOut.outside + leftOut.fixed > 0 ? 'warning' : 'done' })
    }
  }

  tooMany(most: number): void {
    this.#toasts.show(m.staged_too_many({ most: formatNumber(most) }), { tone: 'conflict' })
  }

  unread(): void {
    this.#toasts.show(m.staged_unread(), { tone: 'conflict' })
  }

  /** Drops the edits of these cells, one block after the other, and says how many those were. */
  drop(cells: readonly CellRef[]): Promise<void> {
    this.#dropping = this.#dropping.then(() => this.#drop(cells))
    return this.#dropping
  }

  async #drop(cells: readonly CellRef[]): Promise<void> {
    const { edits } = this.summary
    for (const cell of cells) this.forgetRefused(cell)
    for (let from = 0; from < cells.length; from += mostCells)
      await this.#run((signal) =>
        this.#client('staged:unstage', { cells: cells.slice(from, from + mostCells) }, { signal }),
      )
    const count = edits - this.summary.edits
    if (count > 0) this.#toasts.show(m.staged_dropped({ count }), { tone: 'done', brief: true })
  }

  async dropAll(): Promise<void> {
    await this.#run((signal) => this.#client('staged:unstage-all', null, { signal }))
  }

  /** The edits replace what the adverts have now. */
  async keep(cells: readonly SeenCell[]): Promise<void> {
    const kept = await this.#called((signal) =>
      this.#client('staged:keep', { cells: [...cells] }, { signal }),
    )
    if (!kept) return
    this.summary = kept.summary
    if (kept.changed > 0)
      this.#toasts.show(m.staged_keep_changed({ count: kept.changed }), { tone: 'conflict' })
  }

  async undo(): Promise<void> {
    await this.#run((signal) => this.#client('staged:undo', null, { signal }))
  }

  async redo(): Promise<void> {
    await this.#run((signal) => this.#client('staged:redo', null, { signal }))
  }

  /** The edits of one advert; none if they could not be read, which is said. */
  async of(advert: number): Promise<readonly StagedRow[]> {
    const reply = await this.#client('staged:of', { advert })
    if (reply.ok) return reply.value
    this.#toasts.show(m.staged_of_failed({ words: reply.failure.words }), { tone: 'conflict' })
    return []
  }

  /** Effects of a change of many adverts. */
  preview(ids: Float64Array, change: BulkChange, signal: AbortSignal): Promise<Reply<BulkResult>> {
    return this.#client('staged:bulk-preview', { ids: ids as Float64Array<ArrayBuffer>, change }, { signal })
  }

  /** Number of adverts of an account that have edits that were not sent; undefined if that can't be read. */
  async unsentOf(accountId: string): Promise<number | undefined> {
    const reply = await this.#client('staged:unsent-of', { accountId })
    return reply.ok ? reply.value : undefined
  }

  bulk(ids: Float64Array, change: BulkChange): Promise<BulkResult | undefined> {
    return this.request.run((signal) =>
      this.#client('staged:bulk', { ids: ids as Float64Array<ArrayBuffer>, change }, { signal }),
    )
  }

  async #run(call: BridgeCall<StagedSummary>): Promise<void> {
    const summary = await this.#called(call)
    if (summary) this.summary = summary
  }

  /** Says why it failed, if it did. */
  async #called<Value>(call: BridgeCall<Value>): Promise<Value | undefined> {
    const value = await this.request.run(call)
    if (value === undefined && this.request.failure)
      this.#toasts.show(this.request.failure.words, { tone: 'conflict' })
    return value
  }
}

/** The window's edits. */
export const stagedOf = perWindow((app: AppContext) => new StagedState(app.client, app.on, app.toasts))
