import { expect, test } from 'vitest'
import { asAdvertRecord, newVehicleSchema } from '../../../src/main/service/new-vehicle-record.ts'
import { cachedAdvert, photosOf } from '../../../src/main/inventory/cached-advert.ts'
import { advertRecordSchema } from '../../../src/main/service/advert-record.ts'
import { recordGroups } from '../../../src/main/inventory/record-groups.ts'

const photos = ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg']
const found = newVehicleSchema.parse({
  marka: { id: 9, name: 'BMW' },
  model: { id: 96, name: 'X5' },
  priceUsd: 20_000,
  mainParams: { drive: 'Повний' },
  note: 'Новий',
  photos,
  updatedDate: '2026-11-20 10:00:00',
})
if (!found) throw new Error('no record')
const record = asAdvertRecord(found, { id: 1_900_001, userId: 7, currency: 1 })

test('an advert of a new vehicle is cached like any other, with all its photos and fields', () => {
  expect(cachedAdvert(record, '2026-11-21T00:00:00.000Z')).toMatchObject({
    id: 1_900_001,
    userId: 7,
    title: 'BMW X5',
    usd: 20_000,
    mainCurrency: 'USD',
    description: 'Новий',
    state: 'live',
    addedAt: '',
    updatedAt: '2026-11-20 10:00:00',
    photo: photos[0],
    pending: false,
  })
  expect(photosOf(record)).toEqual(photos)
  expect(recordGroups(record)).toContainEqual({
    name: 'mainParams',
    fields: [{ name: 'drive', value: 'Повний' }],
  })
})

test('photos that a record names by their ids get the address of the first with another id', () => {
  const of = (photoData: Record<string, unknown>) =>
    photosOf(advertRecordSchema.parse({ autoData: { autoId: 7 }, photoData }))
  const seoLinkF = 'https://cdn.example/photo/bmw_x5__556088531f.jpg'
  expect(of({ seoLinkF, all: [556_088_531, 556_104_180] })).toEqual([
    seoLinkF,
    'https://cdn.example/photo/bmw_x5__556104180f.jpg',
  ])
  expect(of({ seoLinkF: 'https://cdn.example/x.jpg', all: [1, 2] })).toEqual(['https://cdn.example/x.jpg'])
})
