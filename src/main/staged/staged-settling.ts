import { setImmediate } from 'node:timers/promises'
import { afterWrite, settledCells, type Written } from './settled-cells.ts'
import { slicesOf } from './slices.ts'
import type { StagedPorts } from './staged-ports.ts'
import type { StagedStore } from './staged-store.ts'

interface SettlingParts {
  readonly store: StagedStore
  readonly ports: Pick<StagedPorts, 'accountId' | 'outcomes' | 'onUnreadable'>
  /** Told after each change, as in StagedPorts. */
  readonly onChanged: (account: string, adverts: readonly number[] | null) => void
}

/** What becomes of edits once they are sent: what the service took is dropped, what it did not take is unsent again. */
export class StagedSettling {
  readonly #parts: SettlingParts
  readonly #underWay = new Set<Promise<void>>()
  /** Batches that hold edits, and that can't be found yet: their planning is not over. */
  readonly #beingPlanned = new Set<string>()
  /** Batches that hold edits, and that can't be read: what became of the edits is for the person to find out. */
  readonly #unreadable = new Set<string>()

  constructor(parts: SettlingParts) {
    this.#parts = parts
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
   * Looks at the batches that hold edits of the account, by default of the current one: what was done is dropped, what was not is
   * unsent again.
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
    const { store, onChanged } = this.#parts
    if (store.table.of(account, [advert]).length === 0) return
    await store.settle(account, (forget) => {
      // Read here: a change that was under way may have edited the advert again.
      const { done, uncovered } = afterWrite(store.table.of(account, [advert]), payload)
      for (const edit of done) forget(edit)
      for (const edit of uncovered) store.table.put(account, edit)
    })
    onChanged(account, [advert])
  }

  async #settleBatches(of?: string): Promise<void> {
    const { store, ports } = this.#parts
    const account = of ?? (await ports.accountId())
    for (const batch of store.table.batches(account))
      if (!this.#beingPlanned.has(batch)) await this.#settleBatch(account, batch)
  }

  async #settleBatch(account: string, batch: string): Promise<void> {
    const { store, ports, onChanged } = this.#parts
    const settled = (): ReturnType<typeof settledCells> =>
      settledCells(store.table.pages(account), batch, ports.outcomes(batch))
    let found: Awaited<ReturnType<typeof settled>>
    try {
      found = await settled()
      this.#unreadable.delete(batch)
    } catch (error) {
      // It holds up no other batch, and no edit that none holds.
      if (this.#unreadable.has(batch)) return
      this.#unreadable.add(batch)
      ports.onUnreadable(batch, error)
      onChanged(account, null)
      return
    }
    // Also if none is settled: the batch may ask about some now.
    if (found.done.length + found.free.length + found.uncovered.length === 0) {
      onChanged(account, null)
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
    onChanged(account, null)
  }
}
