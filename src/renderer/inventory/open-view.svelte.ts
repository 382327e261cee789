import type { SavedView, StockView } from '#shared/inventory/view-calls.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { GridColumns } from '../ui/grid/grid-state.svelte.ts'
import type { Toasts } from '../ui/toasts.svelte.ts'
import type { InventoryState } from './inventory-state.svelte.ts'
import { newestFirst } from './stock-filters.svelte.ts'
import { sameView, type ViewsState } from './views-state.svelte.ts'

export type ViewFilters = Omit<StockView, 'columns' | 'sort'>

export const plainFilters: ViewFilters = {
  filters: [],
  states: [],
  edited: false,
  marked: null,
  watched: false,
  group: null,
}

interface ViewParts {
  readonly views: ViewsState
  readonly inventory: InventoryState
  readonly toasts: Toasts
  readonly grid: () => GridColumns | undefined
}

/** Present look of the inventory, compared with the view that was chosen last. */
export class OpenView {
  readonly #parts: ViewParts
  /** Undefined while there is no grid. */
  readonly current: StockView | undefined = $derived.by(() => this.#current())
  /** The view that was chosen, if the inventory looks otherwise since. */
  readonly changed: SavedView | undefined = $derived.by(() => {
    const { open } = this.#parts.views
    return open && this.current && !this.#isSame(open.view, this.current) ? open : undefined
  })
  /** True if the list differs from that of the chosen view. */
  readonly differs: boolean = $derived.by(
    () => filterKey(this.#parts.inventory) !== filterKey(this.#parts.views.open?.view ?? plainFilters),
  )

  constructor(parts: ViewParts) {
    this.#parts = parts
  }

  /** Shows a saved view; undefined stands for all adverts, as they are at first. */
  show(saved: SavedView | undefined): void {
    const { views, inventory, grid, toasts } = this.#parts
    views.openId = saved?.id ?? ''
    grid()?.restore(saved?.view.columns)
    inventory.applyView(saved?.view ?? { sort: newestFirst, ...plainFilters })
    if (saved?.incomplete) toasts.show(m.views_incomplete({ name: saved.name }), { tone: 'warning' })
  }

  /** Compares two views. Columns that are not there now, or came since, can't look otherwise. */
  #isSame(...both: [StockView, StockView]): boolean {
    const grid = this.#parts.grid()
    const [one, other] = both.map((view) => ({ ...view, columns: grid?.read(view.columns) ?? view.columns }))
    return one !== undefined && other !== undefined && sameView(one, other)
  }

  #current(): StockView | undefined {
    const grid = this.#parts.grid()
    if (!grid) return undefined
    const { order, widths, hidden, pinned } = grid.kept
    const { sort, filters, states, edited, marked, watched, group } = this.#parts.inventory
    return {
      columns: { order: [...order], widths: { ...widths }, hidden: [...hidden], pinned: [...pinned] },
      sort,
      filters: [...filters],
      states: [...states],
      edited,
      marked,
      watched,
      group,
    }
  }
}

/** A text that is the same for the same filters. */
export const filterKey = ({ filters, states, edited, marked, watched, group }: ViewFiltersRead): string =>
  JSON.stringify([filters, states.toSorted(), edited, marked ?? null, watched, group ?? null])

type ViewFiltersRead = Readonly<Pick<StockView, 'edited' | 'marked' | 'watched' | 'group'>> &
  Readonly<Pick<InventoryState, 'filters' | 'states'>>
