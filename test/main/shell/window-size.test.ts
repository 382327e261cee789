import { expect, test } from 'vitest'
import { windowSize } from '../../../src/main/shell/window-size.ts'

test('a window may be as small as 800 × 560, and begins no larger than the screen', () => {
  expect(windowSize({ width: 1920, height: 1040 })).toEqual({
    ...{ width: 1440, height: 900, minWidth: 800, minHeight: 560 },
  })
  expect(windowSize({ width: 1366, height: 728 })).toMatchObject({ width: 1366, height: 728 })
})

test('a screen that is enlarged by the system sets the least size', () => {
  expect(windowSize({ width: 683, height: 364 })).toEqual({
    ...{ width: 683, height: 364, minWidth: 683, minHeight: 364 },
  })
})
