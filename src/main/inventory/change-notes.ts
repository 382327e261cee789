import type { Clock } from '../system/clock.ts'
import { Throttle } from '../system/throttle.ts'
import { together, type StockChange } from './stock-change.ts'
import type { Owner } from './owner.ts'

/** Time from one note to the next, ms: a batch saves many adverts a second, and each note may cost a list. */
const notedEvery = 400

export interface ChangeNotesPorts {
  readonly clock: Clock
  /** Gets what changed since the last note of the owner. */
  readonly note: (owner: Owner, change: StockChange) => void
}

/** Tells of changes of the stock: of a first one at once, of those that follow a few times a second. */
export class ChangeNotes {
  readonly #ports: ChangeNotesPorts
  readonly #throttle: Throttle
  readonly #changes = new Map<string, StockChange>()

  constructor(ports: ChangeNotesPorts) {
    this.#ports = ports
    this.#throttle = new Throttle(ports.clock, notedEvery)
  }

  add(owner: Owner, change: StockChange): void {
    const key = `${owner.accountId} ${owner.userId}`
    const before = this.#changes.get(key)
    this.#changes.set(key, before === undefined ? change : together(before, change))
    this.#throttle.run(key, () => {
      const all = this.#changes.get(key) ?? null
      this.#changes.delete(key)
      this.#ports.note(owner, all)
    })
  }

  close(): void {
    this.#throttle.close()
  }
}
