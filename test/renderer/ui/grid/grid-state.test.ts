import { expect, test } from 'vitest'
import { listSource, toggleColumn } from '../../../../src/renderer/ui/grid/columns.ts'
import { GridState } from '../../../../src/renderer/ui/grid/grid-state.svelte.ts'

test('what was chosen for a column is kept while the account lacks it', () => {
  const column = (id: string) => ({ id, title: id, width: 100, text: String })
  const make = column('make')
  const views = column('views')
  const price = column('price')
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
