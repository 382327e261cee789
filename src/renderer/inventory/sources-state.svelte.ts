import type { Client } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type { StockSource } from '#shared/inventory/stock-sources.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Toasts } from '../ui/toasts.svelte.ts'
import type { InventoryState } from './inventory-state.svelte.ts'

/** Time for which after a change of the stock its sources are counted again, in ms. */
const countedAfter = 500

/** Sources of the inventory's adverts, and which sources are switched off. */
export class SourcesState {
  list = $state.raw<readonly StockSource[]>([])
  readonly #request = new RequestState()
  readonly #client: Client<Calls>
  #later: ReturnType<typeof setTimeout> | undefined

  /** Sources that are switched off and hide adverts by that. */
  readonly hiding: readonly StockSource[] = $derived(
    this.list.filter(({ shown, hidden }) => !shown && hidden > 0),
  )

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  async load(): Promise<void> {
    clearTimeout(this.#later)
    const list = await this.#request.replace((signal) => this.#client('inventory:sources', null, { signal }))
    if (list) this.list = list
  }

  /** After a change of the stock, of which many may come at once. */
  loadSoon(): void {
    clearTimeout(this.#later)
    this.#later = setTimeout(() => void this.load(), countedAfter)
  }

  async show(source: string, shown: boolean): Promise<void> {
    clearTimeout(this.#later)
    const list = await this.#request.replace((signal) =>
      this.#client('inventory:show-source', { source, shown }, { signal }),
    )
    if (list) this.list = list
  }

  /** Adverts of other sellers are watched from now on, or no longer. @returns why that was not kept */
  async watch(ids: readonly number[], watched: boolean): Promise<Failure | null> {
    const reply = await this.#client('inventory:watch', { ids: [...ids], watched })
    if (!reply.ok) return reply.failure
    await this.load()
    return null
  }
}

export const sourcesOf = perWindow((app) => new SourcesState(app.client))

const words: Readonly<Record<string, () => string>> = {
  account: m.inventory_sources_account,
  made: m.inventory_sources_made,
  added: m.inventory_sources_added,
  watched: m.inventory_sources_watched,
}

/** Name of a source on the screen. */
export const sourceWords = ({ source, name }: StockSource): string =>
  name === null ? (words[source]?.() ?? source) : m.inventory_sources_search({ name })

interface UnwatchParts {
  readonly inventory: InventoryState
  readonly sources: SourcesState
  readonly toasts: Toasts
}

/** The advert leaves the watched ones; what was read of it stays, and one click brings it back. */
export async function unwatch(id: number, { inventory, sources, toasts }: UnwatchParts): Promise<void> {
  /** @returns whether that was kept; if not, it is said why */
  const watch = async (watched: boolean): Promise<boolean> => {
    const failure = await sources.watch([id], watched)
    if (failure) toasts.show(failure.words, { tone: 'conflict' })
    return failure === null
  }
  const again = async (): Promise<void> => {
    if (await watch(true)) await inventory.load()
  }
  if (!(await watch(false))) return
  inventory.openId = null
  await inventory.load()
  toasts.show(m.inventory_unwatched({ id }), {
    action: { label: m.inventory_watch_again(), run: () => void again() },
  })
}
