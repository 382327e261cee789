import { expect, test } from 'vitest'
import { listSource, toggleColumn } from '../../../../src/renderer/ui/grid/columns.ts'
import { GridState } from '../../../../src/renderer/ui/grid/grid-state.svelte.ts'
import { headerHeight } from '../../../../src/renderer/ui/grid/row-pool.svelte.ts'
import { selectionFrame } from '../../../../src/renderer/ui/grid/selection-frame.ts'

const rowHeight = 32
const shown = 10

/** A grid of so many rows with one column, and how it is scrolled to a row. */
function gridOf(count: number) {
  const rows = Array.from({ length: count }, (_, at) => at)
  const grid = new GridState<number>({
    source: listSource(rows, (row) => row),
    columns: [{ id: 'number', title: 'Number', width: 100, text: String }],
  })
  grid.width = 400
  grid.height = headerHeight + shown * rowHeight
  const scroller = Object.assign(new EventTarget(), { scrollTop: 0, scrollLeft: 0 }) as HTMLElement
  grid.attach(scroller)
  grid.recount(count)
  const scrollTo = (row: number): void => {
    scroller.scrollTop = row * rowHeight
    scroller.dispatchEvent(new Event('scroll'))
  }
  return { grid, scrollTo }
}

test('the frame of a long selection surrounds what is on the screen, wherever the list is scrolled', () => {
  const { grid, scrollTo } = gridOf(100_000)
  grid.press({ row: 5, column: 0 }, { shiftKey: false, ctrlKey: false, metaKey: false })
  grid.drag({ row: 90_000, column: 0 })
  for (const row of [0, 600, 20_000, 19_300, 89_995, 99_980]) {
    scrollTo(row)
    const [from, to] = [Math.max(5, row), Math.min(90_000, row + shown - 1)]
    const [part] = selectionFrame(grid)
    if (from > to) {
      expect(part === undefined || part.top + part.height <= row * rowHeight).toBe(true)
      continue
    }
    expect(part?.top).toBeLessThanOrEqual(from * rowHeight)
    expect((part?.top ?? 0) + (part?.height ?? 0)).toBeGreaterThanOrEqual((to + 1) * rowHeight)
    // A frame of all rows would be taller than what can be laid out.
    expect(part?.height).toBeLessThan(2_000 * rowHeight)
    // Its ends are those of the selection, where they are on the screen.
    if (from === 5) expect(part?.top).toBe(5 * rowHeight)
    if (to === 90_000) expect((part?.top ?? 0) + (part?.height ?? 0)).toBe(90_001 * rowHeight)
  }
})

test('what was chosen for a column is kept while the account lacks it', () => {
  const column = (id: string) => ({ id, title: id, width: 100, text: String })
  const [make, views, price] = [column('make'), column('views'), column('price')]
  const options = { source: listSource<number>([], Number), columns: [make, views, price] }
  const grid = new GridState<number>(options)
  grid.restore({ order: ['price', 'views', 'make'], widths: { views: 60 }, hidden: [], pinned: ['views'] })
  options.columns = [make, price]
  const less = new GridState<number>(options)
  less.restore(grid.kept)
  less.arrange(toggleColumn(less.arrangement, 'make'))
  options.columns = [make, views, price]
  const back = new GridState<number>(options)
  back.restore(less.kept)
  expect(back.arrangement).toEqual({
    order: ['price', 'views', 'make'],
    widths: { views: 60 },
    hidden: ['make'],
    pinned: ['views'],
  })
})
