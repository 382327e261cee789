import { mount, unmount, type Component } from 'svelte'
import { type AppContext, setApp } from '../../../src/renderer/ui/app-context.ts'
import { listSource, type GridColumn } from '../../../src/renderer/ui/grid/columns.ts'
import type { GridProps } from '../../../src/renderer/ui/grid/grid-props.ts'
import Grid from '../../../src/renderer/ui/grid/Grid.svelte'
import { Toasts } from '../../../src/renderer/ui/toasts.svelte.ts'
import { columnTitles, columnWidths, type BenchRow } from './rows.ts'

const columns: readonly GridColumn<BenchRow>[] = columnTitles.map((title, at) => ({
  id: title,
  title,
  width: columnWidths[at] ?? 100,
  sortable: true,
  align: at >= 4 && at <= 8 ? 'end' : 'start',
  text: (row) => row.cells[at] ?? '',
}))

/** The grid as the pages use it: sorting, selecting and arranging columns are on. */
export function mountOurGrid(target: HTMLElement, rows: readonly BenchRow[]): () => void {
  const source = listSource(rows, (row) => row.id)
  const props = { label: 'Bench', source, columns, onsort: () => undefined }
  const inApp: Component<GridProps<BenchRow>> = (anchor, given) => {
    setApp({ toasts: new Toasts() } as AppContext)
    return (Grid as Component<GridProps<BenchRow>>)(anchor, given)
  }
  const grid = mount(inApp, { target, props, context: new Map() })
  return () => void unmount(grid)
}
