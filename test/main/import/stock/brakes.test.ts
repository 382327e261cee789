import { expect, test } from 'vitest'
import type { StockFacts } from '../../../../src/main/import/stock/stock-facts.ts'
import { car, decided, facts, link } from './stock-examples.ts'

const file = {
  sha256: 'of today',
  asOf: '2026-11-21T03:00:00Z',
  isEmpty: false,
  isCut: false,
  toldRows: null,
}

/** A file that has some of the keys of a source. */
function brakeOf(has: number, links: number, more: Partial<StockFacts> = {}) {
  const cars = Array.from({ length: has }, (_, at) => car(String(at + 1)))
  const known = Array.from({ length: links }, (_, at) => link(String(at + 1)))
  return decided(cars, facts({ links: known, file, ...more })).brake
}

test.each([
  ['an empty file', brakeOf(0, 3, { file: { ...file, isEmpty: true } }), 'empty', 0, 3, 0],
  ['the header alone', brakeOf(0, 3), 'header-alone', 0, 3, 0],
  ['a file without its end', brakeOf(3, 3, { file: { ...file, isCut: true } }), 'cut', 3, 0, 0],
  [
    'a row that may hold others',
    decided([car('1', { holdsRows: true })], facts()).brake,
    'lost-lines',
    1,
    0,
    0,
  ],
  ['fewer than half of the rows', brakeOf(4, 4, { largestOfWeek: 9 }), 'fewer-than-half', 4, 9, 44],
  ['too many missing', brakeOf(197, 340), 'many-missing', 143, 340, 42],
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

test('the number of missing cars that was told lifts its brake, and no other', () => {
  expect(brakeOf(197, 340, { maxMissing: 143 })).toBeNull()
  expect(brakeOf(196, 340, { maxMissing: 143 })).toMatchObject({ code: 'missing-differ', count: 144 })
  expect(brakeOf(100, 340, { maxMissing: 240, largestOfWeek: 340 })).toMatchObject({
    code: 'fewer-than-half',
  })
  expect(brakeOf(100, 340, { expectedRows: 100, largestOfWeek: 340 })).toMatchObject({ code: 'many-missing' })
})

test('the number of rows that was told lifts the brakes of rows, and stops each other file', () => {
  expect(brakeOf(12, 12, { expectedRows: 12, largestOfWeek: 40 })).toBeNull()
  expect(brakeOf(12, 12, { expectedRows: 12, file: { ...file, isCut: true } })).toBeNull()
  expect(brakeOf(40, 40, { expectedRows: 12, largestOfWeek: 40 })).toMatchObject({ code: 'rows-differ' })
  expect(brakeOf(0, 1, { expectedRows: 0, file: { ...file, isEmpty: true } })).toMatchObject({
    code: 'empty',
  })
})
