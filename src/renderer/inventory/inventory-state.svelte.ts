import type { Client } from '#shared/bridge/call.ts'
import type { Calls, Events } from '#shared/bridge/calls.ts'
import type { Failure } from '#shared/bridge/failure.ts'
import type {
  AdvertColumn,
  AdvertQuery,
  AdvertRow,
  AdvertSort,
  AdvertState,
} from '#shared/inventory/advert.ts'
import type { Listen } from '../bridge.ts'
import type { SortKey } from '../ui/grid/columns.ts'
import { RowWindow } from '../ui/grid/row-window.svelte.ts'
import { perWindow } from '../ui/per-window.svelte.ts'

/** How long typing must rest before it is looked for, in milliseconds. */
const typingRest = 120

/** The stock as it is searched, filtered and sorted: the ids of all that fits, and the rows that are looked at. */
export class InventoryState {
  text = $state('')
  states = $state.raw<readonly AdvertState[]>([])
  sort = $state.raw<AdvertSort>([{ column: 'updatedAt', descending: true }])
  ids = $state.raw(new Float64Array())
  /** How often the ids were answered: their rows may be other ones each time. */
  version = $state(0)
  phase = $state<'loading' | 'ready' | 'failed'>('loading')
  failure = $state.raw<Failure | null>(null)
  openId = $state<number | null>(null)
  readonly rows: RowWindow<AdvertRow>

  readonly #client: Client<Calls>
  #ask: AbortController | undefined
  #rest: ReturnType<typeof setTimeout> | undefined

  readonly query: AdvertQuery = $derived({
    text: this.text.trim(),
    states: [...this.states],
    sort: this.sort,
  })
  readonly filtered = $derived(this.query.text !== '' || this.states.length > 0)

  constructor(client: Client<Calls>, on: Listen<Events>) {
    this.#client = client
    this.rows = new RowWindow<AdvertRow>({
      fetch: (first, end, signal) => this.#fetch(first, end, signal),
      key: (index) => this.ids[index] ?? index,
    })
    on('inventory:changed', () => void this.load())
  }

  get count(): number {
    return this.ids.length
  }

  /** Asks for the ids anew; a later ask makes an earlier one void. */
  async load(): Promise<void> {
    clearTimeout(this.#rest)
    this.#ask?.abort()
    const ask = new AbortController()
    this.#ask = ask
    const reply = await this.#client('inventory:ids', this.query, { signal: ask.signal })
    if (ask.signal.aborted) return
    this.failure = reply.ok ? null : reply.failure
    if (reply.ok) this.#show(reply.value.ids)
    // Rows that are on the screen stay there; only a first reading that failed leaves nothing to show.
    else if (this.phase === 'loading') this.phase = 'failed'
  }

  /** Looks for these words as soon as the typing rests. */
  search(text: string): void {
    if (text.trim() === this.query.text) return
    this.text = text
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => void this.load(), typingRest)
  }

  toggleState(state: AdvertState): void {
    this.states = this.states.includes(state)
      ? this.states.filter((other) => other !== state)
      : [...this.states, state]
    void this.load()
  }

  clearFilters(): void {
    this.text = ''
    this.states = []
    void this.load()
  }

  sortBy(keys: readonly SortKey[]): void {
    this.sort = keys.map(({ column, descending }) => ({ column: column as AdvertColumn, descending }))
    void this.load()
  }

  export() {
    return this.#client('inventory:export', this.query)
  }

  #show(ids: Float64Array): void {
    const isSame = ids.length === this.ids.length && ids.every((id, index) => id === this.ids[index])
    this.phase = 'ready'
    this.version++
    if (isSame) {
      void this.rows.refresh()
      return
    }
    this.ids = ids as Float64Array<ArrayBuffer>
    this.rows.reset(ids.length)
  }

  /** Rows of the cache in the order of the ids; a row that went in the meantime leaves a gap. */
  async #fetch(
    first: number,
    end: number,
    signal: AbortSignal,
  ): Promise<(AdvertRow | undefined)[] | undefined> {
    const ids = [...this.ids.subarray(first, end)]
    const reply = await this.#client('inventory:rows', { ids }, { signal })
    if (!reply.ok) return undefined
    const byId = new Map(reply.value.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id))
  }
}

/** The window's stock: search, sort and the open advert outlive the page. */
export const inventoryOf = perWindow((app) => new InventoryState(app.client, app.on))
