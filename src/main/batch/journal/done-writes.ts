import { advertWrite, type AdvertWrite } from '../../writes/advert-write.ts'
import type { Values } from '../../writes/values.ts'
import type { Journal } from './journal.ts'
import type { UncachedRow } from './uncached-table.ts'

/** The account that an advert belongs to. */
export interface WrittenOwner {
  readonly accountId: string
  readonly userId: number
}

/** Puts a write that is done into the cache; false if the cache did not take it. */
export type NoteWritten = (owner: WrittenOwner, write: AdvertWrite, autoId: number) => boolean

/**
 * Takes every write that is done to the cache, however it came to be known: an answer, a settling, a person. What was not
 * taken, because the process or the cache failed in between, is taken at the next start.
 */
export class DoneWrites {
  readonly #journal: Journal
  readonly #noteWritten: NoteWritten
  /** Taken by the cache; the journal does not say so yet. */
  #taken: number[] = []

  constructor(journal: Journal, noteWritten: NoteWritten) {
    this.#journal = journal
    this.#noteWritten = noteWritten
  }

  /**
   * Takes one row to the cache if it is done. Never throws: the write is done whether or not the cache takes it.
   * @param sent the write as it was sent, if that differs from what was planned
   */
  announce(row: number, sent?: AdvertWrite): void {
    this.#safely(() => {
      const found = this.#journal.tables.uncached.find(row)
      if (found) this.#takeAll([{ ...found, ...(sent && { payload: sent.payload as Values }) }])
    })
  }

  /**
   * Takes what an earlier process left. Each field gets the value that this app wrote last: a later row of the advert may
   * have been taken already.
   */
  replay(): void {
    this.#safely(() => {
      this.#takeAll(this.#journal.tables.uncached.list().map((row) => this.#asWrittenLast(row)))
    })
  }

  /** The same for a process that may not write the journal: what it takes is taken once more by the one that may. */
  show(): void {
    this.#safely(() => {
      for (const row of this.#journal.tables.uncached.list()) this.#take(this.#asWrittenLast(row))
    })
  }

  #takeAll(rows: readonly UncachedRow[]): void {
    for (const row of rows) if (this.#take(row)) this.#taken.push(row.row)
    if (this.#taken.length === 0) return
    // Lost with the power at worst: it is taken once more then.
    this.#journal.writeUnsynced(() => this.#journal.tables.uncached.remove(this.#taken))
    this.#taken = []
  }

  #take({ accountId, userId, autoId, operation, payload, deleted }: UncachedRow): boolean {
    const removal = { operation: 'delete', payload: { auto_id: autoId } }
    // A row that can't be read holds up no other one.
    const write = advertWrite.safeParse(deleted ? removal : { operation, payload }).data
    return write !== undefined && this.#noteWritten({ accountId, userId }, write, autoId)
  }

  #asWrittenLast(row: UncachedRow): UncachedRow {
    const { accountId, autoId, payload } = row
    const last = this.#journal.tables.writes.values(accountId, autoId)
    const fields = Object.keys(payload).filter((field) => field !== 'auto_id')
    const values = fields.map((field) => [field, last[field] ?? payload[field] ?? ''])
    return { ...row, payload: { ...payload, ...(Object.fromEntries(values) as Values) } }
  }

  #safely(work: () => void): void {
    try {
      work()
    } catch {
      // What could not be taken stays in the journal for the next start; what the cache refused is in the log.
    }
  }
}
