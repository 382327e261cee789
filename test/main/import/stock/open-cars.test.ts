import { expect, test } from 'vitest'
import { decide } from '../../../../src/main/import/stock/decide.ts'
import { openCars } from '../../../../src/main/import/stock/open-cars.ts'
import type { Car } from '../../../../src/main/import/stock/decisions.ts'
import type { StockFacts } from '../../../../src/main/import/stock/stock-facts.ts'
import { car, facts, held, lackedBefore, link } from './stock-examples.ts'

const open = (cars: readonly Car[], stock: Partial<StockFacts>): string[] => {
  const all = facts(stock)
  return openCars(cars, decide(cars, all), new Map(all.links.map((each) => [each.key, each]))).map(
    ({ key }) => key,
  )
}

test('a car without an advert is open if it is asked about, waits or has an error, be it without a number', () => {
  expect(open([car('1')], {})).toEqual([])
  expect(open([car('1')], { links: [link('0', { lacked: lackedBefore })] })).toEqual(['1'])
  expect(open([car('1')], { held: [held('1')] })).toEqual(['1'])
  expect(open([car('1', { isValid: false })], {})).toEqual(['1'])
  expect(open([car(null)], {})).toEqual([''])
})

test('a car with an advert is not', () => {
  expect(open([car('1', { isValid: false })], { links: [link('1')] })).toEqual([])
  expect(open([car('1')], { held: [held('1')], links: [link('1')] })).toEqual([])
})
