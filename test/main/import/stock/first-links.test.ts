import { describe, expect, test } from 'vitest'
import { decide } from '../../../../src/main/import/stock/decide.ts'
import type { Car } from '../../../../src/main/import/stock/decisions.ts'
import { advertName, type StockFacts } from '../../../../src/main/import/stock/stock-facts.ts'
import { car, diesel, facts, held, kangoo, link, unlinked, verdictOf } from './stock-examples.ts'

/** The candidates of the first car, in words. */
function candidates(cars: readonly [Car, ...Car[]], stock: Partial<StockFacts>): string[] {
  const { candidates: found } = verdictOf(decide(cars, facts(stock)).verdicts, cars[0])
  return found.map(({ autoId, grade, why }) => `${String(autoId)} ${grade}: ${why.join(', ')}`)
}

const ofGolf = { trim: [1001, 2001] as const }

describe('an advert without a link is', () => {
  test('certainly the car’s if a column of the file names it and its model agrees', () => {
    const own = [unlinked(1), unlinked(2, { modelId: 97 })]
    expect(candidates([car('1', { autoId: 1 })], { unlinked: own })).toEqual([
      '1 certain: id-column, same-model',
    ])
    expect(candidates([car('1', { autoId: 2 })], { unlinked: own })).toEqual([
      '2 possible: id-column',
      '1 possible: same-model',
    ])
  })

  test('certainly the car’s if our own create made it of the same four ids, one to one', () => {
    const own = [unlinked(1, ofGolf), unlinked(2)]
    expect(candidates([car('1')], { unlinked: own })).toEqual([
      '1 certain: same-trim, same-model',
      '2 possible: same-model',
    ])
    expect(candidates([car('1'), car('2')], { unlinked: own })[0]).toBe('1 possible: same-trim, same-model')
    expect(candidates([car('1')], { unlinked: [...own, unlinked(3, ofGolf)] })[0]).toBe(
      '1 possible: same-trim, same-model',
    )
  })

  test('likely the car’s if its price is the same, and the trim isn’t another', () => {
    const prices = { 1: 24_900, 3: 1_000_000 }
    expect(candidates([car('1')], { unlinked: [unlinked(1, { prices })] })).toEqual([
      '1 likely: same-price, same-model',
    ])
    expect(
      candidates([car('1', { vehicle: diesel })], { unlinked: [unlinked(1, { prices, ...ofGolf })] }),
    ).toEqual(['1 possible: other-trim, same-price, same-model'])
    expect(candidates([car('1', { currency: 3 })], { unlinked: [unlinked(1, { prices })] })).toEqual([
      '1 possible: same-model',
    ])
  })

  test('possibly the car’s by its model, near price and year', () => {
    const own = [unlinked(1, { prices: { 1: 30_000 } }), unlinked(2, { prices: { 1: 24_000 }, year: 2026 })]
    expect(candidates([car('1')], { unlinked: own })).toEqual([
      '2 possible: near-price, same-year, same-model',
      '1 possible: same-model',
    ])
  })
})

test('an advert that a doubt may have made is no other car’s without a look', () => {
  const cars = [car('1'), car('9')] as const
  const made = { prices: { 1: 24_900 } }
  const doubt = { held: [held('9')] }
  expect(candidates(cars, { unlinked: [unlinked(1, made)], ...doubt })).toEqual([
    '1 possible: same-price, same-model',
  ])
  // That of another model is no doubt's, nor is one whose own create is known.
  expect(candidates(cars, { unlinked: [unlinked(1, { ...made, ...ofGolf })], ...doubt })).toEqual([
    '1 certain: same-trim, same-price, same-model',
  ])
  const elsewhere = { held: [held('9', { vehicle: kangoo })] }
  expect(candidates(cars, { unlinked: [unlinked(1, made)], ...elsewhere })).toEqual([
    '1 likely: same-price, same-model',
  ])
})

test('no more than ten are named, the nearest by price', () => {
  const own = Array.from({ length: 50 }, (_, at) => unlinked(at + 1, { prices: { 1: 10_000 + at * 1_000 } }))
  const found = candidates([car('1', { price: 24_400 })], { unlinked: own })
  expect(found).toHaveLength(10)
  expect(found.map((each) => Number(each.split(' ')[0])).toSorted((a, b) => a - b)).toEqual([
    11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ])
})

test('what a person said to be another car is named no more', () => {
  const own = [unlinked(1), unlinked(2)]
  expect(candidates([car('1')], { unlinked: own, apart: [['1', advertName(1)]] })).toEqual([
    '2 possible: same-model',
  ])
})

test('a car whose advert is gone may have another one', () => {
  const stock = { links: [link('1', { gone: true })], unlinked: [unlinked(2, { prices: { 1: 24_900 } })] }
  expect(candidates([car('1')], stock)).toEqual(['2 likely: same-price, same-model'])
})

test('of a car whose make nobody knows every advert is asked about', () => {
  expect(candidates([car('1', { vehicle: null })], { unlinked: [unlinked(1)] })).toEqual(['1 possible: '])
})
