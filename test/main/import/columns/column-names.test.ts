import { expect, it } from 'vitest'
import { type ColumnName, columnNames, internalNotes } from '#shared/import/file-columns.ts'
import {
  columnOfHeader,
  headerNames,
  otherHeaderNames,
} from '../../../../src/main/import/columns/column-names.ts'
import { mapHeader } from '../../../../src/main/import/columns/header.ts'
import { foldName } from '../../../../src/main/import/columns/name-folding.ts'

/** Headers by the column that each names: in five languages, with units and additions, typed in many ways. */
const named: Partial<Record<ColumnName, readonly string[]>> = {
  auto_id: [
    'Advert ID, ID оголошення, Номер оголошення, ID объявления, Inserat-ID, Anzeigennummer, Nr ogłoszenia, ID ogłoszenia',
    'AutoID',
  ],
  marka_id: [
    'Make, Brand, Manufacturer, Марка, Бренд, Виробник, Производитель, Marke, Hersteller, Marka, Producent',
    'Vehicle make, Марка авто, Марка автомобиля, Марка автомобіля, Fahrzeugmarke, Marka pojazdu, Marka samochodu',
    'marka-id, Marka ID, marka\u00A0id, MARKA.ID, МАRKА_ID',
  ],
  model_id: ['Model, Модель, Modell, Model pojazdu, Назва моделі, Fahrzeugmodell, Модель ТЗ'],
  make_model: [
    'Make and model, Марка та модель, Марка и модель, Marke und Modell, Marke/Modell, Marka i model',
  ],
  base_id: ['Modification, Модифікація, Модификация, Modifikation, Modyfikacja'],
  equip_id: [
    'Trim, Trim level, Комплектація, Комплектация, Ausstattung, Ausstattungslinie, Wyposażenie, Wyposazenie',
  ],
  currency_id: [
    'Currency, Валюта, Währung, Wahrung, Waehrung, Waluta, Waluta ceny, Код валюти, Currency code',
    'prices/price/@currencyId',
  ],
  price: [
    'price, ЦІНА, цена, \uFEFFprice, Price : , PRICE, price*, pr\u200Bice, рriсе, Price ($), Price USD, $ price, priceUSD',
    'Ціна (грн), Ціна в доларах США, Ціна з ПДВ',
  ],
  auto_note: [
    'Description, Опис, Описание, Beschreibung, Anzeigentext, Opis, Opis pojazdu, Treść ogłoszenia, Текст оголошення',
    'Опис для сайту, Опис (укр.), Description for the website, Описание для сайта',
  ],
  version: ['Version, Версія, Версия, Wersja'],
  in_stock: [
    'In stock, В наявності, На складі, Наличие, Есть в наличии, Auf Lager, Verfügbar, Dostępność, Na stanie',
    'в наличии, В наявності (так/ні)',
  ],
  test_drive: ['Test drive, Тест-драйв, Probefahrt, Jazda próbna, Probefahrt (ja/nein)'],
  action: ['Action, Дія, Действие, Operation, Operacja'],
}

it.each(Object.entries(named))('reads the names of %s', (column, lists) => {
  const headers = [column, ...lists.flatMap((list) => list.split(', '))]
  expect(headers.filter((header) => columnOfHeader(header) !== column)).toEqual([])
})

it.each([
  ['Price, $', 'price'],
  ['Price incl. VAT, €', 'price'],
  ['Нова ціна, грн.', 'price'],
  ['Ціна, у.о.', 'price'],
  ['Цена, у.е.', 'price'],
  ['Марка, модель', 'make_model'],
  ['In stock, Y/N', 'in_stock'],
])('reads %j with a comma as %s', (header, field) => {
  expect(columnOfHeader(header)).toBe(field)
})

it('takes no other header for one of ours, and no note for a text that buyers read', () => {
  const others = [
    '№ объявления',
    'VIN',
    '',
    '__proto__',
    'constructor',
    'delivery/@currency',
    'Дата продажу',
    'Model year',
    'Bemerkung',
    'Notizen',
    'Uwagi',
    'Komentarz',
    'Aktion',
    'Акція',
    'Marke der Reifen',
    'Виробник шин',
    'Old price, $',
    'Стара ціна, грн',
    'Ціна без ПДВ',
    'Ціна закупівлі, $',
    'Dealer price',
    'Ціна, тис. грн',
    'Car ID',
    'ID ТЗ',
    'Description (internal)',
    'Comment (internal)',
    'Примечание менеджера',
    ...internalNotes,
    'Примітка',
    'Коментар:',
    ' NOTES ',
    'внутрішній коментар',
  ]
  expect(others.filter((header) => columnOfHeader(header) !== null)).toEqual([])
})

it('refuses no file with two names of a field of which one is uncertain', () => {
  const place = { file: 'f.csv', line: 1 }
  expect(mapHeader(['Марка', 'Виробник', 'Модель'], place)).toEqual(['marka_id', null, 'model_id'])
  expect(mapHeader(['Виробник', 'Модель'], place)).toEqual(['marka_id', 'model_id'])
  expect(mapHeader(['price', 'price/@currency'], place)).toEqual(['price', 'currency_id'])
  expect(mapHeader(['price', 'price/@currency', 'currency'], place)).toEqual(['price', null, 'currency_id'])
})

it('has no name for two columns', () => {
  const owners = columnNames.flatMap((column) =>
    [...headerNames(column), ...otherHeaderNames(column)].map((name) => [foldName(name), column] as const),
  )
  for (const [name, field] of owners)
    expect(owners.filter(([other, owner]) => other === name && owner !== field)).toEqual([])
})
