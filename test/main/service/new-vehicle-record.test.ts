import { describe, expect, test } from 'vitest'
import {
  asAdvertRecord,
  newSearchSchema,
  newVehicleSchema,
} from '../../../src/main/service/new-vehicle-record.ts'

const full = {
  marka: { id: 9, name: 'BMW', eng: 'bmw' },
  model: { id: 96, name: 'X5', eng: 'x5' },
  priceUsd: 20_000,
  priceUah: 830_000,
  mainParams: { year: 2026, version: 'M Sport', fuel: 'Дизель', gearbox: 'Автомат', drive: 'Повний' },
  salon: { id: 5, name: 'Автоцентр', link: '/uk/newauto/salon/5/' },
  photos: ['https://cdn.example/a.jpg', { id: 2, src: 'https://cdn.example/b.jpg' }],
  note: 'Новий &quot;X5&quot;',
  linkAuto: '/uk/newauto/auto-bmw-x5-1900001.html',
  updatedDate: '2026-11-20 10:00:00',
  vin: 'WBA…',
}
const known = { id: 1_900_001, userId: 7, currency: 3 } as const
const recordOf = (json: unknown) => {
  const found = newVehicleSchema.parse(json)
  return found ? asAdvertRecord(found, known) : null
}

describe('the record of a new vehicle', () => {
  test('is read as one of /auto/info, and nothing of it is lost', () => {
    expect(recordOf(full)).toMatchObject({
      userId: 7,
      markId: 9,
      markName: 'BMW',
      modelId: 96,
      modelName: 'X5',
      USD: 20_000,
      UAH: 830_000,
      EUR: null,
      addDate: null,
      updateDate: '2026-11-20 10:00:00',
      linkToView: '/uk/newauto/auto-bmw-x5-1900001.html',
      title: 'BMW X5',
      autoData: {
        autoId: 1_900_001,
        description: 'Новий "X5"',
        mainCurrency: 'UAH',
        year: 2026,
        version: 'M Sport',
        fuelName: 'Дизель',
        gearboxName: 'Автомат',
      },
      dealer: { id: 5, name: 'Автоцентр' },
      photoData: { count: 2, seoLinkF: 'https://cdn.example/a.jpg' },
      mainParams: { drive: 'Повний' },
      vin: 'WBA…',
    })
  })

  test.each([
    ['in an array', [full]],
    ['with texts for numbers', { ...full, priceUsd: '20 000', marka: { id: '9', name: 'BMW' } }],
    ['with names alone', { marka: 'BMW', model: 'X5', priceUsd: 20_000 }],
    [
      'without what was never recorded',
      { marka: 9, priceUsd: 20_000, mainParams: [], salon: null, photos: null },
    ],
  ])('is read %s', (_form, json) => {
    expect(recordOf(json)).toMatchObject({ userId: 7, USD: 20_000, autoData: { autoId: 1_900_001 } })
  })

  test('an empty list is no advert, and an object that names nothing can’t be read', () => {
    expect(recordOf([])).toBeNull()
    expect(newVehicleSchema.safeParse({}).success).toBe(false)
    expect(newVehicleSchema.safeParse({ message: 'no' }).success).toBe(false)
  })
})

describe('a page of the search for new vehicles', () => {
  test('has the ids that can be read', () => {
    expect(newSearchSchema.parse({ count: 3, ids: [1, '2', 'x', null, -4] })).toEqual({
      count: 3,
      ids: [1, 2],
    })
    expect(newSearchSchema.parse({ count: 0, ids: [] }).ids).toEqual([])
  })
  test('without ids is no empty page', () => {
    expect(newSearchSchema.safeParse({}).success).toBe(false)
    expect(newSearchSchema.safeParse({ message: 'no' }).success).toBe(false)
  })
})
