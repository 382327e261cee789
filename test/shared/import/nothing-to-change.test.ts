import { expect, test } from 'vitest'
import { isNothingToChange } from '#shared/import/nothing-to-change.ts'

const same = { rows: 3, toSend: 0, unchanged: 3, leftOut: 0 }

test('a file whose rows are all unchanged has nothing to change', () => {
  expect(isNothingToChange(same)).toBe(true)
  expect(isNothingToChange({ ...same, unchanged: 2, leftOut: 1 })).toBe(true)
})

test.each([
  ['a row is sent', { toSend: 1, unchanged: 2 }],
  ['a row is invalid', { unchanged: 2 }],
  ['all rows were left out', { unchanged: 0, leftOut: 3 }],
])('not if %s', (_what, change) => {
  expect(isNothingToChange({ ...same, ...change })).toBe(false)
})
