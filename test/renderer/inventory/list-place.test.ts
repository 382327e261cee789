import type { StockGroup } from '#shared/inventory/inventory-calls.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GroupPlaces, PlainPlaces } from '../../../src/renderer/ui/grid/group-places.ts'
import { ListPlace } from '../../../src/renderer/inventory/list-place.ts'

const ids = Float64Array.from({ length: 50 }, (_, at) => 100 + at)
const groups = ['BMW', 'Kia'].map((value) => ({ value, count: 25, totals: [] }))

const entry = { state: null as unknown, replaceState: (state: unknown) => (entry.state = state) }
beforeEach(() => {
  entry.state = null
  vi.stubGlobal('history', entry)
})
afterEach(() => vi.unstubAllGlobals())

function list(places: PlainPlaces | GroupPlaces<StockGroup>, rows = 0) {
  const grid = {
    rows,
    cell: undefined as { row: number; column: string } | undefined,
    scrolled: () => grid.rows,
    scrollTo: (to: number) => void (grid.rows = to),
    activeCell: () => grid.cell,
    selectCell: (row: number, column: string) => void (grid.cell = { row, column }),
  }
  const inventory = {
    places,
    folded: new Set<string>() as ReadonlySet<string>,
    ...{ loaded: true, version: 1, openId: null as number | null, leftAt: null as unknown },
  }
  return { grid, inventory, place: new ListPlace({ inventory, grid: () => grid }) }
}

test('an entry is come back to at the row that was first, wherever that is by now', () => {
  list(new PlainPlaces(ids), 12.25).place.keep()
  expect(entry.state).toEqual({ key: 112, rows: 12.25, folded: [] })
  const later = list(new PlainPlaces(Float64Array.from([1, 2, ...ids])))
  later.place.arrive(false)
  expect(later.grid.rows).toBe(14.25)
})

test('at the top it is the top, and a row that is gone leaves its place', () => {
  list(new PlainPlaces(ids)).place.keep()
  const top = list(new PlainPlaces(Float64Array.from([1, ...ids])), 7)
  top.place.arrive(false)
  expect(top.grid.rows).toBe(0)
  entry.state = { key: 7, rows: 9.5, folded: [] }
  const gone = list(new PlainPlaces(ids))
  gone.place.arrive(false)
  expect(gone.grid.rows).toBe(9.5)
})

test('at the top another list is the same place, for which nothing is written', () => {
  const { inventory, place } = list(new PlainPlaces(ids))
  place.keep()
  const written = vi.spyOn(entry, 'replaceState')
  inventory.places = new PlainPlaces(Float64Array.from([1, ...ids]))
  inventory.version++
  place.follow()
  expect(written).not.toHaveBeenCalled()
})

test('a list that is read is waited for, with its groups folded; until then the entry keeps what it has', () => {
  const { inventory, grid, place } = list(new PlainPlaces(ids))
  const kept = { key: 'Kia', rows: 3.5, folded: ['BMW'] }
  entry.state = kept
  place.arrive(true)
  expect(inventory.folded).toEqual(new Set(['BMW']))
  place.follow()
  expect([grid.rows, entry.state]).toEqual([0, kept])
  inventory.places = new GroupPlaces(ids, groups, (value) => value === 'BMW')
  inventory.version++
  place.follow()
  expect(grid.rows).toBe(1.5)
  expect(entry.state).toEqual({ key: 'Kia', rows: 1.5, folded: ['BMW'] })
})

test.each([
  null,
  'text',
  { key: {}, rows: 1, folded: [] },
  { key: 1, rows: -1, folded: [] },
  { key: 1, rows: 1 },
])('an entry with the state %j leaves the list where it is', (state) => {
  entry.state = state
  const { grid, place } = list(new PlainPlaces(ids), 4)
  place.arrive(false)
  expect(grid.rows).toBe(4)
})

test('the active cell is come back to in a new grid, by its advert; one that stays keeps what is selected', () => {
  const left = list(new PlainPlaces(ids), 3)
  left.grid.cell = { row: 5, column: 'price' }
  left.place.keep()
  const moved = new PlainPlaces(Float64Array.from([1, ...ids]))
  const later = list(moved)
  later.place.arrive(false)
  expect([later.grid.rows, later.grid.cell]).toEqual([4, { row: 6, column: 'price' }])

  const same = list(moved)
  same.grid.cell = { row: 2, column: 'title' }
  same.place.arrive(false)
  expect(same.grid.cell).toEqual({ row: 2, column: 'title' })

  const other = list(moved)
  other.inventory.openId = 101
  other.place.arrive(false)
  expect(other.grid.cell).toBeUndefined()

  const gone = list(new PlainPlaces(Float64Array.of(100)))
  gone.place.arrive(false)
  expect(gone.grid.cell).toBeUndefined()
})

test('by the rail it is come back to where the list was left last, unless another list is read', () => {
  const { grid, inventory, place } = list(new PlainPlaces(ids), 7)
  grid.cell = { row: 9, column: 'title' }
  place.keep()
  for (const [reads, asLeft, rows] of [
    [false, true, 7],
    [true, true, 0],
    [false, false, 0],
  ] as const) {
    entry.state = null
    const next = list(new PlainPlaces(ids))
    next.inventory.leftAt = inventory.leftAt
    next.place.arrive(reads, asLeft)
    expect([next.grid.rows, next.grid.cell?.row]).toEqual([rows, rows === 7 ? 9 : undefined])
  }
})
