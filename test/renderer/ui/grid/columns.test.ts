import { describe, expect, test } from 'vitest'
import {
  plainArrangement,
  restoreArrangement,
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

describe('a kept arrangement', () => {
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
