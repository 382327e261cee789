import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import type { RealtyParams } from '#shared/realty/realty-calls.ts'
import { createRealtyApi } from '../../../src/main/realty/realty-api.ts'
import { advertsSchema } from '../../../src/main/inventory/adverts-schema.ts'
import { LookupAnswersTable, lookupsSchema } from '../../../src/main/lookups/lookup-answers-table.ts'
import { LookupReader } from '../../../src/main/lookups/lookup-reader.ts'
import { LookupsApi } from '../../../src/main/lookups/lookups-api.ts'
import { LookupsService } from '../../../src/main/lookups/lookups-service.ts'
import { vehicleNamesSchema } from '../../../src/main/names/names-schema.ts'
import { NamesTable } from '../../../src/main/names/names-table.ts'
import { realtyPlacesOf } from '../../../src/main/realty/open-realty.ts'
import { realtySchema } from '../../../src/main/realty/realty-table.ts'
import { savedSchema } from '../../../src/main/storage/saved-table.ts'
import { RealtyService } from '../../../src/main/realty/realty-service.ts'
import { RealtyTable } from '../../../src/main/realty/realty-table.ts'
import type { RealtyLanguage } from '../../../src/main/realty/shown-catalog.ts'
import { systemClock } from '../../../src/main/system/clock.ts'
import { failureWords } from '../../../src/shared/words/failure-words.ts'
import { Fault } from '#shared/bridge/failure.ts'
import { running } from '../../sandbox/running.ts'
import { openWorkbook } from '../files/xlsx/open-workbook.ts'
import { apiClient } from '../http/api-client.ts'
import { CsvFolder } from '../import/csv-files.ts'

const folder = new CsvFolder()
afterAll(() => folder.remove())

async function opened(profile?: 'live') {
  const service = await running({ adverts: 10, ...(profile && { profile }) })
  const db = new DatabaseSync(':memory:')
  db.exec(realtySchema)
  const own = new DatabaseSync(':memory:')
  own.exec(savedSchema)
  const of = (language: RealtyLanguage) =>
    new RealtyService({
      api: () => Promise.resolve(createRealtyApi(apiClient(service.sandbox))),
      table: new RealtyTable(db, own),
      accountId: () => Promise.resolve('a'),
      language: () => language,
      words: (error) => failureWords(error instanceof Fault ? error : new Fault('internal'), 'window'),
      clock: systemClock,
    })
  return { ...service, realty: of('other'), ukrainian: of('uk') }
}

const flats = { category: 1, type: 2, operation: 1 }
const search: RealtyParams = [['category', '1']]

test.each([undefined, 'live'] as const)(
  'the catalog is in order, in the language, and saved (%s)',
  async (profile) => {
    const { realty, ukrainian, sandbox, control } = await opened(profile)
    const { groups } = await realty.catalog(flats)
    await realty.catalog(flats)
    expect((await control.requests())['GET /dom/options']).toBe(1)
    const items = groups.flatMap((group) => group.items)
    expect(new Set(items.map(({ input }) => input))).toEqual(new Set(['text', 'select', 'checkbox']))
    expect(items.some(({ unit }) => unit !== '')).toBe(true)
    expect(items.find(({ id }) => id === 242)?.options.map(({ id }) => id)).toEqual(['239', '240', '241'])
    expect(groups[0]?.name).toBe('Основные параметры')
    expect((await ukrainian.catalog(flats)).groups[0]?.name).toBe('Основні параметри')
    const rooms = await realty.catalog({ ...flats, type: 3 })
    expect(rooms.groups.flatMap((group) => group.items).length).toBeLessThan(items.length)
    await sandbox.close()
    expect((await realty.catalog(flats)).groups).toEqual(groups)
    const other = await realty.catalog({ ...flats, operation: 3 })
    expect([other.groups, other.failure?.code]).toEqual([[], 'network'])
    // Without the service names in another language say more than numbers.
    const inRussian = (await ukrainian.catalog({ ...flats, type: 3 })).groups
    expect(inRussian.map(({ items: found }) => found.length)).toEqual(
      rooms.groups.map(({ items: found }) => found.length),
    )
  },
)

test('records are read once, named by the catalog, exported, and readable without the service', async () => {
  const { realty, ukrainian, sandbox } = await opened('live')
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
  await ukrainian.detail(some[0] ?? 0)
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

test.each(['other', 'uk'] as const)(
  'places are named in the language, each list read once (%s)',
  async (language) => {
    const { sandbox, control } = await running({ adverts: 10 })
    const db = new DatabaseSync(':memory:')
    db.exec(advertsSchema)
    db.exec(vehicleNamesSchema)
    db.exec(lookupsSchema)
    const lookups = new LookupsService(
      new LookupReader(new LookupAnswersTable(db, systemClock)),
      new NamesTable(db),
      () => Promise.resolve({ accountId: 'a', baseUrl: 'http://sandbox' }),
      () => Promise.resolve(new LookupsApi(apiClient(sandbox))),
    )
    const places = realtyPlacesOf(lookups, () => language)
    const states = await places.read('states', null)
    await places.read('states', null)
    expect((await control.requests())['GET /dom/states']).toBe(1)
    expect(states?.find(({ id }) => id === 10)?.name).toBe(language === 'uk' ? 'Київська' : 'Киевская')
    const cities = await places.read('cities', 10)
    expect(cities?.length).toBeGreaterThan(0)
    const districts = await Promise.all((cities ?? []).map(({ id }) => places.read('districts', id)))
    expect(districts.flat().length).toBeGreaterThan(0)
    expect(districts.flat().every((each) => each !== null && each.id > 0 && each.name !== '')).toBe(true)
  },
)

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
