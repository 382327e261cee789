import { folderOfTest } from '../../../folders.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { flagFields } from '#shared/batch/field-lists.ts'
import { mapHeader } from '../../../../src/main/import/columns/header.ts'
import { matchColumns } from '../../../../src/main/import/columns/matched-columns.ts'
import type { KnownContents } from '../../../../src/main/import/columns/match-contents.ts'
import { isSilent, meansSomethingElse } from '../../../../src/main/import/columns/silent-header.ts'
import { DraftService } from '../../../../src/main/import/draft-service.ts'
import { resolveVehicle } from '../../../../src/main/names/resolve-vehicle.ts'

import { CsvFolder } from '../csv-files.ts'
import { accountOf } from '../drafts.ts'
import { testEntries } from '../../../scripts.ts'

const candidate = (id: number, name: string) => ({ id, name, about: '', source: 'lookup' as const })
const known: KnownContents = {
  adverts: (ids) => new Set(ids.filter((id) => [39_000_001, 39_000_002].includes(id))),
  vehicle: (cells) =>
    resolveVehicle(cells, {
      candidates: (field, { marka_id }) => {
        if (field === 'marka_id') return [candidate(9, 'BMW'), candidate(6, 'Audi')]
        return field === 'model_id' && marka_id === 9 ? [candidate(96, 'X5'), candidate(97, '520')] : []
      },
      chosen: () => null,
      isElsewhere: () => false,
    }),
}

/** What the columns of a table are matched with, and by what; the header is its first row. */
function match(header: readonly string[], ...sample: (readonly string[])[]) {
  const mapping = mapHeader(header, { file: 'f.csv', line: 1 })
  const { matches, operation, ...found } = matchColumns({ header, mapping, sample, decimalMark: '.' }, known)
  return { fields: found.mapping, matches, operation, priced: found.pricesWithCurrency }
}

describe('a column whose header says nothing', () => {
  it('is found by its ids, prices, currencies, makes and models', () => {
    const found = match(
      ['№ на сайті', '', 'Гроші'],
      ['39000001', '12 500 $', 'x'],
      ['39000002', '9900 $', ''],
    )
    expect(found).toEqual({
      fields: ['auto_id', 'price', null],
      matches: ['content', 'content', null],
      operation: 'edit',
      priced: [1],
    })
    expect(
      match(['', 'B', 'C', 'D'], ['BMW', 'X5', 'USD', '12500'], ['bmw', '520', '€', '9 900']).fields,
    ).toEqual(['marka_id', 'model_id', 'currency_id', 'price'])
    expect(match(['Авто', 'Ціна'], ['BMW X5', '1'], ['Audi A6', '2'], ['BMW 520', '3']).fields).toEqual([
      'make_model',
      'price',
    ])
  })

  it('never takes the place of a name, and is nothing if two fit', () => {
    expect(match(['Ціна', 'Сума'], ['1', '12 500 $']).fields).toEqual(['price', null])
    expect(match(['Сума', 'Разом з доставкою'], ['12 500 $', '12 900 $']).fields).toEqual([null, null])
    expect(match(['Марка і модель', 'X'], ['BMW X5', 'BMW']).fields).toEqual(['make_model', null])
    expect(match(['Модель', 'X'], ['X5', 'BMW']).fields).toEqual(['model_id', 'marka_id'])
  })

  it.each([
    ['Стара ціна', '12 500 $'],
    ['Закупівельна', '12 500 $'],
    ['Знижка', '500 $'],
    ['Пробіг, км', '45 000'],
    ['Рік', '2021'],
    ['Column1', '2021'],
    ['Сума', '12500'],
    ['Сума', '12 500 $'],
    ['Гроші', 'USD'],
    ['Column1', '3'],
    ['Номер', '39000009'],
    ['Номер', '3900000'],
    ['Валюта угоди', '1'],
    ['Продано', 'так'],
    ['Column1', 'так'],
    ['Примітка', 'BMW X5'],
    ['Власник', 'Трамвай'],
  ])('%j with %j is not guessed', (header, cell) => {
    expect(match([header, 'Опис'], [cell, 'текст']).fields).toEqual([null, 'auto_note'])
  })

  it('is a yes or no only if one of them is left', () => {
    const named = flagFields.filter((field) => field !== 'in_stock')
    const yes = named.map(() => '1')
    const no = named.map(() => '0')
    expect(match([...named, 'Column2'], [...yes, 'так'], [...no, 'ні']).fields).toEqual([
      ...named,
      'in_stock',
    ])
    expect(match([...named.slice(1), 'Column2'], [...yes.slice(1), 'так']).fields.at(-1)).toBeNull()
    expect(match(['Тест-драйв', 'ПДВ'], ['1', 'так']).fields).toEqual(['test_drive', null])
  })

  it('deletes nothing by itself, though its numbers are ids', () => {
    expect(match(['Код авто'], ['39000001'], ['39000002'])).toMatchObject({
      fields: ['auto_id'],
      matches: ['content'],
      operation: null,
    })
    expect(match(['ID оголошення'], ['39000001'])).toMatchObject({ matches: ['name'], operation: 'delete' })
  })

  it('is matched by its name alone if nothing is known of the account', () => {
    const read = { header: ['Сума'], mapping: [null], sample: [['12 500 $']], decimalMark: '.' as const }
    expect(matchColumns(read, null)).toMatchObject({ mapping: [null], matches: [null] })
  })
})

it.each(['', ' ', 'Column 1', 'Стовпець2', 'Unnamed: 3', 'F4', 'A'])('%j says nothing', (header) => {
  expect([isSilent(header), meansSomethingElse(header)]).toEqual([true, false])
})
it.each(['Сума', 'Ціна за км', 'AB', 'USD'])('%j says something', (header) => {
  expect(isSilent(header)).toBe(false)
})

it('is looked for among the rows alone: totals and repeated headers hold other things', async () => {
  const folder = new CsvFolder(folderOfTest())
  const service = new DraftService({ dataDir: folder.path, entries: testEntries, bytesHere: Infinity })
  onTestFinished(() => service.close())
  const text =
    'Прайс;;\nКод на сайті;Column2;Опис\n39000001;9 100 $;a\nКод на сайті;Column2;Опис\n39000002;9 100 $;b\nРазом;18200;\n'
  const draftId = service.openPath(folder.write('totals.csv', text))
  const account = accountOf({
    currentValues: (ids) =>
      new Map(ids.map((id) => [id, { title: '', userId: 7, gone: false, prices: {}, values: {} }])),
  })
  expect(await service.inspect(draftId, {}, account)).toMatchObject({
    mapping: ['auto_id', 'price', 'auto_note'],
    matches: ['content', 'content', 'name'],
    operation: 'edit',
  })
})
