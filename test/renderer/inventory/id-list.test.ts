import { expect, test } from 'vitest'
import { readIds } from '../../../src/renderer/inventory/id-list.ts'

test('finds ids in a CSV, a list and an address, each once', () => {
  const text = 'auto_id;price\n39099974;12500\n39099930,39099974\nauto_bmw_39099899.html'
  expect(readIds(text)).toEqual({ ids: [39099974, 39099930, 39099899], dropped: ['12500'] })
})

test.each(['price 12500', '1.234567', '1,23E+15', '1234567890123456789', '12 345 678', ''])(
  '%j holds no id',
  (text) => {
    expect(readIds(text).ids).toEqual([])
  },
)

test.each([
  ['39099974, 3909997, 12345, 12345', [39099974, 3909997], ['12345']],
  ['39 099 974', [], ['39', '099', '974']],
  ['1234567890123456789;000000', [], ['1234567890123456789', '000000']],
  ['auto_id\nBMW X5', [], ['X5']],
  ['39099974 1.234567', [39099974], ['1.234567']],
])('what is no id in %j is named, each once', (text, ids, dropped) => {
  expect(readIds(text)).toEqual({ ids, dropped })
})

test('every digit of a text is in an id or in what was left out', () => {
  const signs = ['1', '23', '456789', '0', '.', ',', ';', ' ', '\n', 'a', '"', '_', '-']
  for (let round = 0; round < 3_000; round++) {
    const text = Array.from(
      { length: 8 },
      (_, at) => signs[(round * 7 ** at + at * round) % signs.length],
    ).join('')
    const { ids, dropped } = readIds(text)
    const words = text.match(/[^\s,;|"'<>()]*\d[^\s,;|"'<>()]*/g) ?? []
    for (const word of words)
      expect(dropped.includes(word) || ids.some((id) => word.includes(String(id)))).toBe(true)
  }
})
