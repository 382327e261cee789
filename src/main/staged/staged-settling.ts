import { setImmediate } from 'node:timers/promises'
import type { CurrencyId } from '#shared/batch/currency.ts'
import type { CellRef } from '#shared/staged/staged-edit.ts'
import { type CellValue, type StagedEdit, isSameCell } from './staged-edit.ts'
import type { Context } from '../context/context.ts'
import type { CellReading } from './cell-reading.ts'
import type { AdvertOutcome, StagedAdverts } from './staged-adverts.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { StagedStore } from './staged-store.ts'

/** The parameters of a write. */
export type Written = Readonly<Record<string, string | number | undefined>>

/** The value of a field in what was written; null if the write did not name it. */
function written(payload: Written, { field }: CellRef): CellValue | null {
  const value = payload[field]
  if (value === undefined) return null
  return { value, currency: field === 'price' ? (payload.currency_id as CurrencyId) : null }
}

/**
 * Effect of a done write for an advert's edits. `done` are those with the written value, `uncovered` those over the
 * written edit: their person knew of it, and it is what they replace. Any other edit stays, with the old value that the
 * person saw. The written value is news to the person, so the edit is in conflict.
 */
function afterWrite(
  edits: readonly StagedEdit[],
  payload: Written,
): { readonly done: readonly StagedEdit[]; readonly uncovered: readonly StagedEdit[] } {
  const done: StagedEdit[] = []
  const uncovered: StagedEdit[] = []
  for (const edit of edits) {
    const value = written(payload, edit)
    if (value === null) continue
    if (isSameCell(edit.field, edit, value)) done.push(edit)
    else if (edit.held && isSameCell(edit.field, edit.held, value)) uncovered.push(overWritten(edit, value))
  }
  return { done, uncovered }
}

const overWritten = (edit: StagedEdit, { value, currency }: CellValue): StagedEdit => ({
  ...edit,
  seen: value,
  seenCurrency: currency,
  held: null,
})

/** Outcomes that are read in one turn. */
const outcomesAtOnce = 500

/**
 * Cells that a batch holds: those that were written, and the adverts whose rows ended without that. `uncovered` are newer
 * edits of such cells, over which nothing is held any more.
 */
async function settledCells(
  pages: Iterable<readonly StagedEdit[]>,
  batch: string,
  outcomes: Iterable<AdvertOutcome>,
): Promise<{
  readonly done: readonly StagedEdit[]
  readonly free: readonly number[]
  readonly uncovered: readonly StagedEdit[]
}> {
  const byAdvert = new Map<number, AdvertOutcome['outcome']>()
  let read = 0
  for (const { advert, outcome } of outcomes) {
    byAdvert.set(advert, outcome)
    if (++read % outcomesAtOnce === 0) await setImmediate()
  }
  const done: StagedEdit[] = []
  const uncovered: StagedEdit[] = []
  const free = new Set<number>()
  for (const page of pages) {
    await setImmediate()
    for (const edit of page) {
      if (edit.batch !== batch && edit.held?.batch !== batch) continue
      const outcome = byAdvert.get(edit.advert) ?? 'not-done'
      if (edit.held) {
        if (outcome === 'done') uncovered.push(overWritten(edit, edit.held))
        if (outcome === 'not-done') uncovered.push({ ...edit, held: null })
      } else if (outcome === 'done') done.push(edit)
      else if (outcome === 'not-done') free.add(edit.advert)
    }
  }
  return { done, free: [...free], uncovered }
}

/** The service shows prices in whole units: a price that differs by less would never be seen to be there, and is refused. */
export function wholePrice(read: CellReading, now: CellValue | null): CellReading {
  if (!read.value || now === null || read.value.value === now.value) return read
  if (!isSameCell('price', read.value, now)) return read
  const message = m.staged_cents({ price: String(now.value) })
  return { problem: { column: 'price', code: 'nothing-to-change', severity: 'error', message, details: {} } }
}

/** Cells or adverts that are looked up in one turn. */
const atOnce = 500

/** The items in slices of which each takes one short turn of the main thread. */
export function* slicesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += atOnce) yield items.slice(from, from + atOnce)
}

