import { describe, expect, test } from 'vitest'
import {
  listSource,
  moveColumn,
  nextSort,
  pinColumn,
  placeColumns,
  plainArrangement,
  resizeColumn,
  restoreArrangement,
  stuckCount,
  toggleColumn,
  type GridColumn,
} from '../../../../src/renderer/ui/grid/columns.ts'

const column = (id: string, hidden = false): GridColumn<string> => ({
  id,
  title: id,
  width: 100,
  hidden,
  text: (row) => row,
})
const columns = [column('make'), column('model'), column('version', true), column('price')]
const plain = plainArrangement(columns)
const shown = (arrangement = plain) => placeColumns(columns, arrangement).map(({ id }) => id)

describe('an arrangement', () => {
  test('places what is shown side by side', () => {
    const wide = resizeColumn(plain, 'make', 150)
    expect(placeColumns(columns, wide).map(({ id, left, width }) => [id, left, width])).toEqual([
      ['make', 0, 150],
      ['model', 150, 100],
      ['price', 250, 100],
    ])
  })
  test('keeps widths within what can be read and reached', () => {
    expect(resizeColumn(plain, 'make', 3).widths).toEqual({ make: 40 })
    expect(resizeColumn(plain, 'make', 99_999).widths).toEqual({ make: 1200 })
  })
  test('moves a column before another or to the end', () => {
    expect(shown(moveColumn(plain, 'price', 'make'))).toEqual(['price', 'make', 'model'])
    expect(shown(moveColumn(plain, 'make', undefined))).toEqual(['model', 'price', 'make'])
    expect(moveColumn(plain, 'make', 'make')).toBe(plain)
  })
  test('hides and shows, but never the last one', () => {
    expect(shown(toggleColumn(plain, 'version'))).toEqual(['make', 'model', 'version', 'price'])
    const one = ['make', 'model'].reduce(toggleColumn, plain)
    expect(shown(toggleColumn(one, 'price'))).toEqual(['price'])
  })
})

describe('pinned columns', () => {
  const pinned = pinColumn(plain, 'price', true)
  test('come first', () => {
    expect(shown(pinned)).toEqual(['price', 'make', 'model'])
    expect(shown(pinColumn(pinned, 'price', false))).toEqual(['make', 'model', 'price'])
  })
  test('take in what is moved among them, and let go what leaves them', () => {
    expect(moveColumn(pinned, 'model', 'price').pinned).toEqual(['price', 'model'])
    expect(moveColumn(pinned, 'model', 'make').pinned).toEqual(['price'])
    expect(moveColumn(pinned, 'price', undefined).pinned).toEqual([])
    const two = pinColumn(pinned, 'make', true)
    expect(moveColumn(two, 'make', 'price').pinned.toSorted()).toEqual(['make', 'price'])
  })
  test('stay at the edge as long as they leave room for the others', () => {
    const two = placeColumns(columns, pinColumn(pinned, 'make', true))
    expect([600, 360, 359, 260, 259].map((width) => stuckCount(two, width))).toEqual([2, 2, 1, 1, 0])
  })
  test('are those of the page for an arrangement that was kept before there were any', () => {
    const described = [{ ...column('make'), pinned: true }, column('model')]
    expect(
      restoreArrangement({ order: ['model', 'make'], widths: {}, hidden: [] }, described).pinned,
    ).toEqual(['make'])
  })
})

describe('a kept arrangement', () => {
  test('comes back as it was', () => {
    const kept = toggleColumn(resizeColumn(moveColumn(plain, 'price', 'make'), 'make', 200), 'version')
    expect(restoreArrangement(JSON.parse(JSON.stringify(kept)), columns)).toEqual(kept)
  })
  test('of an older version takes new columns in and forgets old ones', () => {
    const kept = { order: ['price', 'colour', 'make'], widths: { colour: 80, price: 90 }, hidden: ['colour'] }
    const restored = restoreArrangement(kept, columns)
    expect(restored.order.toSorted()).toEqual(['make', 'model', 'price', 'version'])
    expect(restored.widths).toEqual({ price: 90 })
    expect(restored.hidden).toEqual(['version'])
  })
  test.each([undefined, null, 'x', 7, [], { order: 'make', widths: { make: 'wide' }, hidden: {} }])(
    'that is %j is no arrangement',
    (kept) => {
      expect(restoreArrangement(kept, columns)).toEqual(plain)
    },
  )
})

describe('a click on a header', () => {
  const by = (name: string, descending = false) => ({ column: name, descending })
  test('sorts up, down, and not at all', () => {
    expect(nextSort([], 'make', false)).toEqual([by('make')])
    expect(nextSort([by('make')], 'make', false)).toEqual([by('make', true)])
    expect(nextSort([by('make', true)], 'make', false)).toEqual([])
  })
  test('with Shift adds a key, turns it in its place, and takes it away', () => {
    const two = nextSort([by('make')], 'price', true)
    expect(two).toEqual([by('make'), by('price')])
    expect(nextSort(two, 'make', true)).toEqual([by('make', true), by('price')])
    expect(nextSort([by('make', true), by('price')], 'make', true)).toEqual([by('price')])
  })
  test('keeps to the four keys that the cache takes', () => {
    const four = ['a', 'b', 'c', 'd'].map((name) => by(name))
    expect(nextSort(four, 'e', true).map((key) => key.column)).toEqual(['b', 'c', 'd', 'e'])
  })
})

test('a list is a source of its own rows', async () => {
  const source = listSource(['a', 'b', 'c'], (row) => row)
  expect([source.count, source.rowAt(1), source.rowKey(2), source.rowAt(9)]).toEqual([3, 'b', 'c', undefined])
  expect(await source.rows(1, 3)).toEqual(['b', 'c'])
})
