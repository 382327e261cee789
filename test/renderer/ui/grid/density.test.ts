import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { listSource } from '../../../../src/renderer/ui/grid/columns.ts'
import { DensityState, rowHeights } from '../../../../src/renderer/ui/grid/density.svelte.ts'
import { GridState } from '../../../../src/renderer/ui/grid/grid-state.svelte.ts'
import { headerHeight } from '../../../../src/renderer/ui/grid/row-pool.svelte.ts'

afterEach(() => vi.unstubAllGlobals())

test('rows are as high as the tokens say', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../../../src/renderer/ui/tokens.css'), 'utf8')
  const px = (name: string): number => Number(new RegExp(`${name}: (\\d+)px`).exec(tokens)?.[1])
  expect(rowHeights).toEqual({
    compact: px('--row-compact'),
    normal: px('--row'),
    comfortable: px('--row-comfortable'),
  })
})

test('the height of rows is kept for the window, and one that is not known is the normal one', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  expect(new DensityState().rowHeight).toBe(32)
  new DensityState().chosen = 'compact'
  expect(new DensityState().rowHeight).toBe(24)
  for (const key of kept.keys()) kept.set(key, '"tiny"')
  expect(new DensityState().chosen).toBe('normal')
})

test.each([100, 5_000_000])(
  'of %i rows the first on the screen stays the first when all get higher',
  (count) => {
    const density = new DensityState()
    density.chosen = 'compact'
    const options = {
      source: { ...listSource<number>([], (row) => row), count, rowAt: (index: number) => index },
      columns: [{ id: 'number', title: 'Number', width: 100, text: String }],
      get rowHeight() {
        return density.rowHeight
      },
    }
    const grid = new GridState<number>(options)
    grid.width = 400
    grid.height = headerHeight + 240
    const scroller = Object.assign(new EventTarget(), { scrollTop: 0, scrollLeft: 0 }) as HTMLElement
    grid.attach(scroller)
    grid.recount(count)
    grid.selectRow(count / 2)
    const first = (): number => grid.cellAt(0, scroller.scrollTop).row
    const before = first()
    expect(before).toBeGreaterThan(count / 3)
    density.chosen = 'comfortable'
    grid.recount(count)
    expect(first()).toBe(before)
  },
)
