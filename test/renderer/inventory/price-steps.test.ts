import { expect, test } from 'vitest'
import { placePrices, stepPath } from '../../../src/renderer/inventory/price-steps.ts'

test('places prices by their time and height, the highest at the top', () => {
  const places = placePrices(
    [
      { at: 0, price: 10_000 },
      { at: 50, price: 12_000 },
      { at: 100, price: 11_000 },
    ],
    300,
    40,
  )
  expect(places).toEqual([
    { x: 0, y: 40 },
    { x: 150, y: 0 },
    { x: 300, y: 20 },
  ])
})

test('a price that never changed lies in the middle', () => {
  expect(placePrices([{ at: 5, price: 9000 }], 300, 40)).toEqual([{ x: 150, y: 20 }])
})

test('a price holds until the next one', () => {
  const places = [
    { x: 0, y: 40 },
    { x: 150, y: 0 },
  ]
  expect(stepPath(places, 300)).toBe('M0 40H150V0H300')
  expect(stepPath([], 300)).toBe('')
})
