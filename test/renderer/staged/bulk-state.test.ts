import { expect, test } from 'vitest'
import { typedNumber } from '../../../src/renderer/staged/bulk-state.svelte.ts'

test('numbers are read as people type them, and nothing else is a number', () => {
  const number = (text: string) => typedNumber('number', text)
  const price = (text: string) => typedNumber('price', text)
  expect(['−2', '1,5 %', '15 900', '+250', '12\u00a0500,75'].map(number)).toEqual([
    -2, 1.5, 15_900, 250, 12_500.75,
  ])
  // A sum is what it is in a filter or a file, not a hundredth or a thousandth of it.
  expect(['15,900', '15.900', '−1,500', '20 тис', '12\u00a0500,75'].map(price)).toEqual([
    15_900, 15_900, -1_500, 20_000, 12_500.75,
  ])
  for (const text of ['', 'abc', '1e5', '0x10', '1,2,3', '--4', 'Infinity']) {
    expect(number(text)).toBeNaN()
    expect(price(text)).toBeNaN()
  }
  // A thousand and a half, or one and a half?
  expect(number('1,500')).toBeNaN()
})
