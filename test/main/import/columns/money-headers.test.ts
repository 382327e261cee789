import { describe, expect, it } from 'vitest'
import { findHeader } from '../../../../src/main/import/columns/find-header.ts'
import { mapHeader } from '../../../../src/main/import/columns/header.ts'
import type { KnownContents } from '../../../../src/main/import/columns/match-contents.ts'
import { matchColumns } from '../../../../src/main/import/columns/matched-columns.ts'
import { noIds } from '../../../../src/main/names/vehicle-ids.ts'
import { otherSums, pricesByName } from './price-list-headers.ts'

const nobody: KnownContents = { adverts: () => new Set(), vehicle: () => ({ ids: noIds, findings: [] }) }

function match(header: readonly string[], ...sample: (readonly string[])[]) {
  const mapping = mapHeader(header, { file: 'f.csv', line: 1 })
  return matchColumns({ header, mapping, sample, decimalMark: '.' }, nobody)
}

describe('a sum that is not what buyers pay', () => {
  it.each(otherSums)('is never taken for the price, and is asked about: %s', (header) => {
    for (const cell of ['12 500 $', '12500']) {
      const { mapping, rivals } = match(['ID', header, 'Опис'], ['39000001', cell, 'текст'])
      expect(mapping).toEqual(['auto_id', null, 'auto_note'])
      expect(rivals).toEqual([{ field: 'price', columns: [1] }])
    }
  })

  it.each(otherSums)('takes no place of the price beside it: %s', (header) => {
    const { mapping, rivals } = match(['ID', header, 'Ціна'], ['39000001', '12 500 $', '15 000 $'])
    expect(mapping).toEqual(['auto_id', null, 'price'])
    expect(rivals).toEqual([])
  })
})

describe('a price by its name', () => {
  it.each(pricesByName)('%s', (header) => {
    expect(match(['ID', header], ['39000001', '12 500 $']).mapping).toEqual(['auto_id', 'price'])
  })

  it('is one of several that may be it, if they have names with additions: the others are named with it', () => {
    const { mapping, rivals } = match(['ID', 'РРЦ', 'Ціна, $', 'Закупка'], ['39000001', '9', '8', '7'])
    expect(mapping).toEqual(['auto_id', null, null, null])
    expect(rivals).toEqual([{ field: 'price', columns: [1, 2, 3] }])
    expect(match(['ID', 'РРЦ', 'Ціна'], ['39000001', '9', '8']).mapping).toEqual(['auto_id', null, 'price'])
  })
})

it('a currency under a name that says something else is not that of the price', () => {
  const { mapping } = match(['ID', 'Ціна', 'Валюта закупки'], ['39000001', '9', 'USD'])
  expect(mapping).toEqual(['auto_id', 'price', null])
})

describe('prices in a group of columns', () => {
  const rows = [
    ['39000001', '12500', 'USD'],
    ['39000002', '9900', 'USD'],
  ]
  const named = (...header: string[][]) => findHeader([...header, ...rows]).cells

  it.each(['Закупка', 'Дилер', 'Einkauf', 'Стара ціна'])('are no others than the group says: %s', (group) => {
    const ours = ['ID оголошення', `${group} Ціна`, `${group} Валюта`]
    expect(named(['Авто', group, ''], ['ID оголошення', 'Ціна', 'Валюта'])).toEqual(ours)
    expect(named(['ID оголошення', group, ''], ['', 'Ціна', 'Валюта']).slice(1)).toEqual(ours.slice(1))
  })

  it.each(['Продаж', 'Оголошення', 'Ціни', 'Вартість'])('are prices if it says nothing else: %s', (group) => {
    expect(named(['Авто', group, ''], ['ID оголошення', 'Ціна', 'Валюта'])).toEqual([
      'ID оголошення',
      'Ціна',
      'Валюта',
    ])
  })

  it('have the name of the group only with what stands below it', () => {
    const cells = named(['ID оголошення', 'Ціна', ''], ['', 'Закупівельна', 'Валюта'])
    expect(cells).toEqual(['ID оголошення', 'Ціна Закупівельна', 'Валюта'])
    const place = { file: 'f.csv', line: 1 }
    expect(mapHeader(cells, place)).toEqual(['auto_id', null, 'currency_id'])
    const two = named(['ID оголошення', 'Ціна', ''], ['', 'Закупка', 'Продаж'])
    expect(two).toEqual(['ID оголошення', 'Ціна Закупка', 'Ціна Продаж'])
    expect(mapHeader(two, place)).toEqual(['auto_id', null, 'price'])
  })
})

it('a name of half a megabyte is no currency, and is read as fast as any', () => {
  const header = ['auto_id', 'price', 'currency_id', 'aа'.repeat(300_000)]
  expect(match(header, []).mapping).toEqual(['auto_id', 'price', 'currency_id', null])
})
