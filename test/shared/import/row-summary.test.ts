import { expect, test } from 'vitest'
import { advertTitle, rowSummary, type SummarisedRow } from '#shared/import/row-summary.ts'

const cases: [string, SummarisedRow, string][] = [
  [
    'an edit: what changes, the price first, and nothing that stays',
    {
      operation: 'edit',
      payload: { auto_id: 7, currency_id: 1, version: 'Sport', price: 19_900 },
      before: { currency_id: 1, version: 'Base', price: 21_500 },
    },
    'Price $21,500 → $19,900 · Version Base → Sport',
  ],
  [
    'an edit that takes the price to another currency: both signs, and cents if there are any',
    {
      operation: 'edit',
      payload: { auto_id: 7, currency_id: 2, price: 19_900.5 },
      before: { currency_id: 1, price: 21_500 },
    },
    'Price $21,500 → €19,900.50 · Currency USD → EUR',
  ],
  [
    'an edit of the currency alone: the price is another one, too',
    {
      operation: 'edit',
      payload: { auto_id: 7, currency_id: 3, price: 21_500 },
      before: { currency_id: 1, price: 21_500 },
    },
    'Price $21,500 → ₴21,500 · Currency USD → UAH',
  ],
  [
    'a price whose old currency is not known has none',
    {
      operation: 'edit',
      payload: { auto_id: 7, currency_id: 1, price: 19_900 },
      before: { price: 21_500 },
    },
    'Price 21,500 → $19,900 · Currency USD',
  ],
  [
    'a create: every value',
    { operation: 'create', payload: { marka_id: 9, price: 500 }, before: {} },
    'Price 500 · Make 9',
  ],
  [
    'a create of a vehicle whose names are known: the values',
    {
      operation: 'create',
      payload: { marka_id: 9, model_id: 96, base_id: 1511, equip_id: 20, price: 500 },
      before: {},
      names: { marka_id: 'BMW', model_id: 'X5', base_id: '40d', equip_id: 'Comfort' },
    },
    'Price 500',
  ],
  [
    'a delete: what the advert had',
    { operation: 'delete', payload: { auto_id: 7 }, before: { price: 500 } },
    'Price 500 → —',
  ],
]

test.each(cases)('%s', (_what, row, words) => {
  expect(rowSummary(row)).toBe(words)
})

test('a new vehicle has its names, another advert its title', () => {
  const names = { marka_id: 'BMW', model_id: 'X5', base_id: '40d' }
  const payload = { marka_id: 9, model_id: 96, base_id: 1511, price: 500 }
  expect(advertTitle({ title: 'BMW X5', payload, names })).toBe('BMW X5 40d')
  expect(advertTitle({ title: 'BMW X5', payload, names: { marka_id: 'BMW' } })).toBe('BMW X5')
  expect(advertTitle({ title: null, payload, names: { marka_id: 'BMW' } })).toBe('BMW')
  expect(advertTitle({ title: 'Audi A6', payload: { auto_id: 7 } })).toBe('Audi A6')
  expect(advertTitle({ title: '', payload: { auto_id: 7 } })).toBe('—')
})
