import { setImmediate } from 'node:timers/promises'
import type { BulkChange } from '#shared/staged/bulk-change.ts'
import type { BulkResult, RefusedCell, TypedCell } from '#shared/staged/staged-calls.ts'
import type { CellRef, SeenCell, StagedRow, StagedState, StagedSummary } from '#shared/staged/staged-edit.ts'
import type { BulkEdit, BulkPut } from './bulk-edit.ts'
import { slicesOf, StagedSettling, wholePrice } from './staged-settling.ts'
import { ShownEdits } from './staged-table.ts'
import {
  type CellValue,
  heldUnder,
  isSameCell,
  isSeen,
  type KnownAdvert,
  type StagedEdit,
  valueNow,
  withoutNewer,
} from './staged-edit.ts'
import type { Context } from '../context/context.ts'
import { timestamp } from '../system/clock.ts'
import { Throttle } from '../system/throttle.ts'
import { readCell } from './cell-reading.ts'
import type { StagedAdverts } from './staged-adverts.ts'
import { StagedStore, type WriteCell } from './staged-store.ts'

interface PutOptions {
  readonly known: KnownAdvert | undefined
  /** The edit that the cell has already. */
  readonly before: StagedEdit | null
  readonly write: WriteCell
  /** ISO 8601. */
  readonly stagedAt: string
  readonly differs?: boolean
}

/** Pause between news of edits for the window while a batch writes them, in ms. */
const reportedEvery = 250

/** Edits that are not sent yet: made in the grid, in the pane and in bulk, kept until they are sent or dropped. */
export class StagedService {
  readonly adverts: StagedAdverts
  readonly #context: Context
  readonly #store: StagedStore
  readonly #throttle: Throttle
  /** The edits with their adverts' present values. */
  readonly shown: ShownEdits
  /** The batches that hold edits. */
  readonly settling: StagedSettling
  /** By account: what the window knows last. */
  readonly #revisions = new Map<string, number>()

  constructor(context: Context, adverts: StagedAdverts) {
    this.adverts = adverts
    this.#context = context
    this.#store = new StagedStore(context.edits)
    this.#throttle = new Throttle(context.clock, reportedEvery)
    this.settling = new StagedSettling(context, this.#store, adverts, (account, changed) =>
      this.#reported(account, changed),
    )
    this.shown = new ShownEdits(this.#store.table, adverts, (batch) => this.settling.isUnreadable(batch))
    this.#follow(context)
  }

  /** Follows the batches that edits are sent with. */
  #follow({ hub, log }: Context): void {
    const failed = (error: unknown): void => log.warn('edits were not brought up to date', { error })
    hub.on('advert-written', ({ owner, write, autoId }) => {
      if (write.operation === 'edit')
        this.settling.noteWritten(owner.accountId, autoId, write.payload).catch(failed)
    })
    hub.on('batch-changed', ({ state, accountId }) => {
      if (state !== 'running') this.settling.settleBatches(accountId).catch(failed)
    })
    // What the command line did meanwhile for an account that the window did not show.
    hub.on('account-changed', ({ accountId }) => {
      this.settling.settleBatches(accountId).catch(failed)
    })
  }

  async #accountId(): Promise<string> {
    return (await this.#context.accounts.owner()).accountId
  }

  /** Summary of what is staged. A command's change in the same folder is reported like the window's own. */
  async summary(): Promise<StagedSummary> {
    const account = await this.#accountId()
    const summary = this.#store.summary(account)
    const known = this.#revisions.get(account) ?? summary.revision
    this.#revisions.set(account, summary.revision)
    return known === summary.revision ? summary : this.#reported(account, null)
  }

