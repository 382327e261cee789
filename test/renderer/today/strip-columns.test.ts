import { expect, test } from 'vitest'
import { stripColumns } from '../../../src/renderer/today/strip-columns.ts'

test.each([
  { figures: 7, width: 1220, columns: 7 },
  { figures: 7, width: 940, columns: 4 },
  { figures: 5, width: 460, columns: 3 },
  { figures: 6, width: 800, columns: 3 },
  // Three lines, or four with one alone: nothing else fits.
  { figures: 7, width: 460, columns: 3 },
  { figures: 6, width: 100, columns: 1 },
])('$figures figures in $width px stand in $columns columns', ({ figures, width, columns }) => {
  expect(stripColumns(figures, width)).toBe(columns)
})
