import { describe, expect, it } from 'vitest'
import { columnNames, internalNotes } from '#shared/import/file-columns.ts'
import {
  columnOfHeader,
  headerNames,
  otherHeaderNames,
} from '../../../../src/main/import/columns/column-names.ts'
import { mapHeader } from '../../../../src/main/import/columns/header.ts'
import { foldName } from '../../../../src/main/import/columns/name-folding.ts'

describe('columnOfHeader', () => {
  it.each(columnNames)('knows %s by its contract name', (column) => {
    expect(columnOfHeader(column)).toBe(column)
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
    ['Description', 'auto_note'],
    ['Текст оголошення', 'auto_note'],
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
    expect(columnOfHeader(header)).toBe(field)
  })

  it.each(['\uFEFFprice', ' Price : ', 'PRICE', 'price*', 'pr\u200Bice'])('reads %j as price', (header) => {
    expect(columnOfHeader(header)).toBe('price')
  })

  it.each(['marka-id', 'Marka ID', 'marka\u00A0id', 'MARKA.ID'])('reads %j as marka_id', (header) => {
    expect(columnOfHeader(header)).toBe('marka_id')
  })

  it.each([
    ['Price, $', 'price'],
    ['Price ($)', 'price'],
    ['Price USD', 'price'],
    ['$ price', 'price'],
    ['priceUSD', 'price'],
    ['Price incl. VAT, €', 'price'],
    ['Нова ціна, грн.', 'price'],
    ['Ціна, $', 'price'],
    ['Ціна (грн)', 'price'],
    ['Ціна в доларах США', 'price'],
    ['Ціна з ПДВ', 'price'],
    ['Ціна, у.о.', 'price'],
    ['Цена, у.е.', 'price'],
    ['Опис для сайту', 'auto_note'],
    ['Опис (укр.)', 'auto_note'],
    ['Description for the website', 'auto_note'],
    ['Описание для сайта', 'auto_note'],
    ['Марка автомобіля', 'marka_id'],
    ['Модель ТЗ', 'model_id'],
    ['Марка, модель', 'make_model'],
    ['В наявності (так/ні)', 'in_stock'],
    ['In stock, Y/N', 'in_stock'],
    ['AutoID', 'auto_id'],
  ])('reads %j as %s, with its unit or addition', (header, field) => {
    expect(columnOfHeader(header)).toBe(field)
  })

  it.each([
    [
      'auto_id',
      'Advert ID, ID оголошення, ID объявления, Inserat-ID, Anzeigennummer, Nr ogłoszenia, ID ogłoszenia',
    ],
    [
      'marka_id',
      'Make, Brand, Manufacturer, Марка, Бренд, Виробник, Производитель, Marke, Hersteller, Marka, Producent',
    ],
    ['marka_id', 'Vehicle make, Марка авто, Марка автомобиля, Fahrzeugmarke, Marka pojazdu, Marka samochodu'],
    ['model_id', 'Model, Модель, Modell, Model pojazdu, Назва моделі, Fahrzeugmodell'],
    [
      'make_model',
      'Make and model, Марка та модель, Марка и модель, Marke und Modell, Marke/Modell, Marka i model',
    ],
    ['base_id', 'Modification, Модифікація, Модификация, Modifikation, Modyfikacja'],
    [
      'equip_id',
      'Trim, Trim level, Комплектація, Комплектация, Ausstattung, Ausstattungslinie, Wyposażenie, Wyposazenie',
    ],
    [
      'currency_id',
      'Currency, Валюта, Währung, Wahrung, Waehrung, Waluta, Waluta ceny, Код валюти, Currency code',
    ],
    [
      'auto_note',
      'Description, Опис, Описание, Beschreibung, Anzeigentext, Opis, Opis pojazdu, Treść ogłoszenia',
    ],
    ['version', 'Version, Версія, Версия, Wersja'],
    [
      'in_stock',
      'In stock, В наявності, На складі, Наличие, Есть в наличии, Auf Lager, Verfügbar, Dostępność, Na stanie',
    ],
    ['test_drive', 'Test drive, Тест-драйв, Probefahrt, Jazda próbna, Probefahrt (ja/nein)'],
    ['action', 'Action, Дія, Действие, Operation, Operacja'],
  ] as const)('reads the names of %s in five languages: %s', (field, headers) => {
    for (const header of headers.split(', '))
      expect([header, columnOfHeader(header)]).toEqual([header, field])
  })

  it('refuses no file with two names of a field of which one is uncertain', () => {
    const place = { file: 'f.csv', line: 1 }
    expect(mapHeader(['Марка', 'Виробник', 'Модель'], place)).toEqual(['marka_id', null, 'model_id'])
    expect(mapHeader(['Виробник', 'Модель'], place)).toEqual(['marka_id', 'model_id'])
  })

  it.each([
    'Bemerkung',
    'Notizen',
    'Uwagi',
    'Komentarz',
    'Aktion',
    'Акція',
    'Marke der Reifen',
    'Виробник шин',
  ])('takes %j for none of ours in any language', (header) => {
    expect(columnOfHeader(header)).toBeNull()
  })

  it.each([
    'Old price, $',
    'Стара ціна, грн',
    'Ціна без ПДВ',
    'Ціна закупівлі, $',
    'Dealer price',
    'Ціна, тис. грн',
    'Model year',
    'Car ID',
    'ID ТЗ',
    'Дата продажу',
    'Description (internal)',
  ])('takes %j for none of ours', (header) => {
    expect(columnOfHeader(header)).toBeNull()
  })

  it.each([
    ...internalNotes,
    'Примітка',
    'Коментар:',
    ' NOTES ',
    'внутрішній коментар',
    'Comment (internal)',
    'Примечание менеджера',
  ])('takes %j for no text that buyers read', (header) => {
    expect(columnOfHeader(header)).toBeNull()
  })

  it('reads the currency in an attribute of the price, unless an element of its own has it', () => {
    const place = { file: 'f.xml', line: 1 }
    expect(mapHeader(['price', 'price/@currency'], place)).toEqual(['price', 'currency_id'])
    expect(mapHeader(['price', 'price/@currency', 'currency'], place)).toEqual(['price', null, 'currency_id'])
    expect(columnOfHeader('prices/price/@currencyId')).toBe('currency_id')
    expect(columnOfHeader('delivery/@currency')).toBeNull()
  })

  it('sees through Cyrillic letters in a Latin name', () => {
    expect(columnOfHeader('рriсе')).toBe('price')
    expect(columnOfHeader('МАRKА_ID')).toBe('marka_id')
  })

  it('has no name for two columns', () => {
    const owners = columnNames.flatMap((column) =>
      [...headerNames(column), ...otherHeaderNames(column)].map((name) => [foldName(name), column] as const),
    )
    for (const [name, field] of owners)
      expect(owners.filter(([other, owner]) => other === name && owner !== field)).toEqual([])
  })
})
