import { statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { CellRef, StagedSummary } from '#shared/staged/staged-edit.ts'
import type { ExclusiveDatabase } from '../storage/transactions.ts'
import type { StagedEdit } from './staged-edit.ts'
import { StagedSteps } from './staged-steps.ts'
import { StagedTable } from './staged-table.ts'

/** Writer of a change: an edit for the cell, or null for none. */
export type WriteCell = (cell: CellRef, before: StagedEdit | null, after: StagedEdit | null) => void

/** Bytes; SQLite's own limit is of this size. */
const largeWal = 4 * 1_048_576

/** More adverts than that are reported as many. */
const fewAdverts = 500

/**
 * The edits on the disk with their steps. Changes are made one after another, each in one transaction: after a crash a
 * change is there as a whole or not at all. A transaction may last for several turns of the main thread.
 */
export class StagedStore {
  readonly table: StagedTable
  readonly #db: ExclusiveDatabase
  readonly #wal: string
  readonly #steps: StagedSteps

  constructor(edits: ExclusiveDatabase) {
    this.#db = edits
    const { db } = edits
    this.#wal = `${db.location() ?? ''}-wal`
    // At a commit it would make one long turn of both.
    db.exec('PRAGMA wal_autocheckpoint = 0')
    this.table = new StagedTable(db)
    this.#steps = new StagedSteps(db)
  }

  summary(account: string): StagedSummary {
    const { undo, redo } = this.#steps.next(account)
    return {
      ...this.table.counts(account),
      canUndo: undo !== null,
      canRedo: redo !== null,
      revision: this.#steps.revision(account),
    }
  }

  /** A step that can be taken back. @returns the adverts that it changed, null if they are many */
  async step(
    account: string,
    work: (write: WriteCell) => void | Promise<void>,
  ): Promise<readonly number[] | null> {
    const adverts = new Set<number>()
    await this.#change(account, async () => {
      await inTurns(this.#steps.dropUndone(account))
      const step = this.#steps.begin(account)
      await work((cell, before, after) => {
        if (after) this.table.put(account, after)
        else this.table.remove(account, cell)
        this.#steps.record(step, cell, before)
        if (adverts.size <= fewAdverts) adverts.add(cell.advert)
      })
      await inTurns(this.#steps.end(account))
    })
    return adverts.size > fewAdverts ? null : [...adverts]
  }

  /** Drops every edit that no batch holds, as a step. @returns as `step` */
  async dropUnsent(account: string): Promise<readonly number[] | null> {
    let adverts: readonly number[] = []
    await this.#change(account, async () => {
      await inTurns(this.#steps.dropUndone(account))
      const step = this.#steps.begin(account)
      await inTurns(this.#steps.dropUnsent(account, step))
      adverts = this.#steps.advertsOf(step, fewAdverts + 1)
      await inTurns(this.#steps.end(account))
    })
    return adverts.length > fewAdverts ? null : adverts
  }

  /** Takes back the last step, or does the one that was taken back last again. @returns as `step` */
  async move(account: string, way: 'undo' | 'redo'): Promise<readonly number[] | null> {
    let adverts: readonly number[] = []
    await this.#change(account, async () => {
      const id = this.#steps.next(account)[way]
      if (id === null) return
      await inTurns(this.#steps[way](account, id))
      adverts = this.#steps.advertsOf(id, fewAdverts + 1)
    })
    return adverts.length > fewAdverts ? null : adverts
  }

  /**
   * The batch holds these cells: they are no longer unsent, and no step changes them.
   * @returns false, and nothing is held, if edits changed since the revision
   */
  async hold(account: string, batch: string, cells: readonly CellRef[], revision: number): Promise<boolean> {
    let held = false
    await this.#change(account, async () => {
      held = this.#steps.revision(account) === revision
      if (!held) return
      for (let from = 0; from < cells.length; from += fewAdverts) {
        this.table.mark(account, batch, cells.slice(from, from + fewAdverts))
        await setImmediate()
      }
      await inTurns(this.#steps.forgetHeld(account, batch))
    })
    return held
  }

  /** A change that no step takes back. */
  settle(account: string, work: (forget: (cell: CellRef) => void) => void | Promise<void>): Promise<void> {
    return this.#change(account, async () => {
      await work((cell) => {
        this.table.remove(account, cell)
        this.#steps.forget(account, cell)
      })
      this.#steps.dropEmpty(account)
    })
  }

  /** Resolves when every change that was asked for is on the disk. */
  async close(): Promise<void> {
    await this.#db.close()
  }

  async #change(account: string, work: () => void | Promise<void>): Promise<void> {
    await this.#db.change(async () => {
      await work()
      this.#steps.bump(account)
    })
    // The change is on the disk, whatever becomes of the log: what is left of it goes after the next one.
    await this.#db.between(() => this.#shortenWal()).catch(() => undefined)
  }

  async #shortenWal(): Promise<void> {
    await setImmediate()
    if (this.#walIsLarge) this.#db.db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    await setImmediate()
  }

  get #walIsLarge(): boolean {
    return (statSync(this.#wal, { throwIfNoEntry: false })?.size ?? 0) > largeWal
  }
}

/** A piece of the work in each turn: in between, main answers other calls. */
async function inTurns(work: Iterator<void>): Promise<void> {
  while (!work.next().done) await setImmediate()
}
