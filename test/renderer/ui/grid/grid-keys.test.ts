import { expect, test } from 'vitest'
import { movedBy } from '../../../../src/renderer/ui/grid/grid-keys.ts'

const bounds = { rows: 1000, columns: 12, page: 20 }
const from = { row: 500, column: 5 }
const go = (key: string, ctrlKey = false, at = from) => {
  const cell = movedBy({ key, ctrlKey, metaKey: false }, at, bounds)
  return cell && [cell.row, cell.column]
}

test.each([
  ['ArrowUp', [499, 5]],
  ['ArrowDown', [501, 5]],
  ['ArrowLeft', [500, 4]],
  ['ArrowRight', [500, 6]],
  ['PageUp', [480, 5]],
  ['PageDown', [520, 5]],
  ['Home', [500, 0]],
  ['End', [500, 11]],
])('%s goes to %j', (key, target) => {
  expect(go(key)).toEqual(target)
})

test.each([
  ['ArrowUp', [0, 5]],
  ['ArrowDown', [999, 5]],
  ['Home', [0, 0]],
  ['End', [999, 11]],
])('Ctrl+%s goes to %j', (key, target) => {
  expect(go(key, true)).toEqual(target)
})

test('stays within the rows and columns', () => {
  expect(go('ArrowUp', false, { row: 0, column: 0 })).toEqual([0, 0])
  expect(go('PageDown', false, { row: 990, column: 0 })).toEqual([999, 0])
  expect(go('ArrowRight', false, { row: 0, column: 11 })).toEqual([0, 11])
})

test('other keys move nothing', () => {
  expect(go('a')).toBeUndefined()
  expect(go('PageUp', true)).toBeUndefined()
})
