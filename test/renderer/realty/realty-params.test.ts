import { expect, test } from 'vitest'
import { isNumber, realtyFormOf, realtyParamsOf } from '../../../src/renderer/realty/realty-params.ts'

test('the parameters of a form: ranges, options, and each district once more', () => {
  expect(
    realtyParamsOf({
      combination: { category: 1, type: 2, operation: 3 },
      state: '',
      city: ' 10',
      districts: '15187, 15188',
      since: '',
      entered: {
        209: { from: '2', to: '' },
        214: { from: '45,5' },
        242: { option: '239' },
        273: { option: '' },
      },
    }),
  ).toEqual([
    ['category', '1'],
    ['realty_type', '2'],
    ['operation_type', '3'],
    ['city_id', '10'],
    ['district_id', '15187'],
    ['district_id', '15188'],
    ['characteristic[209][from]', '2'],
    ['characteristic[214][from]', '45.5'],
    ['characteristic[242]', '239'],
  ])
})

test.each([
  ['', false, true],
  ['12', false, true],
  ['12.5', false, false],
  ['12,5', true, true],
  ['x', true, false],
  ['-1', true, false],
] as const)('%j as a number (with decimals: %j): %j', (text, isFloat, fits) => {
  expect(isNumber(text, isFloat)).toBe(fits)
})

test('a search that was read fills the form from which it was made', () => {
  const params: [string, string][] = [
    ['category', '1'],
    ['realty_type', '2'],
    ['operation_type', '3'],
    ['state_id', '10'],
    ['city_id', '10'],
    ['district_id', '15187'],
    ['district_id', '15188'],
    ['date_from', '2026-01-31'],
    ['characteristic[209][from]', '2'],
    ['characteristic[209][to]', '3'],
    ['characteristic[242]', '239'],
  ]
  expect(realtyParamsOf(realtyFormOf(params))).toEqual(params)
})
