import { expect, it } from 'vitest'
import { mapHeader } from '../../../../src/main/import/columns/header.ts'
import { deriveOperation } from '#shared/import/column-needs.ts'
import { faultOf } from '../csv-files.ts'

const place = { file: 'f.csv', line: 1 }
const derive = (header: string) => deriveOperation(mapHeader(header.split(','), place), header.split(','))

it('matches contract names, plain names and leaves the rest', () => {
  expect(mapHeader(['Марка', 'model_id', 'Пробіг', '', '__proto__', 'Price'], place)).toEqual([
    'marka_id',
    'model_id',
    null,
    null,
    null,
    'price',
  ])
})

it.each([
  [['price', 'auto_id', 'price'], 'price', '1, 3'],
  [['price', 'auto_id', ' PRICE '], 'price / PRICE', '1, 3'],
  [['Ціна', 'price'], 'Ціна / price', '1, 2'],
])('refuses %j', async (header, column, columns) => {
  expect(await faultOf(() => mapHeader(header, place))).toEqual({
    code: 'header-duplicate',
    ...place,
    column,
    columns,
  })
})

it.each([
  ['Price, $', [null, 'price']],
  ['Price, $;Price, €', [null, null, null]],
  ['Price, $;Ціна', [null, null, 'price']],
  ['Опис (укр.);Опис (рос.)', [null, null, null]],
])('takes a name with an addition if it is the only one: Пробіг;%s', (names, mapping) => {
  expect(mapHeader(['Пробіг', ...names.split(';')], place)).toEqual(mapping)
})

it('takes several columns without a name, or with one that nobody needs', () => {
  expect(mapHeader(['auto_id', '', ''], place)).toEqual(['auto_id', null, null])
  expect(mapHeader(['auto_id', 'VIN', 'vin', 'VIN'], place)).toEqual(['auto_id', null, null, null])
})

it.each([
  ['marka_id,model_id,base_id,equip_id,currency_id', 'create'],
  ['marka_id,price', 'create'],
  ['auto_id,currency_id,price', 'edit'],
  ['auto_id,test_drive', 'edit'],
  ['auto_id', 'delete'],
  ['auto_id,user_id', 'delete'],
  ['auto_id,', 'delete'],
  ['auto_id,prise', null],
  ['auto_id,currency_id', null],
  ['price,currency_id', null],
  ['action,auto_id', 'mixed'],
])('deriveOperation of %s is %s', (header, operation) => {
  expect(derive(header)).toBe(operation)
})
