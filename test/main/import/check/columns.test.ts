import { describe, expect, it } from 'vitest'
import { fieldOfHeader, plainNames } from '../../../../src/main/import/check/columns.ts'
import { fieldNames } from '#shared/import/draft.ts'
import { foldName } from '../../../../src/main/import/check/name-folding.ts'

describe('fieldOfHeader', () => {
  it.each(fieldNames)('knows %s by its contract name', (field) => {
    expect(fieldOfHeader(field)).toBe(field)
  })

  it.each([
    ['Make', 'marka_id'],
    ['марка', 'marka_id'],
    ['Модель', 'model_id'],
    ['модифікація', 'base_id'],
    ['Модификация', 'base_id'],
    ['Комплектація', 'equip_id'],
    ['комплектация', 'equip_id'],
    ['Валюта', 'currency_id'],
    ['ЦІНА', 'price'],
    ['цена', 'price'],
    ['Опис', 'auto_note'],
    ['Описание', 'auto_note'],
    ['Версія', 'version'],
    ['В наявності', 'in_stock'],
    ['в наличии', 'in_stock'],
    ['Тест-драйв', 'test_drive'],
    ['Номер оголошення', 'auto_id'],
    ['№ объявления', null],
    ['Дія', 'action'],
    ['действие', 'action'],
    ['VIN', null],
    ['', null],
    ['__proto__', null],
    ['constructor', null],
  ])('reads %j as %s', (header, field) => {
    expect(fieldOfHeader(header)).toBe(field)
  })

  it.each(['\uFEFFprice', ' Price : ', 'PRICE', 'price*', 'pr\u200Bice'])('reads %j as price', (header) => {
    expect(fieldOfHeader(header)).toBe('price')
  })

  it.each(['marka-id', 'Marka ID', 'marka\u00A0id', 'MARKA.ID'])('reads %j as marka_id', (header) => {
    expect(fieldOfHeader(header)).toBe('marka_id')
  })

  it('sees through Cyrillic letters in a Latin name', () => {
    expect(fieldOfHeader('рriсе')).toBe('price')
    expect(fieldOfHeader('МАRKА_ID')).toBe('marka_id')
  })

  it('has no name for two fields', () => {
    const owners = fieldNames.flatMap((field) =>
      [field, ...plainNames[field]].map((name) => [foldName(name), field] as const),
    )
    for (const [name, field] of owners)
      expect(owners.filter(([other, owner]) => other === name && owner !== field)).toEqual([])
  })
})
