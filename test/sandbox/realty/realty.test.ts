import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contractFields } from '../service-description.ts'
import { running, type Running } from '../running.ts'

const foundSchema = z.strictObject({ items: z.array(z.int()), count: z.int() })
const find = async (sandbox: Running, query: string) =>
  foundSchema.parse(await sandbox.get('/dom/search', query))

const recordSchema = z.looseObject({
  price: z.number(),
  rooms_count: z.number(),
  city_id: z.number(),
  district_id: z.string(),
  currency_type: z.string(),
  is_bargain: z.number(),
  realty_type_id: z.number(),
  characteristics_values: z.record(z.string(), z.int()),
  photos: z.record(z.string(), z.strictObject({ id: z.int(), file: z.string(), o: z.enum(['h', 'v']) })),
  priceArr: z.strictObject({ '1': z.string(), '2': z.string(), '3': z.string() }),
})
const record = async (sandbox: Running, id: number) =>
  recordSchema.parse(await sandbox.get(`/dom/info/${id}`))

const flats = 'category=1&realty_type=2&operation_type=1'

it('search finds everything without filters, a hundred a page', async () => {
  const sandbox = await running()
  const pages = await Promise.all([0, 1, 2, 3, 4].map((page) => find(sandbox, `page=${page}`)))
  expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 100, 100, 0])
  expect(new Set(pages.flatMap(({ items }) => items)).size).toBe(400)
})

describe('record', () => {
  it('has a picture for each photo and prices with spaces', async () => {
    const sandbox = await running()
    const { items } = await find(sandbox, flats)
    const records = await Promise.all(items.slice(0, 20).map((id) => record(sandbox, id)))
    expect(records.some(({ priceArr }) => /^\d{1,3}( \d{3})+$/.test(priceArr['3']))).toBe(true)
    const [photo] = records.flatMap(({ photos }) => Object.values(photos))
    const picture = await fetch(`${sandbox.sandbox.baseUrl}/cdn/${photo?.file ?? ''}`)
    expect(await picture.text()).toContain('<svg')
  })

  it('is found by the form of _id as well, and 404 if there is none', async () => {
    const sandbox = await running()
    const [id = 0] = (await find(sandbox, flats)).items
    expect(await sandbox.get(`/dom/info/realty-${id}`)).toEqual(await sandbox.get(`/dom/info/${id}`))
    expect((await sandbox.fetch('GET', '/dom/info/5')).status).toBe(404)
  })
})

const groupsSchema = z.array(
  z.strictObject({
    group_name: z.string(),
    group_prio: z.int(),
    items: z.array(z.looseObject({ characteristic_id: z.int(), label: z.string(), type_on_add: z.string() })),
  }),
)
const options = async (sandbox: Running, query: string) =>
  groupsSchema.parse(await sandbox.get('/dom/options', query))

describe('catalogue', () => {
  it.each(['1/2/1', '1/3/3', '4/5/1', '4/6/3', '10/11/1', '10/14/3', '24/25/1', '30/31/1'])(
    'has groups for %s, and every advert found has its characteristics from them',
    async (combination) => {
      const sandbox = await running()
      const [category, type, operation] = combination.split('/')
      const query = `category=${category ?? ''}&realty_type=${type ?? ''}&operation_type=${operation ?? ''}`
      const groups = await options(sandbox, query)
      const known = new Set(
        groups.flatMap(({ items }) => items.map((item) => String(item.characteristic_id))),
      )
      expect(known).toContain('234')
      const { items } = await find(sandbox, query)
      expect(items.length).toBeGreaterThan(0)
      const { characteristics_values } = await record(sandbox, items[0] ?? 0)
      expect(Object.keys(characteristics_values).filter((id) => !known.has(id))).toEqual([])
    },
  )

  it('differs by category, and speaks Ukrainian for lang_id 4', async () => {
    const sandbox = await running()
    const ids = (groups: z.infer<typeof groupsSchema>) =>
      groups.flatMap(({ items }) => items.map((item) => item.characteristic_id))
    const flat = await options(sandbox, flats)
    const land = await options(sandbox, 'category=24&realty_type=25&operation_type=1')
    expect(ids(flat)).toContain(209)
    expect(ids(land)).not.toContain(209)
    expect(ids(land)).toContain(219)
    expect(flat[0]?.group_name).toBe('Основные параметры')
    expect((await options(sandbox, `${flats}&lang_id=4`))[0]?.group_name).toBe('Основні параметри')
  })

  it('needs all three ids, and is empty for a combination that is none', async () => {
    const sandbox = await running()
    expect((await sandbox.fetch('GET', '/dom/options', 'category=1&realty_type=2')).status).toBe(400)
    expect(await sandbox.get('/dom/options', 'category=1&realty_type=25&operation_type=1')).toEqual([])
  })
})

