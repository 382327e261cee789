import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { AdvertDays } from '#shared/demand/advert-days.ts'
import type { AdvertEdit } from '#shared/batch/advert-edit.ts'
import type { AdvertTotals } from '#shared/demand/advert-totals.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Days that the details show. */
const shownDays = 30

/** Views of an advert and openings of its phone: what is saved, and what is read by a call. */
export class DemandState {
  /** Undefined before it is known; null if it was never read. */
  days = $state.raw<AdvertDays | null | undefined>(undefined)
  /** Edits of the advert. */
  edits = $state.raw<readonly AdvertEdit[]>([])
  /** The service gives no views. */
  missing = $state(false)
  /** It answered that it has no such advert of the account. */
  unknown = $state(false)
  /** Totals that the service gives in place of days; null if they were not read. */
  totals = $state.raw<AdvertTotals | null>(null)
  /** The service gives no totals either. */
  noTotals = $state(false)
  /** The service knows no such advert, so there are no totals. */
  unknownTotals = $state(false)
  readonly reading = new RequestState()
  readonly #loading = new RequestState()
  readonly #client: Client<Calls>
  readonly #id: number

  constructor(client: Client<Calls>, id: number) {
    this.#client = client
    this.#id = id
  }

  async load(): Promise<void> {
    const found = await this.#loading.replace((signal) =>
      this.#client('demand:days', { id: this.#id, days: shownDays }, { signal }),
    )
    if (!found) return
    this.missing = found.missing
    this.days = found.known
    this.edits = found.edits
    await this.#loadTotals()
  }

  /** Loads totals in place of days, if there are none. */
  async #loadTotals(): Promise<void> {
    if (this.hasDays) return
    const totals = await this.#loading.replace((signal) =>
      this.#client('demand:totals', { id: this.#id }, { signal }),
    )
    this.noTotals = totals?.missing ?? false
    this.totals = totals?.known ?? null
  }

  async read(): Promise<void> {
    const found = await this.reading.replace((signal) =>
      this.#client('demand:read', { id: this.#id, days: shownDays }, { signal }),
    )
    if (this.reading.failure?.code === 'demand-missing') this.missing = true
    if (found !== undefined) this.unknown = found === null
    if (found) this.days = found
    await this.#loadTotals()
  }

  /** Days are known, or may be: nothing said yet that there are none. */
  get hasDays(): boolean {
    return this.days !== null || !(this.missing || this.unknown)
  }

  /** Totals are known, or may be. */
  get hasTotals(): boolean {
    return this.totals !== null || !this.noTotals
  }

  async readTotals(): Promise<void> {
    const found = await this.reading.replace((signal) =>
      this.#client('demand:read-totals', { id: this.#id }, { signal }),
    )
    if (this.reading.failure?.code === 'demand-missing') this.noTotals = true
    if (found === undefined) return
    this.unknownTotals = found === null
    if (found) this.totals = found
  }

  /** No view waits for the running call any more. */
  stop(): void {
    this.reading.stop()
    this.#loading.stop()
  }
}
