import { expect, test } from 'vitest'
import { readIds } from '../../../src/renderer/inventory/id-list.ts'

test('finds ids in a CSV, a list and an address, each once', () => {
  const text = 'auto_id;price\n39099974;12500\n39099930,39099974\nauto_bmw_39099899.html'
  expect(readIds(text)).toEqual([39099974, 39099930, 39099899])
})

test.each(['price 12500', '1.234567', '1,23E+15', '1234567890123456789', '12 345 678', ''])(
  '%j holds no id',
  (text) => {
    expect(readIds(text)).toEqual([])
  },
)
