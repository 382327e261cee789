import type { ColumnChange } from '#shared/import/column-change.ts'
import type { Client, Reply, RequestOf } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { Batch } from '#shared/batch/row.ts'
import type { Check, Confirmation, ConfirmationCode, DraftRow, GroupedRows } from '#shared/import/draft.ts'
import type { Listen } from '../bridge.ts'
import { AdvertChanges } from './advert-changes.svelte.ts'
import { AskedCars } from './stock/asked-cars.svelte.ts'
import { FreshnessState } from './freshness-state.svelte.ts'
import { NamesState } from './names-state.svelte.ts'
import { PagedRows, type RowPage } from '../ui/grid/paged-rows.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'

type CheckChoices = RequestOf<Calls['draft:check']>
type RowsRequest = RequestOf<Calls['draft:rows']>
/** Only some of the rows that pass a filter: of a group, with a problem, or asked about. */
export type RowsOnly = Pick<RowsRequest, 'problem' | 'asked' | 'group' | 'found'>
/** Consent for planning the whole stock of a source, in addition to the confirmations. */
export type StockConsent = Pick<RequestOf<Calls['stock:plan']>, 'stock' | 'olderOf'>
export type DraftFilter = RowsRequest['filter']

type RowChange = (
  draftId: string,
) => Promise<Reply<Check | { readonly check: Check; readonly row?: DraftRow }>>

/** Result of checking a draft's rows, and what the dealer does about it. */
export class CheckState {
  progress = $state.raw<{ share: number; rows: number } | null>(null)
  result = $state.raw<Check | null>(null)
  filter = $state<DraftFilter>('all')
  only = $state.raw<RowsOnly>({})
  /** The row that was fixed last, as it is now: it may not be among those of the filter any more. */
  fixed = $state.raw<DraftRow | null>(null)
  /** Codes of the confirmations that the dealer gave. */
  confirmed = $state.raw<readonly ConfirmationCode[]>([])
  /** Changes of the rows that are gone, because other choices made the rows be checked again. */
  lost = $state(0)
  readonly rows: PagedRows<DraftRow>
  /** Groups of the rows as main last had them. */
  grouped = $state.raw<GroupedRows | null>(null)
  /** The check of every row. */
  readonly checking = new RequestState()
  /** The batch is being planned, and its sending started. */
  readonly planning = new RequestState()

  /** Names that are not known for certain. */
  readonly names: NamesState
  /** Age of the facts that the rows were compared with. */
  readonly freshness: FreshnessState
  /** Changes of adverts while their rows are shown. */
  readonly changes: AdvertChanges
  /** Cars that the plan of a whole stock asks about. */
  readonly asked: AskedCars

