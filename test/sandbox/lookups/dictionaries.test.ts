import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { running, type Running } from '../running.ts'

const entriesSchema = z.array(z.strictObject({ name: z.string().min(1), value: z.int() }))
const read = async (sandbox: Running, path: string) => entriesSchema.parse(await sandbox.get(path))

const paths = [
  '/auto/categories',
  '/auto/categories/1/marks',
  '/auto/categories/1/marks/9/models',
  '/auto/categories/1/bodystyles',
  '/auto/categories/1/gearboxes',
  '/auto/categories/1/driverTypes',
  '/auto/categories/1/options',
  '/auto/type',
  '/auto/colors',
  '/auto/countries',
  '/auto/states',
  '/auto/states/10/cities',
]

describe('the dictionaries of the search', () => {
  it.each(paths)('%s has names and values, each value once', async (path) => {
    const entries = await read(await running(), path)
    expect(entries.length).toBeGreaterThan(2)
    expect(new Set(entries.map(({ value }) => value)).size).toBe(entries.length)
  })

  it.each([
    '/auto/categories/77/marks',
    '/auto/categories/77/gearboxes',
    '/auto/categories/6/marks/9/models',
  ])('%s is empty', async (path) => {
    expect(await (await running()).get(path)).toEqual([])
  })
})

it('the places of real estate go from a region to its cities and their districts, in two languages', async () => {
  const sandbox = await running()
  expect(await sandbox.get('/dom/states')).toContainEqual(
    expect.objectContaining({ lang_id: 2, stateID: 10, name: 'Киевская', region_name: 'Киев' }),
  )
  expect(await sandbox.get('/dom/cities/10', 'lang_id=4')).toContainEqual(
    expect.objectContaining({ lang_id: 4, cityID: 10, stateID: 10, name: 'Київ' }),
  )
  const [districts] = (await sandbox.get('/dom/cities_districts/10', 'lang_id=4')) as [object[]]
  expect(districts[0]).toEqual({ name: 'Район', value: '' })
  expect(districts[1]).toEqual({
    city_id: 10,
    area_id: 15_187,
    name: 'Голосіївський',
    type: 1,
    value: 15_187,
  })
  const { count } = (await sandbox.get('/dom/search', 'district_id=15187')) as { count: number }
  expect(count).toBeGreaterThan(0)
})

describe('the average price', () => {
  const bmw = 'marka_id=9'

  it('is of the adverts that match, with percentiles in order', async () => {
    const sandbox = await running()
    const answer = (await sandbox.get('/auto/average_price', `${bmw}&yers=2010&yers=2026`)) as {
      total: number
      percentiles: Record<string, number>
      prices: number[]
      classifieds: number[]
    }
    expect(answer.prices).toHaveLength(answer.total)
    const inOrder = [25, 50, 75].map((at) => answer.percentiles[at.toFixed(1)] ?? 0)
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other))
    for (const id of answer.classifieds.slice(0, 10)) {
      const facts = await sandbox.control.advert(id)
      expect(facts).toMatchObject({ makeId: 9, sold: false })
      expect(facts?.year).toBeGreaterThanOrEqual(2010)
    }
  })

  it('filters by fuel, gearbox, mileage and model, and by no place', async () => {
    const sandbox = await running({ adverts: 4000 })
    const total = async (query: string) =>
      ((await sandbox.get('/auto/average_price', query)) as { total: number }).total
    const all = await total(bmw)
    for (const filter of ['fuel_id=2', 'gear_id=1', 'raceInt=10&raceInt=90', 'model_id=96'])
      expect(await total(`${bmw}&${filter}`), filter).toBeLessThan(all)
    expect(await total(`${bmw}&city=10`)).toBe(all)
  })
})

it('what is switched off is refused with the status that was chosen, by path or prefix, at the start or later', async () => {
  const sandbox = await running({ off: { '/auto/average_price': 403, '/auto/states*': 404 } })
  const statusOf = async (path: string) => (await sandbox.fetch('GET', path)).status
  expect(await statusOf('/auto/average_price')).toBe(403)
  expect(await statusOf('/auto/states')).toBe(404)
  expect(await statusOf('/auto/states/10/cities')).toBe(404)
  expect(await statusOf('/auto/new/marks')).toBe(200)
  await sandbox.control.setModes({ off: { '/auto/new/*': 404, '/auto/categories/{id}/marks': 403 } })
  expect(await statusOf('/auto/average_price')).toBe(200)
  expect(await statusOf('/auto/new/marks')).toBe(404)
  expect(await statusOf('/auto/categories/1/marks')).toBe(403)
  expect(await statusOf('/auto/categories/1/gearboxes')).toBe(200)
  const write = await sandbox.fetch('POST', '/auto/new/autos', '')
  expect(await write.json()).toEqual({ message: 'Not Enough Data' })
})
