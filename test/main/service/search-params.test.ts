import { expect, test } from 'vitest'
import { searchPairs, searchParamsSchema } from '../../../src/main/service/search-params.ts'

test('every filter of the contract by its name', () => {
  const search = searchParamsSchema.parse({
    category_id: 1,
    bodystyle: [3, 2],
    brandOrigin: [276],
    vehicles: [{ marka_id: 79, model_id: 0, s_yers: 2010, po_yers: 2024 }, { marka_id: 84 }],
    price_ot: 1000,
    price_do: 60000.5,
    currency: 1,
    auctionPossible: 1,
    with_real_exchange: 1,
    with_exchange: 1,
    exchange_filter: { marka_id: 0, model_id: 0 },
    places: [{ state: 1, city: 0 }, { state: 2 }],
    abroad: 2,
    custom: 1,
    auto_options: [477, 4],
    type: [1, 2, 4, 6],
    gearbox: [1, 2, 3],
    engineVolumeFrom: 1.4,
    engineVolumeTo: 3.2,
    powerFrom: 90,
    powerTo: 250,
    power_name: 1,
    with_photo: 1,
    countpage: 100,
  })
  const line = searchPairs(search, 0)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  expect(line).toBe(
    'category_id=1&bodystyle[0]=3&bodystyle[1]=2&brandOrigin[0]=276' +
      '&marka_id[0]=79&model_id[0]=0&s_yers[0]=2010&po_yers[0]=2024&marka_id[1]=84' +
      '&price_ot=1000&price_do=60000.5&currency=1&auctionPossible=1&with_real_exchange=1&with_exchange=1' +
      '&exchange_filter[marka_id]=0&exchange_filter[model_id]=0&state[0]=1&city[0]=0&state[1]=2&abroad=2&custom=1' +
      '&auto_options[477]=477&auto_options[4]=4&type[0]=1&type[1]=2&type[2]=4&type[3]=6' +
      '&gearbox[0]=1&gearbox[1]=2&gearbox[2]=3&engineVolumeFrom=1.4&engineVolumeTo=3.2' +
      '&powerFrom=90&powerTo=250&power_name=1&with_photo=1&countpage=100&page=0',
  )
})

test('more than 100 ids a page is refused, as the contract limits it', () => {
  expect(searchParamsSchema.safeParse({ countpage: 101 }).success).toBe(false)
})

test('nothing asked, nothing sent', () => expect(searchPairs({})).toEqual([]))
