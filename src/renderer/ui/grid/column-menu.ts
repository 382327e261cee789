import ArrowDown from '~icons/lucide/arrow-down'
import ArrowLeft from '~icons/lucide/arrow-left'
import ArrowRight from '~icons/lucide/arrow-right'
import ArrowUp from '~icons/lucide/arrow-up'
import EyeOff from '~icons/lucide/eye-off'
import X from '~icons/lucide/x'
import MoveHorizontal from '~icons/lucide/move-horizontal'
import ListFilter from '~icons/lucide/list-filter'
import Rows3 from '~icons/lucide/rows-3'
import Pin from '~icons/lucide/pin'
import PinOff from '~icons/lucide/pin-off'
import { m } from '#shared/i18n/generated/messages.js'
import type { MenuItem } from '../menu-item.ts'
import { moveColumn, pinColumn, toggleColumn, type SortKey } from './columns.ts'
import type { GridColumns } from './grid-state.svelte.ts'

interface ColumnActions {
  readonly sort: readonly SortKey[]
  readonly onsort: (sort: readonly SortKey[]) => void
  /** Opens the filter of a column; absent if this one has none. */
  readonly filter: (() => void) | undefined
  /** Groups the rows by a column; absent if they can't be by this one. */
  readonly group: (() => void) | undefined
}

/** Menu of a column from its header. */
export function columnMenu(grid: GridColumns, id: string, actions: ColumnActions): readonly MenuItem[] {
  const column = grid.columns.find((each) => each.id === id)
  if (!column) return []
  const { arrangement, columns } = grid
  const { index, pinned } = column
  const { filter, group } = actions
  return [
    ...(column.sortable ? sortItems(id, actions) : []),
    ...(filter ? [{ label: m.views_column_filter(), icon: ListFilter, run: filter }] : []),
    ...(group ? [{ label: m.views_column_group(), icon: Rows3, run: group }] : []),
    {
      label: pinned ? m.views_column_unpin() : m.views_column_pin(),
      icon: pinned ? PinOff : Pin,
      run: () => grid.arrange(pinColumn(arrangement, id, !pinned)),
    },
    {
      label: m.views_column_left(),
      icon: ArrowLeft,
      disabled: index === 0,
      run: () => grid.arrange(moveColumn(arrangement, id, columns[index - 1]?.id)),
    },
    {
      label: m.views_column_right(),
      icon: ArrowRight,
      disabled: index === columns.length - 1,
      run: () => grid.arrange(moveColumn(arrangement, id, columns[index + 2]?.id)),
    },
    {
      label: m.views_column_hide(),
      icon: EyeOff,
      disabled: columns.length === 1,
      run: () => grid.arrange(toggleColumn(arrangement, id)),
    },
    {
      label: m.views_column_width(),
      icon: MoveHorizontal,
      disabled: arrangement.widths[id] === undefined,
      run: () => {
        const { [id]: _own, ...widths } = arrangement.widths
        grid.arrange({ ...arrangement, widths })
      },
    },
  ]
}

function sortItems(id: string, { sort, onsort }: ColumnActions): MenuItem[] {
  const key = sort.find(({ column }) => column === id)
  return [
    {
      label: m.views_sort_up(),
      icon: ArrowUp,
      disabled: key?.descending === false,
      run: () => onsort([{ column: id, descending: false }]),
    },
    {
      label: m.views_sort_down(),
      icon: ArrowDown,
      disabled: key?.descending === true,
      run: () => onsort([{ column: id, descending: true }]),
    },
    ...(key
      ? [
          {
            label: m.views_sort_none(),
            icon: X,
            run: () => onsort(sort.filter(({ column }) => column !== id)),
          },
        ]
      : []),
  ]
}
