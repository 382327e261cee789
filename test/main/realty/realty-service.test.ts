import { expect, onTestFinished, test } from 'vitest'
import type { RealtyParams } from '#shared/realty/realty-calls.ts'
import type { RealtyService } from '../../../src/main/realty/realty-service.ts'
import { running } from '../../sandbox/running.ts'
import { assembledIn } from '../assembled.ts'
import { openWorkbook } from '../files/xlsx/open-workbook.ts'
import { CsvFolder } from '../import/csv-files.ts'
import { folderOfTest } from '../../folders.ts'

const folder = new CsvFolder()

async function opened(profile?: 'live') {
  const service = await running({ adverts: 10, ...(profile && { profile }) })
  const { baseUrl, userId, key } = service.sandbox
  const dataDir = folderOfTest()
  const forecourt = assembledIn(dataDir, { overrides: { baseUrl, userId, key } })
  onTestFinished(() => forecourt.close())
  const realty: RealtyService = await forecourt.realty()
  return { ...service, realty }
}

const flats = { category: 1, type: 2, operation: 1 }
const search: RealtyParams = [['category', '1']]

test.each([undefined, 'live'] as const)(
  'the catalog is in order, in Ukrainian, and saved (%s)',
  async (profile) => {
    const { realty, sandbox, control } = await opened(profile)
    const { groups } = await realty.catalog(flats)
    await realty.catalog(flats)
    expect((await control.requests())['GET /dom/options']).toBe(1)
    const items = groups.flatMap((group) => group.items)
    expect(new Set(items.map(({ input }) => input))).toEqual(new Set(['text', 'select', 'checkbox']))
    expect(items.some(({ unit }) => unit !== '')).toBe(true)
    expect(items.find(({ id }) => id === 242)?.options.map(({ id }) => id)).toEqual(['239', '240', '241'])
    expect(groups[0]?.name).toBe('Основні параметри')
    const rooms = await realty.catalog({ ...flats, type: 3 })
    expect(rooms.groups.flatMap((group) => group.items).length).toBeLessThan(items.length)
    await sandbox.close()
    expect((await realty.catalog(flats)).groups).toEqual(groups)
    const other = await realty.catalog({ ...flats, operation: 3 })
    expect([other.groups, other.failure?.code]).toEqual([[], 'network'])
  },
)

test('records are read once, named by the catalog, exported, and readable without the service', async () => {
  const { realty, sandbox } = await opened('live')
  const { ids } = await realty.page(search, 0)
  const some = ids.slice(0, 5)
  expect(await realty.rows([...some, 1], true)).toMatchObject({
    calls: 6,
    rows: some.map((id) => ({ id })),
    unread: [{ id: 1, words: expect.any(String) as string }],
  })
  expect((await realty.rows(some, true)).calls).toBe(0)
  const detail = await realty.detail(some[0] ?? 0)
  expect(detail?.characteristics.some(({ name }) => /\p{L}/u.test(name))).toBe(true)
  expect(detail?.row.usd).toMatch(/^\d[\d\s]*$/)
  await sandbox.close()
  expect(await realty.detail(some[0] ?? 0)).toEqual(detail)
  expect((await realty.export([...some, 999_999], 'csv')).rows).toBe(some.length)
  const csv = new TextDecoder().decode((await realty.export(some, 'csv')).text)
  expect(csv.trimEnd().split('\r\n')).toHaveLength(6)
  const book = await realty.export(some, 'xlsx')
  expect(book.fileName).toBe('forecourt-realty.xlsx')
  const [header, first] = await openWorkbook(folder, book.text)
  expect(header?.slice(0, 3)).toEqual(['id', 'title', 'type'])
  const usd = header?.indexOf('usd') ?? -1
  expect([first?.[0], first?.[1], first?.[usd]]).toEqual([
    String(detail?.row.id),
    detail?.row.title,
    detail?.row.usd.replace(/\s/g, ''),
  ])
  await expect(realty.rows([2], true)).rejects.toThrow('network')
})

test('places are named in Ukrainian, each list read once', async () => {
  const { realty, control } = await opened()
  const states = await realty.places('states', null)
  await realty.places('states', null)
  expect((await control.requests())['GET /dom/states']).toBe(1)
  expect(states?.find(({ id }) => id === 10)?.name).toBe('Київська')
  const cities = await realty.places('cities', 10)
  expect(cities?.length).toBeGreaterThan(0)
  const districts = await Promise.all((cities ?? []).map(({ id }) => realty.places('districts', id)))
  expect(districts.flat().length).toBeGreaterThan(0)
  expect(districts.flat().every((each) => each !== null && each.id > 0 && each.name !== '')).toBe(true)
})

test('what the service ignores of a search, and a range that nothing is within, are warned of, saved or not', async () => {
  const { realty } = await opened()
  const params: RealtyParams = [
    ...search,
    ['roms', '2'],
    ['characteristic[234][from]', '9'],
    ['characteristic[234][to]', '3'],
  ]
  const warned = [
    expect.stringContaining('“roms”'),
    '“characteristic[234][from]” is more than “characteristic[234][to]”: nothing is between them. Did you mean them the other way round?',
  ]
  expect((await realty.page(params, 0)).warnings).toEqual(warned)
  expect((await realty.answer(params)).warnings).toEqual(warned)
  expect((await realty.page(search, 0)).warnings).toEqual([])
})
