import { expect, test } from 'vitest'
import { yearColumn } from '../../../../src/main/import/columns/car-columns.ts'

test.each(['Рік', 'рік вип.', 'Год_выпуска', 'РІК ВИПУСКУ:', '\uFEFFPік', 'Model-Year', 'Rok  produkcji'])(
  'a column “%s” holds the years, however its name is written',
  (name) => {
    expect(yearColumn(['Код', name, 'Ціна'])).toBe(1)
  },
)

test('no column does if two may, or none', () => {
  expect(yearColumn(['Рік', 'Год'])).toBe(-1)
  expect(yearColumn(['Код', 'Пробіг'])).toBe(-1)
})
