import { expect, test } from 'vitest'
import type { StockFacts } from '../../../../src/main/import/stock/stock-facts.ts'
import { car, decided, facts, link } from './stock-examples.ts'

const file = {
  sha256: 'of today',
  asOf: '2026-11-21T03:00:00Z',
  isCut: false,
  statedRows: null,
}

/** A file that has some of the keys of a source. */
function brakeOf(has: number, links: number, more: Partial<StockFacts> = {}) {
  const cars = Array.from({ length: has }, (_, at) => car(String(at + 1)))
  const known = Array.from({ length: links }, (_, at) => link(String(at + 1)))
  return decided(cars, facts({ links: known, file, ...more })).brake
}

test.each([
  ['an empty file', brakeOf(0, 3), 'fewer-rows', 0, 3, 0],
  ['a file without its end', brakeOf(3, 3, { file: { ...file, isCut: true } }), 'fewer-rows', 3, 4, 75],
  ['fewer than half of the rows', brakeOf(4, 4, { largestOfWeek: 9 }), 'fewer-rows', 4, 9, 44],
  [
    'fewer rows than its last line says',
    brakeOf(4, 4, { file: { ...file, statedRows: 5 } }),
    'fewer-rows',
    4,
    5,
    80,
  ],
  ['too many missing', brakeOf(197, 340), 'many-missing', 143, 340, 42],
  ['creates that can’t be compared', brakeOf(3, 1, { seesOwn: false }), 'new-unseen', 2, 1, 200],
])('%s brakes', (_what, brake, code, count, of, percent) => {
  expect(brake).toEqual({ code, count, of, percent })
})

test.each([
  ['half of the rows', brakeOf(5, 5, { largestOfWeek: 10 })],
  ['two missing of three', brakeOf(1, 3)],
  ['20 % missing', brakeOf(12, 15)],
  ['a first file', brakeOf(3, 0)],
])('%s brakes nothing', (_what, brake) => {
  expect(brake).toBeNull()
})

test('adverts that are gone count on neither side', () => {
  const links = Array.from({ length: 20 }, (_, at) => link(String(at + 1), { gone: at >= 10 }))
  const cars = Array.from({ length: 7 }, (_, at) => car(String(at + 1)))
  expect(decided(cars, facts({ links })).brake).toMatchObject({ code: 'many-missing', count: 3, of: 10 })
})

test('a row that may hold others is an error, and no brake', () => {
  const cars = [car('1', { holdsRows: true, isValid: false })]
  expect(decided(cars, facts())).toMatchObject({ brake: null, cars: ['error: invalid'], isUnclear: true })
})

test('each brake is lifted by the number that it told, and by no other', () => {
  expect(brakeOf(197, 340, { maxMissing: 143 })).toBeNull()
  expect(brakeOf(196, 340, { maxMissing: 143 })).toMatchObject({ code: 'many-missing', count: 144 })
  expect(brakeOf(3, 1, { seesOwn: false, maxNew: 2 })).toBeNull()
  expect(brakeOf(4, 1, { seesOwn: false, maxNew: 2 })).toMatchObject({ code: 'new-unseen', count: 3 })
  expect(brakeOf(12, 12, { expectedRows: 12, largestOfWeek: 40 })).toBeNull()
  expect(brakeOf(12, 12, { expectedRows: 12, file: { ...file, isCut: true } })).toBeNull()
  expect(brakeOf(40, 40, { expectedRows: 12, largestOfWeek: 40 })).toMatchObject({
    code: 'fewer-rows',
    of: 12,
  })
  expect(brakeOf(100, 340, { maxMissing: 240, largestOfWeek: 340 })).toMatchObject({ code: 'fewer-rows' })
  expect(brakeOf(100, 340, { expectedRows: 100, largestOfWeek: 340 })).toMatchObject({ code: 'many-missing' })
})
