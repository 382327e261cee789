import { expect, it } from 'vitest'
import type { ColumnJoins } from '#shared/import/column-joins.ts'
import type { ColumnMapping } from '#shared/import/draft.ts'
import { check as checkRow } from '../../../../src/main/import/check/check.ts'
import { planRows } from '../../../../src/main/import/check/row-plan.ts'
import { requireOneEach } from '../../../../src/main/import/columns/header.ts'
import { faultOf } from '../csv-files.ts'
import { recordOf } from './record-of.ts'

const header = ['ID', 'Валюта', 'Опис', 'Комплектація']
const mapping: ColumnMapping = ['auto_id', 'currency_id', 'auto_note', 'auto_note']
const place = { file: 'f.csv', line: 1 }

function noteOf(...texts: string[]): unknown {
  const account = { userId: 7, baseUrlLength: 40 }
  const plan = planRows({ header, mapping, operation: 'edit', decimalMark: ',', ...account })
  const row = checkRow(recordOf(['5', 'USD', ...texts]), plan)
  return row.problems.length > 0 ? row.problems.map(({ code }) => code) : row.payload.auto_note
}

it.each([
  [['Торг', 'Шкіра, люк'], 'Торг Шкіра, люк'],
  [['', 'Шкіра'], 'Шкіра'],
  [['Торг', ' '], 'Торг'],
  [['[]', 'Шкіра'], 'Шкіра'],
  [['[]', ''], ''],
  [['', ''], ['nothing-to-change']],
  [['Торг', '#REF!'], ['cell-error']],
])('joins the texts of two columns: %j', (texts, note) => {
  expect(noteOf(...texts)).toEqual(note)
})

it('joins nothing but texts unless it is told to', async () => {
  requireOneEach(mapping, header, place)
  const twice: ColumnMapping = ['auto_id', 'price', 'price', null]
  expect(await faultOf(() => requireOneEach(twice, header, place))).toMatchObject({
    code: 'column-twice',
  })
  const joins = { price: { columns: [1, 2], separator: ' ' } }
  requireOneEach(twice, header, place, joins)
  const make: ColumnMapping = ['make_model', 'make_model', 'marka_id', null]
  const both = { make_model: { columns: [0, 1], separator: ' ' } }
  expect(await faultOf(() => requireOneEach(make, header, place, both))).toMatchObject({
    code: 'column-twice',
  })
})

interface Join {
  readonly header: string[]
  readonly mapping: ColumnMapping
  readonly joins: ColumnJoins
}

function edited({ header: names, mapping: columns, joins }: Join, cells: readonly string[]): unknown {
  const account = { userId: 7, baseUrlLength: 40 }
  const source = { header: names, mapping: columns, joins, operation: 'edit', decimalMark: ',' } as const
  const plan = planRows({ ...source, ...account })
  const row = checkRow(recordOf(cells), plan)
  const errors = row.problems.filter(({ severity }) => severity === 'error')
  return errors.length > 0 ? errors.map(({ column, code }) => [column, code]) : row.payload
}

const priced: Join = {
  header: ['ID', 'Сума', 'Валюта'],
  mapping: ['auto_id', 'price', 'price'],
  joins: { price: { columns: [1, 2], separator: ' ' } },
}

it.each<[Join, string[], unknown]>([
  [priced, ['5', '12 500', '$'], { auto_id: 5, price: 12_500, currency_id: 1 }],
  [priced, ['5', '="12500"', ' грн '], { auto_id: 5, price: 12_500, currency_id: 3 }],
  [priced, ['5', '12,5 тис.', 'USD'], { auto_id: 5, price: 12_500, currency_id: 1 }],
  [priced, ['5', '', 'USD'], [['price', 'not-a-number']]],
  [priced, ['5', '12500', ''], [['currency_id', 'price-without-currency']]],
  [priced, ['5', '12500', 'тугрик'], [['price', 'not-a-number']]],
  [
    { ...priced, joins: { price: { columns: [2, 1], separator: '' } } },
    ['5', '12500', '€'],
    { auto_id: 5, price: 12_500, currency_id: 2 },
  ],
  [
    {
      header: ['Серія', 'Номер', 'Версія', 'Валюта'],
      mapping: ['auto_id', 'auto_id', 'version', 'currency_id'],
      joins: { auto_id: { columns: [0, 1], separator: '' } },
    },
    ["'39", '099974', 'x', '1'],
    { auto_id: 39_099_974, currency_id: 1, version: 'x' },
  ],
  [
    {
      header: ['ID', 'День', 'Година', 'Валюта'],
      mapping: ['auto_id', 'version', 'version', 'currency_id'],
      joins: { version: { columns: [2, 1], separator: ', ' } },
    },
    ['5', 'субота', '10:00', '1'],
    { auto_id: 5, currency_id: 1, version: '10:00, субота' },
  ],
])('joins the columns of any field: %j of %j', (join, cells, expected) => {
  expect(edited(join, cells)).toEqual(expected)
})

it('counts what stands between texts for the length of the request', () => {
  const columns: ColumnMapping = ['auto_id', 'auto_note', 'auto_note']
  const lengthOf = (separator: string): number =>
    planRows({
      header: ['a', 'b', 'c'],
      mapping: columns,
      operation: 'edit',
      decimalMark: ',',
      userId: 7,
      baseUrlLength: 40,
      joins: { auto_note: { columns: [1, 2], separator } },
    }).urlLength
  expect(lengthOf('\n') - lengthOf('')).toBe('%0A'.length)
})
