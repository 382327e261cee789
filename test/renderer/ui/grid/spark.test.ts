import { expect, it } from 'vitest'
import { sparkLine } from '../../../../src/renderer/ui/grid/spark.ts'

it('draws counts from the left to the right, the most of them at the top', () => {
  expect(sparkLine([0, 5, 10])).toBe('M1 15L28 8L55 1')
  expect(sparkLine([0, 0])).toBe('M1 15L55 15')
  expect(sparkLine([3])).toBe('')
  expect(sparkLine([])).toBe('')
})
