import type { LiveAdvert } from '../sending/advert-port.ts'
import { readOrNull } from './look-for-creates.ts'
import { fits, latestAddDate, type DoubtfulCreate } from './match-creates.ts'
import type { SettleContext } from './settle-change.ts'

/** Adverts that one settling reads at most; the next one goes on from there. */
const maxReads = 500

/** Reads adverts in search of creates in doubt, each one once. */
export class SavedLooks {
  readonly #creates: readonly DoubtfulCreate[]
  readonly #context: SettleContext
  readonly #maxReads: number
  readonly #read = new Map<number, LiveAdvert | null>()

  constructor(creates: readonly DoubtfulCreate[], context: SettleContext) {
    this.#maxReads = context.maxReads ?? maxReads
    this.#creates = creates
    this.#context = context
  }

  /**
   * Reads an advert, or takes what an earlier search read. Null if the service no longer has it, `later` if this search
   * has read as many as it may.
   */
  async read(autoId: number): Promise<LiveAdvert | 'later' | null> {
    const { journal, accountId, port, signal } = this.#context
    const known = this.#read.get(autoId) ?? journal.tables.looks.load(accountId, autoId)
    if (this.#read.has(autoId) || (known && this.#isFinal(known))) return known
    if (this.#read.size >= this.#maxReads) return 'later'
    const answer = await readOrNull(port, autoId, signal)
    // An answer about another advert says nothing about this one.
    const live = answer?.autoId === autoId ? answer : null
    this.#read.set(autoId, live)
    if (live) journal.tables.looks.save(accountId, live)
    return live
  }

  /**
   * True if another read could not change what the advert says about the rows: it is another dealer's, older than every
   * row, or already equal to one. Any other advert may not have shown its new values yet.
   */
  #isFinal(live: LiveAdvert): boolean {
    const { userId } = live
    const addDate = latestAddDate(live)
    return (
      (userId !== null && userId !== this.#context.port.userId) ||
      (addDate !== null && this.#creates.every(({ sentAt }) => addDate < sentAt)) ||
      this.#creates.some((create) => fits(create, live))
    )
  }
}
