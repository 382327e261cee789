import { describe, expect, it } from 'vitest'
import {
  scanCurrency,
  scanNumberId,
  scanFlag,
  scanId,
  scanPrice,
} from '../../../../src/main/import/check/scanners.ts'
import { operationOf } from '../../../../src/main/import/check/value-words.ts'
import { recordOf } from './record-of.ts'

describe('scanId', () => {
  it.each([
    ['123', 123],
    [' 123 ', 123],
    ['00042', 42],
    ['1 234 567', 1234567],
    ['1\u00A0234\u202F567', 1234567],
    ["1'234'567", 1234567],
    ['="39099974"', 39099974],
    ["'39099974", 39099974],
    ['="3909 9974"', 'not-a-number'],
    ['9007199254740991', 9007199254740991],
    ['', null],
    ['  \u00A0', null],
    ['1,23E+15', 'scientific-notation'],
    ['1.23e15', 'scientific-notation'],
    ['1,23Е+15', 'scientific-notation'],
    ['9007199254740992', 'number-too-large'],
    ['99999999999999999999', 'number-too-large'],
    ['0', 'negative'],
    ['-5', 'negative'],
    ['\u22125', 'negative'],
    ['12.5', 'not-an-integer'],
    ['12,0', 'not-an-integer'],
    ['BMW', 'not-a-number'],
    ['12 34', 'not-a-number'],
    ['12\u00003', 'nul-byte'],
    ['\u0000', 'nul-byte'],
    ['Infinity', 'not-a-number'],
    ['0x10', 'not-a-number'],
  ])('reads %j as %s', (cell, expected) => {
    expect(scanId(recordOf([cell]), 0)).toBe(expected)
  })
})

it.each([
  ['39099899.0', 39099899],
  ['39099899,00', 39099899],
  ['39099899.5', 'not-an-integer'],
  ['39.099', 'not-an-integer'],
  ['0.0', 'negative'],
  ['3,9099899E+7', 'scientific-notation'],
  ['39099899', 39099899],
])('reads %j as the id of an advert: %s', (cell, expected) => {
  expect(scanNumberId(recordOf([cell]), 0)).toBe(expected)
})

describe('scanPrice', () => {
  it.each([
    ['12500', '.', 12500],
    ['12500.5', '.', 12500.5],
    ['12500,50', ',', 12500.5],
    ['12500.50', ',', 12500.5],
    ['12 500,50', ',', 12500.5],
    ['12\u00A0500', ',', 12500],
    ['12\u202F500.99', '.', 12500.99],
    ["12'500", '.', 12500],
    ['12,500', '.', 12500],
    ['1,234,567.89', '.', 1234567.89],
    ['1.234.567,89', ',', 1234567.89],
    ['1.234,50', '.', 1234.5],
    ['0.10', '.', 0.1],
    ['', '.', null],
    ['12.500', '.', 'not-a-number'],
    ['12,500', ',', 'not-a-number'],
    ['1,234.567', '.', 'not-a-number'],
    ['1.5.2', '.', 'not-a-number'],
    ['12500$', '.', 'not-a-number'],
    ['.5', '.', 'not-a-number'],
    ['-12500', '.', 'negative'],
    ['-12 500,50', ',', 'negative'],
    ['0', '.', 'zero'],
    ['0,00', ',', 'zero'],
    ['1000000000000', '.', 'number-too-large'],
    ['1,2E+05', ',', 'scientific-notation'],
    ['12\u0000', '.', 'nul-byte'],
    // Two numbers in one cell: a group of thousands has three digits, the first one at most three.
    ['15500 600', '.', 'not-a-number'],
    ['1 15500', '.', 'not-a-number'],
    ['1 234 567', '.', 1_234_567],
  ] as const)('reads %j with %s as %s', (cell, mark, expected) => {
    expect(scanPrice(recordOf([cell]), 0, mark)).toBe(expected)
  })
})

describe('scanCurrency', () => {
  it.each([
    ['1', 1],
    ['USD', 1],
    ['usd', 1],
    ['$', 1],
    ['дол.', 1],
    ['доларів', 1],
    ['2', 2],
    ['EUR', 2],
    ['€', 2],
    ['євро', 2],
    ['ЕUR', 2],
    ['3', 3],
    ['UAH', 3],
    ['₴', 3],
    ['грн', 3],
    ['Грн.', 3],
    [' гривень ', 3],
    ['', null],
    ['4', 'not-a-currency'],
    ['PLN', 'not-a-currency'],
    ['USD\u0000', 'nul-byte'],
  ])('reads %j as %s', (cell, expected) => {
    expect(scanCurrency(recordOf([cell]), 0)).toBe(expected)
  })
})

describe('scanFlag', () => {
  it.each([
    ['1', 1],
    ['yes', 1],
    ['YES', 1],
    ['так', 1],
    ['да', 1],
    ['ja', 1],
    ['Tak', 1],
    ['true', 1],
    ['+', 1],
    ['0', 0],
    ['no', 0],
    ['ні', 0],
    ['нет', 0],
    ['Nein', 0],
    ['nie', 0],
    ['FALSE', 0],
    ['-', 0],
    ['–', 0],
    ['', null],
    ['2', 'not-a-flag'],
    ['maybe', 'not-a-flag'],
  ])('reads %j as %s', (cell, expected) => {
    expect(scanFlag(recordOf([cell]), 0)).toBe(expected)
  })
})

describe('operationOf', () => {
  it.each([
    ['create', 'create'],
    ['Створити', 'create'],
    ['создать', 'create'],
    ['EDIT', 'edit'],
    ['змінити', 'edit'],
    ['изменить', 'edit'],
    ['delete', 'delete'],
    ['видалити', 'delete'],
    ['удалить', 'delete'],
    ['sell', undefined],
  ])('reads %j as %s', (cell, expected) => {
    expect(operationOf(cell)).toBe(expected)
  })
})