/** Settles edits after they were sent: what the service took is dropped, what it did not take is unsent again. */
export class StagedSettling {
  readonly #context: Context
  readonly #store: StagedStore
  readonly #adverts: Pick<StagedAdverts, 'outcomes'>
  readonly #onChanged: (account: string, adverts: readonly number[] | null) => void
  readonly #underWay = new Set<Promise<void>>()
  /** Batches that hold edits, and that can't be found yet: their planning is not over. */
  readonly #beingPlanned = new Set<string>()
  /** Batches that hold edits, and that can't be read: what became of the edits is for the person to find out. */
  readonly #unreadable = new Set<string>()

  /** @param onChanged is called after each change with the adverts whose edits changed; null if they may be many */
  constructor(
    context: Context,
    store: StagedStore,
    adverts: Pick<StagedAdverts, 'outcomes'>,
    onChanged: (account: string, adverts: readonly number[] | null) => void,
  ) {
    this.#context = context
    this.#store = store
    this.#adverts = adverts
    this.#onChanged = onChanged
  }

  isUnreadable(batch: string): boolean {
    return this.#unreadable.has(batch)
  }

  /** The edits that a batch holds stay with it until it is `planned`. */
  leave(batch: string): void {
    this.#beingPlanned.add(batch)
  }

  planned(batch: string): void {
    this.#beingPlanned.delete(batch)
  }

  /** Drops edits that the service took: those that a write named with their value. */
  noteWritten(account: string, advert: number, payload: Written): Promise<void> {
    return this.#untilSettled(this.#noteWritten(account, advert, payload))
  }

  /**
   * Updates the batches that hold edits of the account, by default of the current one: done edits are dropped, the
   * others are unsent again.
   */
  settleBatches(account?: string): Promise<void> {
    return this.#untilSettled(this.#settleBatches(account))
  }

  /** Resolves when nothing is being settled any more. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  /** `ended` waits for it. */
  async #untilSettled(work: Promise<void>): Promise<void> {
    this.#underWay.add(work)
    try {
      await work
    } finally {
      this.#underWay.delete(work)
    }
  }

  async #noteWritten(account: string, advert: number, payload: Written): Promise<void> {
    const store = this.#store
    if (store.table.of(account, [advert]).length === 0) return
    await store.settle(account, (forget) => {
      // Read here: a change that was under way may have edited the advert again.
      const { done, uncovered } = afterWrite(store.table.of(account, [advert]), payload)
      for (const edit of done) forget(edit)
      for (const edit of uncovered) store.table.put(account, edit)
    })
    this.#onChanged(account, [advert])
  }

  async #settleBatches(of?: string): Promise<void> {
    const account = of ?? (await this.#context.accounts.owner()).accountId
    for (const batch of this.#store.table.batches(account))
      if (!this.#beingPlanned.has(batch)) await this.#settleBatch(account, batch)
  }

  async #settleBatch(account: string, batch: string): Promise<void> {
    const store = this.#store
    const settled = (): ReturnType<typeof settledCells> =>
      settledCells(store.table.pages(account), batch, this.#adverts.outcomes(batch))
    let found: Awaited<ReturnType<typeof settled>>
    try {
      found = await settled()
      this.#unreadable.delete(batch)
    } catch (error) {
      // It holds up no other batch, and no edit that none holds.
      if (this.#unreadable.has(batch)) return
      this.#unreadable.add(batch)
      this.#context.log.warn('a batch that holds edits can’t be read', { batch, error })
      this.#onChanged(account, null)
      return
    }
    // Also if none is settled: the batch may ask about some now.
    if (found.done.length + found.free.length + found.uncovered.length === 0) {
      this.#onChanged(account, null)
      return
    }
    await store.settle(account, async (forget) => {
      // Read again: a change that was under way may have edited them again.
      const { done, free, uncovered } = await settled()
      for (const edit of uncovered) store.table.put(account, edit)
      for (const slice of slicesOf(done)) {
        for (const cell of slice) forget(cell)
        await setImmediate()
      }
      for (const slice of slicesOf(free)) {
        for (const advert of slice) store.table.unmark(account, batch, advert)
        await setImmediate()
      }
    })
    this.#onChanged(account, null)
  }
}
