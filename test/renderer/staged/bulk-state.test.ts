import { expect, test } from 'vitest'
import { BulkPrice } from '../../../src/renderer/staged/bulk-price.svelte.ts'
import { BulkText } from '../../../src/renderer/staged/bulk-text.svelte.ts'
import { typedNumber } from '../../../src/renderer/staged/typed-number.ts'

test('numbers are read as people type them, and nothing else is a number', () => {
  const number = (text: string) => typedNumber('number', text)
  const price = (text: string) => typedNumber('price', text)
  expect(['−2', '1,5 %', '15 900', '+250', '12\u00a0500,75'].map(number)).toEqual([
    -2, 1.5, 15_900, 250, 12_500.75,
  ])
  // A sum is what it is in a filter or a file, not a hundredth or a thousandth of it.
  expect(['15,900', '15.900', '−1,500', '20 тис', '12\u00a0500,75'].map(price)).toEqual([
    15_900, 15_900, -1_500, 20_000, 12_500.75,
  ])
  for (const text of ['', 'abc', '1e5', '0x10', '1,2,3', '--4', 'Infinity']) {
    expect(number(text)).toBeNaN()
    expect(price(text)).toBeNaN()
  }
  // A thousand and a half, or one and a half?
  expect(number('1,500')).toBeNaN()
})

test('a change of prices is none while its number can’t be taken, and says what one is like', () => {
  const price = new BulkPrice()
  expect(price.change).toEqual({ kind: 'price', percent: -2, roundTo: 50 })
  price.percent = '-95'
  expect(price.change).toBeNull()
  expect(price.percentProblem).toMatch(/−90/)
  price.how = 'amount'
  for (const text of ['', '0', 'ten']) {
    price.amount = text
    expect(price.change, text).toBeNull()
  }
  price.amount = '−500'
  price.currency = '3'
  price.roundTo = '100'
  expect(price.change).toEqual({ kind: 'price-by', amount: -500, currency: 3, roundTo: 100 })
  price.how = 'set'
  expect(price.change).toBeNull()
  price.price = '15 900'
  expect(price.change).toEqual({ kind: 'price-is', price: 15_900, currency: 3 })
})

test('a text is added with a blank between, replaced, or removed; nothing is looked for while nothing is typed', () => {
  const text = new BulkText()
  text.template = 'Знижка'
  const template = () => text.change('auto_note')
  text.how = 'after'
  expect(template()).toEqual({ kind: 'text', field: 'auto_note', template: '{text} Знижка' })
  text.template = '\nЗнижка'
  expect(template()).toMatchObject({ template: '{text}\nЗнижка' })
  text.how = 'before'
  text.template = '{make}:'
  expect(template()).toMatchObject({ template: '{make}: {text}' })
  text.template = '{colour}'
  expect(template()).toBeNull()
  text.how = 'replace'
  expect(template()).toBeNull()
  text.find = ' '
  text.by = '-'
  expect(template()).toEqual({ kind: 'replace', field: 'auto_note', find: ' ', by: '-', exactCase: false })
  text.how = 'remove'
  expect(template()).toMatchObject({ by: '' })
})
