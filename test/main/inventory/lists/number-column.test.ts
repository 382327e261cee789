import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { advertQuerySchema } from '#shared/inventory/advert.ts'
import { advertsSchema } from '../../../../src/main/inventory/adverts-schema.ts'
import { AdvertsTable } from '../../../../src/main/inventory/adverts-table.ts'
import { advert } from '../adverts.ts'
import { TestLinks } from './test-links.ts'

const now = '2026-11-01 12:00:00'

/** Adverts 1, 2, 3… with these stock numbers, '' for none. */
function stock(...keys: string[]) {
  const db = new DatabaseSync(':memory:')
  db.exec(advertsSchema)
  const links = new TestLinks(db)
  onTestFinished(() => {
    links.close()
    db.close()
  })
  const table = new AdvertsTable(db, { numbers: links.numbers })
  table.save(
    'a',
    keys.map((_, at) => advert(at + 1)),
  )
  keys.forEach((key, at) => key !== '' && links.link('a', at + 1, key))
  const ids = (query: object): number[] => [
    ...table.ids('a', 7, advertQuerySchema.parse({ text: '', states: [], sort: [], ...query }), now),
  ]
  const sorted = (descending = false) => ids({ sort: [{ column: 'stockNumber', descending }] })
  const found = (text: string) => ids({ text }).toSorted((one, other) => one - other)
  return { ...{ links, ids, sorted, found } }
}

test('numbers are sorted as people count, adverts without one last either way', () => {
  const { sorted } = stock('10', '9', '', 'A-10', 'А-2', 'a-9', '007')
  expect(sorted()).toEqual([7, 2, 1, 6, 4, 5, 3])
  expect(sorted(true)).toEqual([5, 4, 6, 1, 2, 7, 3])
})

test('an advert is found by its number, by the beginning of it and however it is spelt', () => {
  const { found } = stock('A-0790', 'А0790/1', '790', 'B-12 34', '')
  expect(found('A-0790')).toEqual([1, 2])
  expect(found('a-07')).toEqual([1, 2])
  expect(found('a0790/')).toEqual([2])
  expect(found('а790')).toEqual([1, 2])
  expect(found('b1234')).toEqual([4])
  expect(found('90')).toEqual([])
  expect(found('X5')).toEqual([1, 2, 3, 4, 5])
})

test('lists are filtered by whether there is a number, and by a part of it', () => {
  const { ids } = stock('A-0790', '', '1790', 'B-12')
  const filtered = (is: string, text = '') =>
    ids({ filters: [{ field: 'stockNumber', is, text }] }).toSorted((one, other) => one - other)
  expect(filtered('any')).toEqual([1, 3, 4])
  expect(filtered('none')).toEqual([2])
  expect(filtered('like', '79')).toEqual([1, 3])
  expect(filtered('like', 'в-1')).toEqual([4])
})

test('a list follows a number that moves, is cut, or is other in a journal that takes the place', () => {
  const { links, sorted } = stock('1', '', '3')
  expect(sorted()).toEqual([1, 3, 2])
  links.link('a', 2, '1')
  expect(sorted()).toEqual([2, 3, 1])
  links.cut('a', '1')
  expect(sorted()).toEqual([3, 2, 1])
  links.replace(`UPDATE links SET state = 'live', ended_by = NULL WHERE key = '1'`)
  expect(sorted()).toEqual([2, 3, 1])
})
