import { describe, expect, it } from 'vitest'
import { type GridSource, listSource } from '../../../../src/renderer/ui/grid/columns.ts'
import { GridState } from '../../../../src/renderer/ui/grid/grid-state.svelte.ts'
import { PagedRows } from '../../../../src/renderer/ui/grid/paged-rows.svelte.ts'
import { listOfIds, movesBetween } from '../../../../src/renderer/ui/grid/row-moves.ts'
import { RowWindow } from '../../../../src/renderer/ui/grid/row-window.svelte.ts'

const [plain, ctrl] = [false, true].map((ctrlKey) => ({ shiftKey: false, ctrlKey, metaKey: false }))

interface List {
  source: () => GridSource<number>
  /** The list becomes this one, as its page has it when it is sorted, filtered or read again. */
  become: (rows: readonly number[]) => Promise<void>
}

/** Every way in which a page gives its rows to the grid. */
const kinds: Readonly<Record<string, () => List>> = {
  'rows that are all there (orders, calls, activity)': () => {
    let source = listSource<number>([], (row) => row)
    return {
      source: () => source,
      become: (rows) => {
        source = listSource(rows, (row) => row)
        return Promise.resolve()
      },
    }
  },
  'ids whose rows are read (inventory, market, real estate)': () => {
    let ids: readonly number[] = []
    const source = new RowWindow<number>({
      fetch: (first, end) => Promise.resolve(ids.slice(first, end)),
      key: (index) => ids[index] ?? index,
    })
    return {
      source: () => source,
      become: (rows) => {
        const before = listOfIds(ids)
        ids = rows
        source.reset(rows.length, { first: 0, rows: [...rows] }, movesBetween(before, listOfIds(rows)))
        return Promise.resolve()
      },
    }
  },
  'another filter of pages (rows of a file, of a batch, edits)': () => pages('reset'),
  'pages that are read again': () => pages('refresh'),
}

function pages(how: 'reset' | 'refresh'): List {
  let list: readonly number[] = []
  const read = (offset: number, limit: number) =>
    Promise.resolve({ total: list.length, rows: list.slice(offset, offset + limit) })
  const rows = new PagedRows<number>(read, (row) => row)
  return {
    source: () => rows.source,
    become: async (next) => {
      const isFirst = list.length === 0
      list = next
      await (isFirst ? rows.reset() : rows[how]())
    },
  }
}

describe.each(Object.entries(kinds))('%s', (_kind, open) => {
  /** A grid of the rows 1 to 9, of which 2, 4 and 5 are selected; 5 is active, in the second column. */
  async function selected() {
    const list = open()
    await list.become([1, 2, 3, 4, 5, 6, 7, 8, 9])
    const options = {
      get source() {
        return list.source()
      },
      columns: ['a', 'b'].map((id) => ({ id, title: id, width: 100, text: String })),
    }
    const grid = new GridState<number>(options)
    grid.movesTo(grid.source)
    grid.press({ row: 1, column: 1 }, plain)
    grid.press({ row: 3, column: 1 }, ctrl)
    grid.press({ row: 4, column: 1 }, ctrl)
    const become = async (rows: readonly number[]): Promise<void> => {
      await list.become(rows)
      const moved = grid.movesTo(grid.source)
      if (moved) grid.follow(moved)
      grid.recount(grid.source.count)
    }
    const rowsAt = (): readonly (number | undefined)[] =>
      grid.selection.rows.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, at) => grid.source.rowAt(first + at)),
      )
    const active = () => [grid.source.rowAt(grid.selection.active.row), grid.activeCell?.column]
    return { grid, become, rowsAt, active }
  }

  it.each([
    ['turned round', [9, 8, 7, 6, 5, 4, 3, 2, 1], [5, 4, 2]],
    ['with new rows', [11, 12, 1, 2, 3, 13, 4, 5, 6, 7, 8, 9], [2, 4, 5]],
    ['without some', [2, 4, 5, 9], [2, 4, 5]],
  ])('the same rows stay selected, and the same cell active, in a list %s', async (_how, rows, kept) => {
    const { become, rowsAt, active } = await selected()
    await become(rows)
    expect(rowsAt()).toEqual(kept)
    expect(active()).toEqual([5, 'b'])
  })

  it('a row that left is not selected any more, and no other in its place', async () => {
    const { grid, become, rowsAt } = await selected()
    await become([1, 3, 6, 7])
    expect([rowsAt(), grid.activeCell]).toEqual([[], undefined])
  })

  it('what the list does makes no other row the one that is open', async () => {
    const { grid, become } = await selected()
    const { activations } = grid
    await become([9, 8, 7, 6, 4, 3, 2, 1])
    expect(grid.activations).toBe(activations)
  })

  it('the open row is active again once the list has it, with nothing else selected', async () => {
    const { grid, become, active } = await selected()
    await become([1, 3, 6, 7])
    grid.showOpen(5)
    expect(grid.activeCell).toBeUndefined()
    await become([1, 5, 3])
    grid.showOpen(5)
    expect(active()[0]).toBe(5)
  })
})
