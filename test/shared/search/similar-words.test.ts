import { expect, test } from 'vitest'
import { similarWords } from '../../../src/shared/search/similar-words.ts'

const likes: [string, string][] = [
  ['category_id', '1'],
  ['marka_id[0]', '9'],
  ['model_id[0]', '96'],
  ['s_yers[0]', '2024'],
  ['po_yers[0]', '2026'],
  ['raceFrom', '0'],
  ['raceTo', '60'],
  ['gearbox[0]', '2'],
  ['state[0]', '10'],
]
const names = { 'marka_id[0]': 'BMW', 'model_id[0]': 'X3', 'gearbox[0]': 'Автомат', 'state[0]': 'Київська' }

test('filters are told in words', () => {
  expect(similarWords({ likes, names })).toEqual([
    'BMW X3',
    '2024–2026',
    'to 60 thousand km',
    'Автомат',
    'Київська',
  ])
})

test('a value without a name is called by what it is of, never by the parameter', () => {
  expect(similarWords({ likes, names: {} })).toEqual([
    'same model',
    '2024–2026',
    'to 60 thousand km',
    'same gearbox',
    'same region',
  ])
  expect(similarWords({ likes: [['marka_id[0]', '9']], names: {} }, { 'marka_id[0]': 'BMW' })).toEqual([
    'BMW',
  ])
})

test('one year is not a range, and an open range says its end', () => {
  const years = (...pairs: [string, string][]): string[] => similarWords({ likes: pairs, names: {} })
  expect(years(['s_yers[0]', '2020'], ['po_yers[0]', '2020'])).toEqual(['2020'])
  expect(years(['s_yers[0]', '2020'])).toEqual(['from 2020'])
  expect(years(['po_yers[0]', '2020'])).toEqual(['to 2020'])
})

test('a filter that only the command line takes is told as it is sent', () => {
  expect(similarWords({ likes: [['bodystyle[0]', '5']], names: {} })).toEqual(['bodystyle[0]=5'])
})
