import type { Client, Reply } from '#shared/bridge/call.ts'
import type { Calls } from '#shared/bridge/calls.ts'
import type { SavedView, StockView } from '#shared/inventory/view-calls.ts'
import type { Arrangement } from '../ui/grid/columns.ts'
import { perWindow } from '../ui/per-window.svelte.ts'
import { RequestState } from '../ui/request.svelte.ts'

/** The views that the dealer saved for the account, and which one was chosen last. */
export class ViewsState {
  list = $state.raw<readonly SavedView[]>([])
  /** '' if none was chosen, or the standard one. */
  openId = $state('')
  /** The name that is typed for a view: of a new one, unless one is renamed. It stays while another page is shown. */
  typed = $state('')
  renamed = $state.raw<SavedView>()
  readonly request = new RequestState()
  readonly #client: Client<Calls>
  #accountId = ''

  readonly open: SavedView | undefined = $derived(this.list.find(({ id }) => id === this.openId))

  constructor(client: Client<Calls>) {
    this.#client = client
  }

  /** Loads the views of this account; '' = not known yet. */
  useAccount(accountId: string): void {
    if (accountId === '' || accountId === this.#accountId) return
    // The first account is the one that the address speaks of.
    if (this.#accountId !== '') this.openId = ''
    this.#accountId = accountId
    this.list = []
    if (this.renamed) this.typed = ''
    this.renamed = undefined
    void this.#take((signal) => this.#client('inventory:views', null, { signal }))
  }

  named(name: string): SavedView | undefined {
    return this.list.find((each) => each.name === name.trim())
  }

  /** @returns whether the view is among those that are saved now */
  async save(name: string, view: StockView): Promise<boolean> {
    const taken = await this.#take((signal) =>
      this.#client('inventory:save-view', { name, view }, { signal }),
    )
    const saved = taken ? this.named(name) : undefined
    if (saved) this.openId = saved.id
    return saved !== undefined
  }

  async rename(id: string, name: string): Promise<boolean> {
    await this.#take((signal) => this.#client('inventory:rename-view', { id, name }, { signal }))
    return this.named(name)?.id === id
  }

  /** @returns whether it is deleted */
  remove(id: string): Promise<boolean> {
    return this.#take((signal) => this.#client('inventory:delete-view', { id }, { signal }))
  }

  async #take(call: (signal: AbortSignal) => Promise<Reply<SavedView[]>>): Promise<boolean> {
    const list = await this.request.replace(call)
    if (list) this.list = list
    return list !== undefined
  }
}

type LookedAt = Omit<StockView, 'columns'> & { readonly columns: Arrangement }

/** True if the inventory looks the same by both. */
export const sameView = (one: LookedAt, other: LookedAt): boolean => plain(one) === plain(other)

const plain = ({ columns, ...rest }: LookedAt): string => {
  const { order, widths, hidden, pinned } = columns
  const { sort, filters, states, edited, marked, watched, group } = rest
  const sorted = [Object.entries(widths).toSorted(), hidden.toSorted(), pinned.toSorted(), states.toSorted()]
  return JSON.stringify([order, ...sorted, sort, filters, edited, marked ?? null, watched, group ?? null])
}

/** The window's views of the account that it shows. */
export const viewsOf = perWindow((app) => new ViewsState(app.client))