  /** Reads typed texts and stages them as one step. A blank text leaves its cell alone, as in an import. */
  async stage(cells: readonly TypedCell[]): Promise<{ staged: number; refused: RefusedCell[] }> {
    const account = await this.#accountId()
    const refused: RefusedCell[] = []
    let staged = 0
    const stagedAt = timestamp(this.#context.clock)
    await this.#step(account, async (write) => {
      for (const slice of slicesOf(cells.filter(({ text }) => text.trim() !== ''))) {
        const known = this.shown.known(account, slice)
        const edits = this.#editsOf(account, slice)
        for (const cell of slice) {
          const advert = known.get(cell.advert)
          const currency = cell.field === 'price' ? (cell.currency ?? currencyOf(advert)) : null
          const read = readCell({ ...cell, currency })
          const { value, problem } =
            cell.field === 'price' ? wholePrice(read, valueNow(advert, cell.field)) : read
          if (problem) refused.push({ advert: cell.advert, field: cell.field, problem })
          else {
            this.#put(cell, value, { known: advert, before: edits.get(keyOf(cell)) ?? null, write, stagedAt })
            staged++
          }
        }
        await setImmediate()
      }
    })
    return { staged, refused }
  }

  async unstage(cells: readonly CellRef[]): Promise<StagedSummary> {
    const account = await this.#accountId()
    await this.#step(account, async (write) => {
      for (const slice of slicesOf(cells)) {
        const edits = this.#editsOf(account, slice)
        for (const cell of slice) {
          const before = edits.get(keyOf(cell))
          if (before?.batch === null) write(cell, before, withoutNewer(before))
        }
        await setImmediate()
      }
    })
    return this.#store.summary(account)
  }

  async unstageAll(): Promise<StagedSummary> {
    const account = await this.#accountId()
    return this.#reported(account, await this.#store.dropUnsent(account))
  }

  /**
   * The edits replace what the person saw. @returns also how many cells have another value by now: those stay in conflict
   */
  async keep(cells: readonly SeenCell[]): Promise<{ summary: StagedSummary; changed: number }> {
    const account = await this.#accountId()
    let changed = 0
    await this.#step(account, async (write) => {
      for (const slice of slicesOf(cells)) {
        const known = this.shown.known(account, slice)
        const edits = this.#editsOf(account, slice)
        for (const cell of slice) {
          const before = edits.get(keyOf(cell))
          const now = valueNow(known.get(cell.advert), cell.field)
          if (before?.batch !== null) continue
          if (isSeen(cell, now)) write(cell, before, { ...before, ...seenAs(now) })
          else changed++
        }
        await setImmediate()
      }
    })
    return { summary: this.#store.summary(account), changed }
  }

  async move(way: 'undo' | 'redo'): Promise<StagedSummary> {
    const account = await this.#accountId()
    const changed = await this.#store.move(account, way)
    // The batch of an edit that is back may have ended meanwhile.
    await this.settling.settleBatches(account)
    return this.#reported(account, changed)
  }

  /** The edits of one advert. */
  async of(advert: number): Promise<StagedRow[]> {
    return this.shown.of(await this.#accountId(), advert)
  }

  /** Ids of the adverts with edits that no batch holds: those that the summary counts. */
  unsentIn(account: string): ReadonlySet<number> {
    return new Set(this.#store.table.unsent(account))
  }

  /** Ids of the adverts that have edits. */
  editedIn(account: string): ReadonlySet<number> {
    return new Set(this.#store.table.adverts(account))
  }

  /** One page of all edits, or of those in a state. */
  async list(
    state: StagedState | null,
    offset: number,
    limit: number,
  ): Promise<{ total: number; rows: StagedRow[] }> {
    return this.shown.list(await this.#accountId(), state, offset, limit)
  }

  /** Effects of a change of these adverts. */
  async bulkPreview(ids: Float64Array, change: BulkChange, signal?: AbortSignal): Promise<BulkResult> {
    const account = await this.#accountId()
    return (await this.#bulk(account)).run(ids, change, { signal })
  }

  /** Stages the change of these adverts as one step. */
  async bulk(ids: Float64Array, change: BulkChange): Promise<BulkResult> {
    const account = await this.#accountId()
    const results: BulkResult[] = []
    const stagedAt = timestamp(this.#context.clock)
    await this.#step(account, async (write) => {
      const put: BulkPut = (cell, value, known, before) =>
        this.#put(cell, value, { known, before, write, stagedAt, differs: before === null })
      results.push(await (await this.#bulk(account)).run(ids, change, { put }))
    })
    const [result] = results
    if (!result) throw new Error('a change of adverts has a result')
    return result
  }

  /**
   * A batch that is being planned holds these cells as they were at this revision. Call `planned` when it can be sent, or when its
   * planning failed.
   * @returns false, and nothing is held, if edits changed since
   */
  async hold(account: string, batch: string, cells: readonly CellRef[], revision: number): Promise<boolean> {
    this.settling.leave(batch)
    const held = await this.#store.hold(account, batch, cells, revision)
    this.#reported(account, null)
    return held
  }

  /** Closes the file after what is under way. The batches must have stopped, and their journal must still be open. */
  async close(): Promise<void> {
    await this.settling.ended()
    await this.#store.close()
  }

  /**
   * Stages a value, or drops the edit if it is what the advert has already.
   * @param differs the value was compared with what the advert has, and is another one
   */
  #put(
    cell: CellRef,
    { value, currency }: CellValue,
    { known, before, write, stagedAt, differs = false }: PutOptions,
  ): void {
    const { advert, field } = cell
    const now = valueNow(known, field)
    const isSame = !differs && now !== null && isSameCell(field, { value, currency }, now)
    // A person can no longer take back what a batch holds: a new edit follows it, and lies over it while it is held.
    const unsent = before?.batch === null ? before : null
    if (isSame && unsent && !unsent.held) write(cell, unsent, null)
    if (isSame && !heldUnder(before)) return
    const held = heldUnder(before)
    write(cell, before, { advert, field, value, currency, ...seenAs(now), stagedAt, batch: null, held })
  }

  async #step(account: string, work: (write: WriteCell) => void | Promise<void>): Promise<void> {
    this.#reported(account, await this.#store.step(account, work))
  }

  #reported(account: string, changed: readonly number[] | null): StagedSummary {
    const summary = this.#store.summary(account)
    this.#revisions.set(account, summary.revision)
    const report = (): void =>
      this.#context.forCurrent(account, () =>
        this.#context.publish('staged:changed', { summary, adverts: changed && [...changed] }),
      )
    if (changed === null) this.#throttle.run(account, report)
    else report()
    return summary
  }

  async #bulk(account: string): Promise<BulkEdit> {
    const bulk = await import('./bulk-edit.ts')
    return new bulk.BulkEdit(account, this.adverts, this.#store.table)
  }

  #editsOf(account: string, cells: readonly CellRef[]): ReadonlyMap<string, StagedEdit> {
    const found = this.#store.table.of(account, [...new Set(cells.map(({ advert }) => advert))])
    return new Map(found.map((edit) => [keyOf(edit), edit]))
  }
}

const keyOf = ({ advert, field }: CellRef): string => `${advert} ${field}`

const currencyOf = (known: KnownAdvert | undefined): CellValue['currency'] =>
  valueNow(known, 'price')?.currency ?? null

const seenAs = (now: CellValue | null): Pick<StagedEdit, 'seen' | 'seenCurrency'> => ({
  seen: now?.value ?? null,
  seenCurrency: now?.currency ?? null,
})