it('no field of the record is the same in all adverts', async () => {
  const sandbox = await running()
  const pages = await Promise.all([0, 1, 2, 3].map((page) => find(sandbox, `page=${page}`)))
  const records = await Promise.all(pages.flatMap(({ items }) => items).map((id) => record(sandbox, id)))
  const same = Object.keys(records[0] ?? {}).filter(
    (name) => new Set(records.map((each) => JSON.stringify(each[name]))).size === 1,
  )
  expect([records.length, same]).toEqual([400, []])
})

it('date_from finds what was added since that day', async () => {
  const sandbox = await running()
  const since = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
  const all = await find(sandbox, '')
  const fresh = await find(sandbox, `date_from=${since}`)
  expect(fresh.count).toBeGreaterThan(0)
  expect(fresh.count).toBeLessThan(all.count)
  const { created_at } = await record(sandbox, fresh.items.at(-1) ?? 0)
  expect(String(created_at) >= since).toBe(true)
})

it('city_ids takes several cities, a moment with its zone and date_to bound the days', async () => {
  const sandbox = await running()
  const counts = async (...queries: string[]) =>
    Promise.all(queries.map(async (query) => (await find(sandbox, `${flats}&${query}`)).count))
  const [kyiv = 0, lviv = 0, both] = await counts('city_id=10', 'city_id=5', 'city_ids=10,5')
  expect([kyiv > 0, both]).toEqual([true, kyiv + lviv])
  const [id = 0] = (await find(sandbox, flats)).items.slice(-1)
  const { created_at } = (await sandbox.get(`/dom/info/${id}`)) as { created_at: string }
  const day = created_at.slice(0, 10)
  const [until, after, all] = await counts(`date_to=${day}`, `date_from=${day}T23:59:59%2B03:00`, 'page=0')
  expect(until).toBeGreaterThan(0)
  expect((until ?? 0) + (after ?? 0)).toBe(all)
})

describe('the live profile', () => {
  it('averages the prices of a kind of real estate, by months, in dollars', async () => {
    const sandbox = await running({ profile: 'live' })
    const average = async (query: string) => (await sandbox.get('/dom/average_price', query)) as object
    const kind = 'category=1&sub_category=2&operation=1'
    const all = (await average(kind)) as {
      total: number
      arithmeticMean: number
      prices: { count: number }[]
    }
    expect(all.total).toBe((await find(sandbox, flats)).count)
    expect(all.prices.reduce((sum, { count }) => sum + count, 0)).toBe(all.total)
    const { total } = (await average(`${kind}&city_id=10&date_from=2000-01&date_to=2099-12`)) as typeof all
    expect(total).toBeLessThan(all.total)
    for (const nothing of ['category=1', `${kind}&date_to=2000-01`])
      expect((await sandbox.fetch('GET', '/dom/average_price', nothing)).status).toBe(400)
    await sandbox.control.setModes({ profile: 'contract' })
    expect((await sandbox.fetch('GET', '/dom/average_price', kind)).status).toBe(404)
  })

  const flat = async () => {
    const sandbox = await running({ profile: 'live' })
    const [id = 0] = (await find(sandbox, `${flats}&city_id=10`)).items
    return { sandbox, live: (await sandbox.get(`/dom/info/${id}`)) as Record<string, unknown> }
  }

  it('has ids and coordinates as numbers, Ukrainian texts, moments, agency and number of photos', async () => {
    const { live } = await flat()
    for (const name of [
      'district_id',
      'metro_station_id',
      'longitude',
      'latitude',
      'created_at_ts',
      'currency_type_id',
      'photos_count',
    ])
      expect([name, typeof live[name]]).toEqual([name, 'number'])
    expect(live).toMatchObject({
      city_name_uk: 'Київ',
      realty_type_name_uk: 'Квартира',
      state_name_uk: 'Київська',
      currency_type_uk: live.currency_type,
    })
    expect(live).toHaveProperty('agency')
  })

  it('lacks 13 fields of the contract', async () => {
    const { live } = await flat()
    expect(Object.keys(contractFields('RealtyAdvert')).filter((name) => !(name in live))).toHaveLength(13)
  })

  it('gives flats 118 and 247 in place of 149, in the record and in the catalogue', async () => {
    const { sandbox, live } = await flat()
    const values = Object.keys(live.characteristics_values as object)
    expect(values).toEqual(expect.arrayContaining(['118', '247']))
    expect(values).not.toContain('149')
    const ids = (await options(sandbox, flats)).flatMap(({ items }) =>
      items.map((item) => item.characteristic_id),
    )
    expect(ids).toEqual(expect.arrayContaining([118, 247]))
    expect(ids).not.toContain(149)
    const wall = (live.characteristics_values as Record<string, number>)['118']
    const { items } = await find(sandbox, `${flats}&city_id=10&characteristic[118]=${wall ?? 0}`)
    expect(items).toContain(live.realty_id)
  })
})
