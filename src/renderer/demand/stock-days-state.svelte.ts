import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { StockDays } from '#shared/demand/stock-days.ts'
import type { Listen } from '../bridge.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** Days that the overview shows. */
const shownDays = 30

/** How often after each other the days are read from the cache while views are read in the background, ms. */
const readAgainAfter = 500

/** The days of all adverts together, as saved. */
export class StockDaysState {
  /** Null before they are known, and if those of no advert are. */
  days = $state.raw<StockDays | null>(null)
  readonly #request = new RequestState()
  readonly #client: Client<Calls>
  readonly #on: Listen<Events>
  #accountId = ''
  #soon: ReturnType<typeof setTimeout> | undefined

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    this.#on = on
  }

  /** Reads them now, and again whenever views were read, until the returned function is called. */
  follow(): () => void {
    void this.load()
    const stop = this.#on('inventory:changed', ({ changed }) => {
      if (changed && !changed.columns.includes('views')) return
      this.#soon ??= setTimeout(() => void this.load(), readAgainAfter)
    })
    return () => {
      stop()
      this.#forgetTimer()
    }
  }

  /** Another account is active: what was read is of the one before. */
  useAccount(accountId: string): void {
    if (accountId === this.#accountId) return
    const isFirst = this.#accountId === ''
    this.#accountId = accountId
    if (isFirst) return
    this.days = null
    void this.load()
  }

  async load(): Promise<void> {
    this.#forgetTimer()
    const days = await this.#request.replace((signal) =>
      this.#client('demand:stock-days', { days: shownDays }, { signal }),
    )
    if (days !== undefined) this.days = days
  }

  #forgetTimer(): void {
    clearTimeout(this.#soon)
    this.#soon = undefined
  }
}

/** The window's days of the stock: those that were shown last are there when the page is opened again. */
export const stockDaysOf = perWindow((app) => new StockDaysState(app.client, app.on))
