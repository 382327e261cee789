import { expect, it } from 'vitest'
import { compareRow, type CurrentAdvert } from '../../../../src/main/import/compare/row-compare.ts'

const current: CurrentAdvert = {
  title: 'Audi Q5 2024',
  userId: 7,
  gone: false,
  prices: { 1: 10_000, 2: 9_000, 3: 415_000 },
  values: { currency_id: 1, price: 10_000, auto_note: 'Новий', version: '2.0' },
}
const codes = (comparison: ReturnType<typeof compareRow>) => comparison.problems.map(({ code }) => code)

it('asks for the price if the advert has none in that currency, or is not known', () => {
  const row = { auto_id: 5, currency_id: 3, version: '2.5' }
  for (const prices of [{}, { 1: 10_000 }, { 3: 0 }])
    expect(compareRow('edit', row, { ...current, prices }, 7)).toMatchObject({
      problems: [{ code: 'price-required', column: 'price', severity: 'error' }],
    })
  expect(codes(compareRow('edit', row, undefined, 7))).toEqual(['advert-not-cached', 'price-required'])
})

it('takes a flag that nobody knows as changed, and a known one as what it is', () => {
  const payload = { auto_id: 5, currency_id: 1, in_stock: 1 }
  expect(compareRow('edit', payload, current, 7).comparison?.unchanged).toBe(false)
  const inStock = { ...current, values: { ...current.values, in_stock: 1 } }
  expect(compareRow('edit', payload, inStock, 7).comparison?.unchanged).toBe(true)
})

it('warns above 30 % of price, either way', () => {
  const priced = (price: number) =>
    codes(compareRow('edit', { auto_id: 5, currency_id: 1, price }, current, 7))
  expect(priced(13_000)).toEqual([])
  expect(priced(13_100)).toEqual(['price-jump'])
  expect(priced(6_900)).toEqual(['price-jump'])
})

it('refuses an advert of somebody else and warns of one that is gone or not cached', () => {
  const payload = { auto_id: 5 }
  expect(compareRow('delete', payload, { ...current, userId: 8 }, 7).problems).toMatchObject([
    { code: 'other-user', severity: 'error', column: 'auto_id', value: '5' },
  ])
  expect(codes(compareRow('delete', payload, { ...current, gone: true }, 7))).toEqual(['advert-gone'])
  expect(codes(compareRow('delete', payload, undefined, 7))).toEqual(['advert-not-cached'])
})
