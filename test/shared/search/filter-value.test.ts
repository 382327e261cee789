import { expect, test } from 'vitest'
import { filterKind, readFilterValue, readFilters } from '#shared/search/filter-value.ts'
import {
  realtyParametersOfPractice,
  realtySearchParameters,
} from '../../../src/main/realty/realty-parameters.ts'
import { searchParameters, searchParametersOfPractice } from '../../../src/main/search/search-parameters.ts'

test.each([
  ['price_ot', '20000', '20000'],
  ['price_ot', ' 20 000 ', '20000'],
  ['price_ot', '20\u00a0000', '20000'],
  ['price_ot', '20\u202f000', '20000'],
  ['price_ot', "20'000", '20000'],
  ['price_do', '20,000', '20000'],
  ['price_do', '20.000', '20000'],
  ['price_do', '1,250,000', '1250000'],
  ['price_do', '9500,50', '9500.5'],
  ['price_do', '1 250,50', '1250.5'],
  ['price_do', '20k', '20000'],
  ['price_do', '20 тис.', '20000'],
  ['price_do', '12,5 тис', '12500'],
  ['price_do', '1,2 млн', '1200000'],
  ['price_ot', '0', '0'],
  ['engineVolumeFrom', '1,4', '1.4'],
  ['engineVolumeTo', '2.0', '2'],
  ['powerFrom', '1 200', '1200'],
  ['raceTo', '150', '150'],
  ['raceTo', '150,5', '150.5'],
  ['s_yers[0]', '2 018', '2018'],
  ['po_yers[1]', '0', '0'],
  ['marka_id[0]', '009', '9'],
  ['auto_options[477]', '477', '477'],
  ['exchange_filter[marka_id]', '9', '9'],
  ['characteristic[209][from]', '45,5', '45.5'],
  ['characteristic[242]', '239', '239'],
  ['created_after', '2026-01-31', '2026-01-31'],
  ['created_after', ' 31.01.2026 ', '2026-01-31'],
  ['created_before', '2026-1-5 9:30', '2026-01-05 09:30:00'],
  ['created_before', '5.1.2026 09:30:15', '2026-01-05 09:30:15'],
  ['created_before', '2026-01-05T09:30:15', '2026-01-05 09:30:15'],
  ['colour', 'abc', 'abc'],
])('%s=%j is sent as %s', (name, text, value) => {
  expect(readFilterValue(name, text)).toEqual({ value })
})

test.each([
  ['price_ot', 'abc', 'not-a-number'],
  ['price_ot', '', 'not-a-number'],
  ['price_ot', '$20000', 'not-a-number'],
  ['price_ot', '20 00', 'not-a-number'],
  ['price_ot', '2e4', 'not-a-number'],
  ['price_ot', '0x4e20', 'not-a-number'],
  ['price_ot', 'Infinity', 'not-a-number'],
  ['price_ot', '1,500 тис', 'two-ways'],
  ['price_ot', '-1', 'negative'],
  ['price_ot', '−20 000', 'negative'],
  ['price_ot', '9'.repeat(30), 'too-large'],
  ['engineVolumeFrom', '1,400', 'two-ways'],
  ['engineVolumeFrom', '1.4l', 'not-a-number'],
  ['raceFrom', '150 тис', 'not-a-number'],
  ['raceTo', '120000', 'mileage'],
  ['raceFrom', '120 000', 'mileage'],
  ['s_yers[0]', '18', 'year'],
  ['s_yers[0]', '20188', 'year'],
  ['s_yers[0]', '2018,5', 'not-whole'],
  ['marka_id[0]', 'BMW', 'not-a-number'],
  ['marka_id[0]', '9.0', 'not-whole'],
  ['currency', 'USD', 'not-a-number'],
  ['district_id[]', 'x', 'not-a-number'],
  ['created_after', 'yesterday', 'not-a-moment'],
  ['created_after', '2026-02-30', 'not-a-moment'],
  ['created_after', '01/02/2026', 'not-a-moment'],
  ['created_after', '2126-01-01', 'not-begun'],
  ['created_before', '2026-01-05 25:00', 'not-a-moment'],
  ['created_before', '31.13.2026', 'not-a-moment'],
  ['date_from', '', 'not-a-moment'],
  ['characteristic[209][to]', 'x', 'not-a-number'],
])('%s=%j is refused: %s', (name, text, problem) => {
  expect(readFilterValue(name, text)).toEqual({ problem })
})

test('each parameter of both searches is of a kind', () => {
  const names = [
    ...searchParameters,
    ...searchParametersOfPractice,
    ...realtySearchParameters,
    ...realtyParametersOfPractice,
  ].map(({ name }) => name.replace(/<\w+>/, '1'))
  expect(names.filter((name) => filterKind(name) === 'text')).toEqual([])
})

test('what can be read is read, and what can’t is named and left as it was', () => {
  const { params, refused } = readFilters([
    ['price_ot', '20 000'],
    ['price_do', 'abc'],
    ['page', 1],
  ])
  expect(params).toEqual([
    ['price_ot', '20000'],
    ['price_do', 'abc'],
    ['page', '1'],
  ])
  expect(refused).toEqual([{ name: 'price_do', value: 'abc', problem: 'not-a-number' }])
})
