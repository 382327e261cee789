import { describe, expect, it } from 'vitest'
import type { ColumnName } from '#shared/import/file-columns.ts'
import { check as checkRow } from '../../../../src/main/import/check/check.ts'
import { planRows } from '../../../../src/main/import/check/row-plan.ts'
import { problemWords } from '../../../../src/main/writes/problem-words.ts'
import { recordOf } from './record-of.ts'

const header: ColumnName[] = ['auto_id', 'currency_id', 'price']

function check(currency: string, price: string, decimalMark: '.' | ',' = ',') {
  const account = { userId: 7, baseUrlLength: 40 }
  const plan = planRows({ header, mapping: header, operation: 'edit', decimalMark, ...account })
  const row = checkRow(recordOf(['5', currency, price]), plan)
  return { payload: row.payload, problems: row.problems }
}

describe('a price with its unit', () => {
  it.each([
    ['15 500 $', 'USD', 15_500, 1],
    ['$15500', '$', 15_500, 1],
    ['15500 USD', '1', 15_500, 1],
    ['USD 15500', '1', 15_500, 1],
    ['US$ 15 500,50', '1', 15_500.5, 1],
    ['15500usd', 'usd', 15_500, 1],
    ['$15500 USD', '1', 15_500, 1],
    ['€ 12 000', 'EUR', 12_000, 2],
    ['12\u00a0000\u00a0€', 'євро', 12_000, 2],
    ['15 500 грн.', 'грн', 15_500, 3],
    ['15 500 ГРН', 'грн', 15_500, 3],
    ['400 тис. грн', 'грн', 400_000, 3],
    ['400 тыс. грн.', 'UAH', 400_000, 3],
    ['400 тис', 'UAH', 400_000, 3],
    ['15,5 тис. $', '$', 15_500, 1],
    ['15k $', '$', 15_000, 1],
    ['1,2 млн грн', '3', 1_200_000, 3],
    ['₴415 000,50', '3', 415_000.5, 3],
    ['41 000,-', 'USD', 41_000, 1],
    ['41.000,-', 'USD', 41_000, 1],
    ['41.000,- €', 'EUR', 41_000, 2],
    ['41,000.–', 'USD', 41_000, 1],
    ['41000.--', 'USD', 41_000, 1],
  ])('%j is read in a row of %j', (price, currency, value, id) => {
    expect(check(currency, price)).toEqual({
      payload: { auto_id: 5, currency_id: id, price: value },
      problems: [],
    })
  })

  it.each([
    ['15 500 $', 'грн', 'USD', 'UAH'],
    ['400 тис. грн', 'USD', 'UAH', 'USD'],
    ['€12000', '1', 'EUR', 'USD'],
  ])('%j is a problem in a row of %j', (price, currency, priced, own) => {
    const { payload, problems } = check(currency, price)
    expect(payload).not.toHaveProperty('price')
    expect(problems).toMatchObject([
      { column: 'price', code: 'currency-differs', severity: 'error', value: price },
    ])
    const [problem] = problems
    expect(problem && problemWords(problem)).toContain(`in ${priced}, but the row’s currency is ${own}`)
  })

  it.each([
    ['41 000 у.о.', '$', 41_000, '41000 USD'],
    ['у.е. 41000', 'USD', 41_000, '41000 USD'],
    ['від 41000', 'USD', 41_000, '41000'],
    ['от 41 000 $', 'USD', 41_000, '41000 USD'],
    ['ab 41.000,- €', 'EUR', 41_000, '41000 EUR'],
    ['41000', 'у.о.', 41_000, 'USD'],
    ['41000', 'У. О.', 41_000, 'USD'],
  ])(
    '%j in a row of %j is taken for what it usually means, which is asked',
    (price, currency, value, means) => {
      const { payload, problems } = check(currency, price)
      expect(payload.price).toBe(value)
      expect(problems).toMatchObject([{ code: 'value-assumed', severity: 'warning', details: { means } }])
    },
  )

  it.each(['до 41000', 'близько 41000', '41000-43000', 'ні 41000', '41000,-5', 'у 41000'])(
    '%j says no price',
    (price) => expect(check('USD', price).payload).not.toHaveProperty('price'),
  )

  it('gives the row its currency if the row names none, and that is said', () => {
    const { payload, problems } = check('', '15 500 $')
    expect(payload).toEqual({ auto_id: 5, currency_id: 1, price: 15_500 })
    expect(problems).toMatchObject([
      { code: 'currency-of-price', severity: 'warning', details: { priced: 'USD' } },
    ])
    expect(check('', '15 500').problems).toMatchObject([{ code: 'price-without-currency' }])
    expect(check('', '15 тис.').problems).toMatchObject([{ column: 'currency_id' }])
  })

  it.each(['15500 PLN', '$15500 EUR', 'торг', '12.500,00.1 $', '15 тисяч і ще', '15500 - 16000 $'])(
    '%j is no number',
    (price) => {
      expect(check('USD', price).problems).toMatchObject([{ column: 'price', code: 'not-a-number' }])
    },
  )

  it('says of a unit price what it says of a plain one', () => {
    expect(check('USD', '0 $').problems).toMatchObject([{ code: 'zero' }])
    expect(check('USD', '99999999999999 млн $').problems).toMatchObject([{ code: 'number-too-large' }])
    expect(check('USD', '12.500 $', '.').problems).toMatchObject([{ code: 'not-a-number' }])
    expect(check('USD', '12.500 $', ',').payload).toMatchObject({ price: 12_500 })
  })
})

describe('a currency in the name of the column of prices', () => {
  const named = ['ID', 'Валюта', 'Ціна, $']
  function checkNamed(currency: string, price: string) {
    const account = { userId: 7, baseUrlLength: 40 }
    const plan = planRows({ header: named, mapping: header, operation: 'edit', decimalMark: ',', ...account })
    const row = checkRow(recordOf(['5', currency, price]), plan)
    return { payload: row.payload, codes: row.problems.map(({ code }) => code) }
  }

  it('is that of each price', () => {
    expect(checkNamed('USD', '15 500')).toEqual({
      payload: { auto_id: 5, currency_id: 1, price: 15_500 },
      codes: [],
    })
    for (const price of ['15500', '15 500', '15 тис.'])
      expect(checkNamed('грн', price).codes).toEqual(['currency-differs'])
  })

  it('counts less than the price’s own', () => {
    expect(checkNamed('грн', '650 000 грн').codes).toEqual([])
    expect(checkNamed('$', '650 000 грн').codes).toEqual(['currency-differs'])
  })

  it('is taken by a row that names none, and that is said', () => {
    expect(checkNamed('', '15500')).toEqual({
      payload: { auto_id: 5, currency_id: 1, price: 15_500 },
      codes: ['currency-of-price'],
    })
    expect(checkNamed('', '').codes).not.toContain('currency-of-price')
  })
})

it.each([
  ['12.500', 'two-ways'],
  ['12.500 $', 'two-ways'],
  ['1,130 млн', 'two-ways'],
  ['15,500 тис. грн', 'two-ways'],
  ['9100.10000000001', 'decimals'],
  ['1234.567', 'decimals'],
  ['договірна', undefined],
  ['12 50', undefined],
])('says why %j is no price', (price, why) => {
  const { problems } = check('USD', price, '.')
  expect(problems.map(({ code, details }) => [code, details.why])).toEqual([['not-a-number', why]])
})
