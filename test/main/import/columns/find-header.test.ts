import { describe, expect, it } from 'vitest'
import type { FileShapeChoice } from '#shared/import/draft.ts'
import { lookAtFile } from '../../../../src/main/import/columns/file-shape.ts'
import { findHeader } from '../../../../src/main/import/columns/find-header.ts'
import { withSource } from '../../../../src/main/import/csv/source-file.ts'
import { CsvFolder, faultOf } from '../csv-files.ts'

const folder = new CsvFolder()

const look = (text: string, choice: FileShapeChoice = {}) =>
  withSource(folder.write('header.csv', text), 'header.csv', (source) => {
    const { header, headerRecords, above, sample, shape } = lookAtFile(source, choice)
    return {
      delimiter: shape.delimiter,
      header: header.cells,
      lines: headerRecords.map(({ line }) => line),
      above: above.map(({ line }) => line),
      first: sample[0]?.line,
    }
  })

const rows = '100;12500;грн\n101;13000;грн\n'

describe('the line of the header', () => {
  it.each([
    ['no title', 'ID оголошення;Ціна;Валюта\n', [1], []],
    ['a title', 'Прайс-лист\nID оголошення;Ціна;Валюта\n', [2], [1]],
    ['a title padded by the spreadsheet', 'Прайс-лист;;\n;;\nID оголошення;Ціна;Валюта\n', [3], [1]],
    ['a title with commas', 'ТОВ «Авто», Київ, вул. Нова, 5\n\nID оголошення;Ціна;Валюта\n', [3], [1]],
    ['a title of two lines', 'Прайс\nвід 21.11.2026;Менеджер\nID оголошення;Ціна;Валюта\n', [3], [1, 2]],
  ])('is found below %s', (_name, begin, lines, above) => {
    const found = look(begin + rows)
    expect({ lines: found.lines, above: found.above }).toEqual({ lines, above })
    expect(found.delimiter).toBe(';')
    expect(found.header).toEqual(['ID оголошення', 'Ціна', 'Валюта'])
    expect(found.first).toBe((lines.at(-1) ?? 0) + 1)
  })

  it('is found although none of its names is known', () => {
    const found = look('Звіт\nНомер;Сума;Гроші\n1;2;3\n')
    expect({ lines: found.lines, header: found.header }).toEqual({
      lines: [2],
      header: ['Номер', 'Сума', 'Гроші'],
    })
  })

  it('is not taken from a row that happens to hold a known name', () => {
    expect(
      findHeader([
        ['Що', 'Де'],
        ['price', 'Київ'],
        ['x', 'y'],
      ]).at,
    ).toBe(0)
    expect(
      findHeader([
        ['Foo', 'Bar', 'Baz'],
        ['1', 'price', '3'],
      ]).at,
    ).toBe(0)
  })

  it('is the first of two that are the same', () => {
    expect(look('auto_id;price;currency_id\n1;2;3\nauto_id;price;currency_id\n').lines).toEqual([1])
  })
})

describe('a header of two lines', () => {
  it('is joined from the names below merged cells', () => {
    const found = look('Авто;Вартість;\nID оголошення;Ціна;Валюта\n' + rows)
    expect(found.header).toEqual(['ID оголошення', 'Ціна', 'Валюта'])
    expect(found.lines.length + found.above.length).toBe(2)
    expect(found.first).toBe(3)
  })

  it('keeps the names that stand in the upper line only', () => {
    const found = look('ID оголошення;Ціна;;Опис\n;Ціна;Валюта;\n100;12500;грн;Новий\n')
    expect(found).toMatchObject({
      header: ['ID оголошення', 'Ціна', 'Валюта', 'Опис'],
      lines: [1, 2],
      first: 3,
    })
  })

  it.each([
    [
      ['ID', 'Марка', 'Модель', 'Ціна, $', 'Статус'],
      ['A-0', 'BMW', 'X5', '', 'На складі'],
    ],
    [
      ['ID', 'Марка', '', 'Ціна, $', 'Статус'],
      ['A-0', 'BMW', 'X5', '', 'На складі'],
    ],
    [
      ['sku', 'make', 'model', 'status'],
      ['A-1', 'BMW', 'X5', 'In stock'],
    ],
    [
      ['Make', 'Model', 'Status'],
      ['BMW', 'X5 xDrive', 'In stock', 'note'],
    ],
  ])('is never made of a first car that says a known name: %j', (names, car) => {
    expect(findHeader([names, car, ['A-9', 'Audi', 'A4', '9100', 'так']])).toMatchObject({
      at: 0,
      records: 1,
    })
  })

  it.each([
    [
      ['ID', 'Марка', 'Ціна', ''],
      ['ID', 'Марка', 'Закупка', 'Продаж'],
    ],
    [
      ['ID', 'Ціна', '', 'Опис'],
      ['оголошення', 'Ціна', 'Валюта', 'для сайту'],
    ],
    [
      ['ID', 'Ціна'],
      ['', 'Закупівельна'],
    ],
  ])('is joined although names stand in both: %j', (upper, lower) => {
    expect(findHeader([upper, lower, ['1', '2', '3', '4']])).toMatchObject({ at: 0, records: 2 })
  })

  it('is never made of a row with numbers', () => {
    expect(look('auto_id;Щось;price\n100;currency_id;5\n').lines).toEqual([1])
  })
})

describe('a line that was chosen', () => {
  it('is the header, whatever was found', () => {
    const found = look('auto_id;price;currency_id\nA;B;C\n1;2;3\n', { headerLine: 2 })
    expect(found).toMatchObject({ header: ['A', 'B', 'C'], above: [1], first: 3 })
  })

  it('is found by any line of a header that takes several', () => {
    expect(look('auto_id;"price\n(грн)"\n1;2\n', { headerLine: 2 })).toMatchObject({ lines: [1], first: 3 })
  })

  it('is refused if it is blank or behind the end', async () => {
    for (const headerLine of [2, 9])
      expect(await faultOf(() => look('auto_id;price\n\n1;2\n', { headerLine }))).toMatchObject({
        code: 'header-line',
        line: headerLine,
      })
  })
})