  readonly #client: Client<Calls>
  /** Choices of the last check. */
  #choices: CheckChoices | null = null
  readonly #changing = new RequestState()
  #settled: Promise<unknown> = Promise.resolve()
  readonly #reading = new RequestState()
  readonly #counting = new RequestState()

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    this.names = new NamesState(client, (check) => this.#renamed(check))
    this.freshness = new FreshnessState(client, (check) => this.#renamed(check))
    this.changes = new AdvertChanges(client, on, {
      check: () => this.result,
      onChecked: (check) => this.#followed(check),
    })
    this.asked = new AskedCars(client)
    this.rows = new PagedRows((offset, limit) => this.#readRows(offset, limit))
    on('draft:progress', ({ draftId, share, rows }) => {
      if (this.checking.busy && draftId === this.#choices?.draftId) this.progress = { share, rows }
    })
  }

  /** Why rows could not be read or changed. */
  get failure(): Failure | null {
    const others = [
      this.changes.request,
      this.#counting,
      this.#reading,
      this.freshness.reading,
      this.asked.reading,
    ]
    return this.#changing.failure ?? others.find(({ failure }) => failure)?.failure ?? null
  }

  /** Confirmations that the check asks for and the dealer has not given. */
  get open(): readonly Confirmation[] {
    return this.result?.confirmations.filter(({ code }) => !this.confirmed.includes(code)) ?? []
  }

  /** True while a question about the whole file has no answer: none of its rows can stay behind. */
  get unconfirmed(): boolean {
    return this.open.some(({ code }) => wholeFile.has(code))
  }

  /** Rows that are sent, without those that wait for an answer, and the requests for them. */
  get sending(): { readonly toSend: number; readonly deletes: number; readonly calls: number } {
    const open = new Set(this.open.map(({ code }) => code))
    const behind = this.result?.asked.filter(({ codes }) => codes.some((code) => open.has(code))) ?? []
    const { toSend = 0, deletes = 0, calls = 0 } = this.result ?? {}
    return behind.reduce(
      (left, each) => ({
        toSend: left.toSend - each.count,
        deletes: left.deletes - each.deletes,
        calls: left.calls - each.calls,
      }),
      { toSend, deletes, calls },
    )
  }

  /** Only some of the rows are shown. */
  get narrowed(): boolean {
    return this.filter !== 'all' || Object.values(this.only).some((each) => each !== undefined)
  }

  get sendable(): boolean {
    return this.sending.toSend > 0 && !this.unconfirmed
  }

  /** True if the rows are checked, or being checked. */
  started(): boolean {
    return this.result !== null || this.checking.busy
  }

  /** Checks every row. Returns false if that failed or was cancelled. */
  async run(choices: CheckChoices): Promise<boolean> {
    this.#choices = choices
    this.clear()
    const result = await this.checking.run((signal) => this.#client('draft:check', choices, { signal }))
    if (!result) return false
    this.progress = null
    this.result = result
    this.only = firstRows(result)
    this.changes.soon()
    const facts = [this.names, this.freshness, this.asked].map((each) => each.load(result))
    await Promise.all([this.rows.reset(), ...facts])
    return true
  }

  cancel(): void {
    this.checking.stop()
    this.progress = null
  }

  /** Forgets what was found, because the choices changed. Rows that were changed or left out come back as the file has them. */
  clear(): void {
    this.lost += this.result?.steps.undo ?? 0
    for (const request of [this.checking, this.planning, this.#changing, this.#reading, this.#counting])
      request.clear()
    this.progress = null
    this.result = null
    this.fixed = null
    this.filter = 'all'
    this.only = {}
    this.confirmed = []
    this.grouped = null
    this.names.clear()
    this.freshness.clear()
    this.changes.clear()
  }

  async show(filter: DraftFilter, only: RowsOnly = {}): Promise<void> {
    this.filter = filter
    this.only = only
    this.fixed = null
    await this.rows.reset()
  }

  /** Reads the rows on the screen again, whose messages are in the language of when they were read. */
  async readAgain(): Promise<void> {
    if (this.result === null) return
    this.fixed = null
    await this.rows.refresh()
  }

  confirm(code: ConfirmationCode, yes: boolean): void {
    const others = this.confirmed.filter((known) => known !== code)
    this.confirmed = yes ? [...others, code] : others
  }

  /** Puts another value into a cell. @returns why it could not be, in words, or undefined */
  async fix(row: DraftRow, column: number, value: string): Promise<string | undefined> {
    if ((row.cells[column] ?? '') === value) return undefined
    const fixed = await this.#change((draftId) =>
      this.#client('draft:fix', { draftId, line: row.line, column, value }),
    )
    return fixed ? undefined : this.#changing.failure?.words
  }

  /** Changes the cells of a column in the rows that are shown, from a line on if one is given, as one step. */
  async changeColumn(change: ColumnChange, from?: number): Promise<void> {
    await this.#change((draftId) =>
      this.#client('draft:change-column', { draftId, ...this.#shown, ...change, from }),
    )
  }

  /** Repairs the letters of a column in all rows, as one step. */
  async repairLetters(column: number): Promise<void> {
    const change = { column, match: 'spoilt' as const, value: '', filter: 'all' as const }
    await this.#change((draftId) => this.#client('draft:change-column', { draftId, ...change }))
  }

  /** Rows of new adverts whose stock numbers have adverts, as far as nothing is decided about them. */
  get linked(): number {
    const count = this.result?.problems.find(({ code }) => code === 'number-linked')?.count ?? 0
    return this.result && this.result.leftOut < count ? count : 0
  }

  /** Makes these rows change their adverts. */
  async changeLinked(): Promise<void> {
    await this.#change((draftId) => this.#client('draft:change-linked', { draftId }))
    if (this.result?.invalid === 0 && this.only.group === 'error') await this.show('all')
  }

  /** Number of cells that would change; undefined if that failed, or another count was asked for meanwhile. */
  async countChanged(
    change: ColumnChange,
    from?: number,
  ): Promise<{ changed: number; lost: number } | undefined> {
    const draftId = this.result?.draftId
    if (!draftId) return undefined
    const request = { draftId, ...this.#shown, ...change, from }
    return this.#counting.replace((signal) => this.#client('draft:count-changed', request, { signal }))
  }

  /** Changes the rows as an earlier start of the app kept them. */
  async restore(draftId: string): Promise<void> {
    const restored = await this.#changing.run(() => this.#client('draft:restore', { draftId }))
    if (!restored) return
    this.lost += restored.lost
    await this.#show(restored.check)
  }

  /** Over when each change of the rows that was asked for is known, or failed. */
  async settled(): Promise<void> {
    await this.#settled
  }

  /** Undoes the last change of the rows, or does it again. */
  async move(way: 'undo' | 'redo'): Promise<void> {
    await this.#change((draftId) => this.#client('draft:move-step', { draftId, way }))
  }

  async leaveOut(row: DraftRow, leftOut: boolean): Promise<void> {
    if (row.leftOut === leftOut) return
    await this.#change((draftId) => this.#client('draft:leave-out', { draftId, lines: [row.line], leftOut }))
  }

  /** Leaves out every row of the filter, or includes them again. */
  async leaveOutShown(leftOut: boolean): Promise<void> {
    await this.#change((draftId) =>
      this.#client('draft:leave-out-shown', { draftId, ...this.#shown, leftOut }),
    )
  }

  /** Leaves these rows out, as one step. @returns false if that failed */
  leaveOutOnly(only: RowsOnly): Promise<boolean> {
    return this.#change((draftId) =>
      this.#client('draft:leave-out-shown', { draftId, filter: 'all', ...only, leftOut: true }),
    )
  }

  /**
   * Makes a batch of the rows and starts to send it; rows with an open question stay behind.
   * @returns the batch, even if sending did not start; null if nothing had to be sent; undefined if it failed
   */
  async send(consent?: StockConsent): Promise<Batch | null | undefined> {
    const draftId = this.result?.draftId
    if (!draftId || this.planning.busy) return undefined
    const { confirmed, open } = this
    const planned = await this.planning.run<Batch | null>(async () => {
      const failure = await this.#leaveOut(open)
      if (failure) return { ok: false, failure }
      // Consent to some rows is consent to fewer of them, unless their adverts changed meanwhile.
      const given = confirmed.filter((code) => code !== 'changed-since' || this.confirmed.includes(code))
      // What words mean is asked of rows that are left out, too.
      const words = open.flatMap(({ code }) => (code === 'value-assumed' ? [code] : []))
      const asked = { draftId, confirmed: [...given, ...words] }
      return consent
        ? this.#client('stock:plan', { ...asked, ...consent })
        : this.#client('batch:plan', asked)
    })
    if (!planned) return planned
    const sent = await this.planning.run(() => this.#client('batch:send', { batchId: planned.id }))
    return sent ?? planned
  }

  /** Leaves the rows of these questions out. @returns why it failed, or null */
  async #leaveOut(asked: readonly Confirmation[]): Promise<Failure | null> {
    for (const { code } of asked)
      if (!(await this.leaveOutOnly({ asked: code }))) return this.#changing.failure
    return null
  }

  /** Rows were checked again, because more names are known. What is done about a car may follow from all others. */
  async #renamed(check: Check): Promise<void> {
    if (this.#choices?.stock) {
      await this.run(this.#choices)
      return
    }
    await this.#show(check)
  }

  /** The rows on the screen stay where they are: a person reads them. */
  async #followed(check: Check): Promise<void> {
    this.#take(check)
    this.fixed = null
    await this.rows.refresh()
  }

  /** Shows rows of which any may be another now. */
  async #show(check: Check): Promise<void> {
    this.#take(check)
    if (check.invalid === 0 && this.only.group === 'error') this.only = {}
    await Promise.all([this.rows.reset(), this.names.load(check)])
  }

  get #shown(): { filter: DraftFilter } & RowsOnly {
    return { filter: this.filter, ...this.only }
  }

