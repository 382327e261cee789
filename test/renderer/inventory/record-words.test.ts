import { expect, test } from 'vitest'
import { photosBySize } from '../../../src/renderer/inventory/photo-sizes.ts'
import { shownGroups } from '../../../src/renderer/inventory/record-words.ts'
import { advertRecord } from '../../../src/sandbox/vehicles/advert-record.ts'
import { recordGroups } from '../../../src/main/inventory/record-groups.ts'
import { advertRecordSchema } from '../../../src/main/service/advert-record.ts'
import { seedStock } from '../../../src/sandbox/vehicles/stock-seed.ts'

test('a field is called by what the contract says of it, and by its own name if it says nothing', () => {
  const [facts] = seedStock({ seed: 7, count: 1, userId: 1, seededAt: 1_790_000_000 })
  if (!facts) throw new Error('the stock is empty')
  const { groups, technical } = shownGroups(
    recordGroups(advertRecordSchema.parse(advertRecord(facts, 'https://example.com'))),
  )
  expect(
    groups.flatMap(({ fields }) => fields.map(({ path }) => path)).filter((path) => /id$/i.test(path)),
  ).toEqual([])
  const labels = technical.map(({ path, label }) => [path, label] as const)
  expect(Object.fromEntries(labels)).toMatchObject({
    chipsCount: 'chipsCount',
    dontComment: 'dontComment',
    sendComments: 'sendComments',
    'autoData.custom': 'custom',
    'autoData.statusId': 'statusId',
    'autoData.raceInt': 'raceInt',
    isAutoAddedByPartner: 'isAutoAddedByPartner',
    'autoData.fromArchive': 'fromArchive',
    'stateData.stateId': 'City id',
  })
})

test('every field of the contract has a plain label, and what the service adds is among the technical details', () => {
  const [facts] = seedStock({ seed: 7, count: 1, userId: 1, seededAt: 1_790_000_000 })
  if (!facts) throw new Error('the stock is empty')
  const record = advertRecordSchema.parse({
    ...advertRecord(facts, 'https://example.com'),
    dealersOwn: 'x',
    note: '',
  })
  const { groups, technical, empty } = shownGroups(recordGroups(record))
  expect(technical.map(({ path }) => path)).toContain('dealersOwn')
  expect(technical.filter(({ label, path }) => label === path).map(({ path }) => path)).toEqual([
    'chipsCount',
    'isAutoAddedByPartner',
    'dontComment',
    'sendComments',
    'dealersOwn',
  ])
  expect(empty.map(({ path }) => path)).toContain('note')
  expect(groups.flatMap(({ fields }) => fields).find(({ path }) => path === 'markName')?.label).toBe('Make')
})

test('the sizes of a photo are one photo', () => {
  const of = (size: string, place = ''): string => `https://cdn.example/photo/bmw_x5__123${place}${size}.jpg`
  expect(photosBySize([of('f'), of('b'), of('m'), of('sx'), of('f', '_2'), of('m', '_2')])).toEqual([
    [of('f'), of('b'), of('m'), of('sx')],
    [of('f', '_2'), of('m', '_2')],
  ])
})
