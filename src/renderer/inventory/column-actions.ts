import type { FilterField } from '#shared/inventory/advert-filter.ts'
import { m } from '#shared/i18n/generated/messages.js'
import type { Action } from '../ui/actions.svelte.ts'
import { toggleColumn } from '../ui/grid/columns.ts'
import type { GridColumns } from '../ui/grid/grid-state.svelte.ts'
import { advertStates } from './advert-words.ts'
import { fieldWords, offeredFields, statesWords } from './filter-words.ts'
import type { InventoryState } from './inventory-state.svelte.ts'

interface Parts {
  readonly inventory: InventoryState
  /** The columns as they are arranged; undefined before the list is drawn. */
  readonly grid: GridColumns | undefined
  /** Asks for the values of a filter. */
  readonly filter: (field: FilterField) => void
}

/** Sorting, filters and columns of the inventory for the palette, from the tables that the menus of its columns have. */
export function columnActions({ inventory, grid, filter }: Parts): Action[] {
  const section = 'columns' as const
  return [
    ...(grid?.described ?? [])
      .filter(({ sortable }) => sortable)
      .flatMap(({ id, title: column }) =>
        [false, true].map((descending) => ({
          ...{ id: `sort-${id}-${descending}`, section },
          label: (descending ? m.inventory_sort_down : m.inventory_sort_up)({ column }),
          run: () => inventory.sortBy([{ column: id, descending }]),
        })),
      ),
    ...offeredFields(inventory.hasViews).map((field) => ({
      ...{ id: `filter-${field}`, section },
      label: `${m.inventory_filter_add()}: ${fieldWords(field)}`,
      run: () => filter(field),
    })),
    ...advertStates.map((state) => ({
      ...{ id: `state-${state}`, section },
      label: `${m.inventory_states()}: ${statesWords(state)}`,
      run: () => inventory.toggleState(state),
    })),
    ...(grid ? shownColumns(grid) : []),
  ]
}

const shownColumns = (grid: GridColumns): Action[] =>
  grid.arrangement.order.map((id) => {
    const column = grid.titleOf(id)
    const isHidden = grid.arrangement.hidden.includes(id)
    return {
      ...{ id: `column-${id}`, section: 'columns' },
      label: isHidden ? m.inventory_column_show({ column }) : m.inventory_column_hide({ column }),
      run: () => grid.arrange(toggleColumn(grid.arrangement, id)),
    }
  })