  /** Changes rows, and reads those on the screen again: a row may be among those of the filter no longer. */
  async #change(call: RowChange): Promise<boolean> {
    const changed = this.#changed(call)
    this.#settled = Promise.all([this.#settled, changed])
    const check = await changed
    if (check) await Promise.all([this.rows.refresh(), this.names.load(check)])
    return check !== undefined
  }

  /** Answers may come in another order than that of the changes. */
  async #changed(call: RowChange): Promise<Check | undefined> {
    const draftId = this.result?.draftId
    if (!draftId) return undefined
    const done = await this.#changing.run(() => call(draftId))
    if (!done) return undefined
    const check = 'check' in done ? done.check : done
    if (check.revision >= (this.result?.revision ?? 0)) this.#take(check)
    this.fixed = ('row' in done && done.row) || null
    return check
  }

  /** Takes a check; a confirmation counts only for the rows that it was asked about. */
  #take(check: Check): void {
    const asked = new Map(this.result?.confirmations.map((each) => [each.code, JSON.stringify(each)]))
    const same = check.confirmations.filter((each) => asked.get(each.code) === JSON.stringify(each))
    this.confirmed = this.confirmed.filter((code) => same.some((each) => each.code === code))
    this.result = check
  }

  async #readRows(offset: number, limit: number): Promise<RowPage<DraftRow> | undefined> {
    const draftId = this.result?.draftId
    if (!draftId) return undefined
    const groupsOf = this.grouped?.revision ?? -1
    const request = { draftId, ...this.#shown, groupsOf, offset, limit }
    const page = await this.#reading.run(() => this.#client('draft:rows', request))
    if (page?.grouped) this.grouped = page.grouped
    return page
  }
}

/** Questions about a file of which no row can be left out. */
const wholeFile: ReadonlySet<ConfirmationCode> = new Set(['rows-stated', 'rows-hidden'])

/**
 * Rows that are shown first. Those that one press sends are seen with their errors; of a whole stock, questions come first
 * unless all of it is in question.
 */
function firstRows({ stock, invalid, toSend }: Check): RowsOnly {
  if (stock) return !stock.brake && stock.counts.asked > 0 ? { group: 'asked' } : {}
  return invalid > 0 && toSend === 0 ? { group: 'error' } : {}
}
