import { describe, expect, it } from 'vitest'
import { contractFields } from '../service-description.ts'
import { running, type Running } from '../running.ts'
import { ownAdverts } from './adverts.ts'

type Json = Record<string, unknown>

const live = () => running({ profile: 'live' })

/** The record of the account's first advert that fits. */
async function ownRecord(sandbox: Running, fits: (mileage: number) => boolean): Promise<Json> {
  for (const id of (await ownAdverts(sandbox)).active)
    if (fits((await sandbox.control.advert(id))?.mileage ?? 0))
      return (await sandbox.get('/auto/info', `auto_id=${id}`)) as Json
  throw new Error('no advert fits')
}

const leavesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value).reduce((sum: number, inside) => sum + leavesOf(inside), 0)
    : 1

describe('the search of the live profile', () => {
  it('answers an object with a promotion, a typed echo, last_id 0 and no qs', async () => {
    const sandbox = await live()
    const answer = (await sandbox.get(
      '/auto/search',
      'category_id=1&marka_id[0]=9&model_id[0]=0&marka_id[1]=6&price_ot=5000&auto_options[217]=217&exchange_filter[marka_id]=0&colour=3',
    )) as {
      result: {
        search_result: { ids: string[]; count: number; last_id: number }
        search_result_common: { count: number; data: { id: string; type: string }[] }
      }
    }
    expect(answer).toMatchObject({
      additional_params: { page: 0, lang_id: 4 },
      result: {
        search_result_common: { last_id: 0, data: expect.any(Array) as unknown[] },
        active_marka: null,
        additional: {
          query_string: expect.stringMatching(
            /^category_id=1&marka_id%5B0%5D=9.*&lang_id=4&langId=4$/,
          ) as string,
          search_params: {
            all: { countpage: 10, s_yers: [] },
            cleaned: {
              category_id: 1,
              marka_id: [9, 6],
              model_id: [0],
              price_ot: 5000,
              auto_options: [217],
              exchange_filter: { marka_id: 0 },
            },
          },
        },
      },
    })
    expect(Object.keys(answer.result.search_result)).toEqual(['ids', 'count', 'last_id'])
    expect(answer.result.search_result.last_id).toBe(0)
    const { search_result, search_result_common } = answer.result
    expect(search_result.ids).not.toContain('100500')
    expect(search_result_common.count).toBe(search_result.count)
    expect(search_result_common.data[2]).toEqual({ id: '100500', type: 'OfferOfTheDay' })
    const used = search_result_common.data.filter(({ type }) => type === 'UsedAuto')
    expect(used.map(({ id }) => id)).toEqual(search_result.ids)
  })

  it('changes nothing for abroad=2, and finds what is abroad for 1; the contract leaves it out for 2', async () => {
    const count = async (sandbox: Running, query: string) => {
      const answer = await sandbox.get('/auto/search', query)
      const root = (Array.isArray(answer) ? answer[0] : answer) as {
        result: { search_result: { count: number } }
      }
      return root.result.search_result.count
    }
    const practice = await live()
    const contract = await running()
    expect(await count(practice, 'abroad=2')).toBe(await count(practice, ''))
    const abroad = await count(contract, 'abroad=1')
    expect(abroad).toBeGreaterThan(0)
    expect(await count(practice, 'abroad=1')).toBe(abroad)
    expect(await count(contract, 'abroad=2')).toBe((await count(contract, '')) - abroad)
  })
})

it('the record of the live profile is an object with about sixty keys more, the phone masked, the photos by their ids', async () => {
  const sandbox = await live()
  const record = await ownRecord(sandbox, (mileage) => mileage > 0)
  await sandbox.control.setModes({ profile: 'contract' })
  const id = (record.autoData as Json).autoId as number
  const [plain] = (await sandbox.get('/auto/info', `auto_id=${id}`)) as [Json]
  const more = leavesOf(record) - leavesOf(plain)
  expect(more).toBeGreaterThan(40)
  expect(more).toBeLessThanOrEqual(65)
  for (const name of Object.keys(contractFields('VehicleAdvert'))) expect(record).toHaveProperty(name)
  expect(record.userPhoneData).toMatchObject({
    phone: expect.stringMatching(/^\(\d{3}\) xxx xx xx$/) as string,
  })
  expect(plain.userPhoneData).toMatchObject({
    phone: expect.stringMatching(/^\(\d{3}\) \d{3} \d\d \d\d$/) as string,
  })
  expect([record.secureKey, record.hasWebP]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), 2])
  expect(record.VIN).toMatch(/^[A-Z0-9]{8}x{7}[A-Z0-9]{2}$/)
  const inThousands = (price: unknown) => String(price).replace(/\B(?=(\d{3})+$)/g, ' ')
  const { USD, EUR, UAH } = plain
  expect(record.prices).toEqual([{ USD: inThousands(USD), EUR: inThousands(EUR), UAH: inThousands(UAH) }])
  const { seoLinkF, all, count } = record.photoData as { seoLinkF: string; all: number[]; count: number }
  expect([all.length, seoLinkF.includes(`__${all[0]}f.`)]).toEqual([count, count > 0])
})

it('a wrong path is ResourceNotFound at the top level, a missing advert is not', async () => {
  const sandbox = await live()
  const wrong = await sandbox.fetch('GET', '/auto/nothing')
  expect([wrong.status, await wrong.json()]).toMatchObject([404, { code: 'ResourceNotFound' }])
  const missing = await sandbox.fetch('GET', '/auto/info', 'auto_id=1')
  expect([missing.status, await missing.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
})

it('finds what the service’s own example of a search asks for, in both profiles', async () => {
  const example =
    'category_id=1&bodystyle[0]=3&bodystyle[4]=2&marka_id[0]=79&model_id[0]=0&s_yers[0]=2010&po_yers[0]=2017&marka_id[1]=84&model_id[1]=0&s_yers[1]=2012&po_yers[1]=2016&brandOrigin[0]=276&brandOrigin[1]=392&price_ot=1000&price_do=60000&currency=1&auctionPossible=1&with_real_exchange=1&with_exchange=1&exchange_filter[marka_id]=0&exchange_filter[model_id]=0&state[0]=1&city[0]=0&state[1]=2&city[1]=0&state[2]=10&city[2]=0&abroad=2&custom=1&auto_options[477]=477&type[0]=1&type[1]=2&type[3]=4&type[7]=8&gearbox[0]=1&gearbox[1]=2&gearbox[2]=3&engineVolumeFrom=1.4&engineVolumeTo=3.2&powerFrom=90&powerTo=250&power_name=1&countpage=50&with_photo=1'
  for (const sandbox of [await live(), await running()]) {
    const answer = await sandbox.get('/auto/search', example)
    const [root] = [answer].flat() as { result: { search_result: { ids: string[] } } }[]
    expect(root?.result.search_result.ids.length).toBeGreaterThan(0)
  }
})
