import { expect, test } from 'vitest'
import { toTsv } from '../../../../src/renderer/ui/grid/grid-copy.ts'

interface Car {
  readonly title: string
  readonly price: number
}
const columns = [
  { id: 'title', title: 'Title', width: 100, text: (car: Car) => car.title },
  {
    id: 'price',
    title: 'Price',
    width: 100,
    text: (car: Car) => `$${car.price}`,
    copy: (car: Car) => String(car.price),
  },
]

test('copies rows as lines and columns as tabs, sums as plain digits', () => {
  const cars = [
    { title: 'Škoda Octavia', price: 9500 },
    { title: 'ЗАЗ Славута', price: 1200 },
  ]
  expect(toTsv(cars, columns)).toBe('Title\tPrice\nŠkoda Octavia\t9500\nЗАЗ Славута\t1200')
})

test('quotes what would fall apart into other cells', () => {
  expect(toTsv([{ title: 'a\tb', price: 1 }], columns)).toBe('Title\tPrice\n"a\tb"\t1')
  expect(toTsv([{ title: 'two\nlines', price: 1 }], columns)).toBe('Title\tPrice\n"two\nlines"\t1')
  expect(toTsv([{ title: 'an "S" line', price: 1 }], columns)).toBe('Title\tPrice\n"an ""S"" line"\t1')
})

test('a cell that a spreadsheet would run is guarded', () => {
  expect(toTsv([{ title: '=HYPERLINK(1)', price: 1 }], columns)).toBe("Title\tPrice\n'=HYPERLINK(1)\t1")
})

test('a header names the unit of what is copied; a single cell is its text alone', () => {
  const mileage = {
    id: 'mileage',
    title: 'Mileage',
    copyTitle: 'Mileage, km',
    width: 100,
    text: (car: Car) => `${car.price} km`,
    copy: (car: Car) => String(car.price),
  }
  const cars = [{ title: 'a', price: 52_000 }]
  expect(toTsv([...cars, ...cars], [mileage])).toBe('Mileage, km\n52000\n52000')
  expect(toTsv(cars, [mileage])).toBe('52000')
})
