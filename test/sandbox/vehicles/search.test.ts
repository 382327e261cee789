import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VehicleFacts } from '../sandbox-control.ts'
import { startSandbox } from '../../../src/sandbox/sandbox.ts'
import { parametersOf } from '../../main/service-contract.ts'
import { asking, type Running } from '../running.ts'
import { listedFacts, search, searchAll } from './adverts.ts'

/** One sandbox for the file: nothing is written here. And what its adverts really are, asked once. */
let sandbox: Running
let listed: VehicleFacts[]

beforeAll(async () => {
  sandbox = asking(await startSandbox({ databasePath: ':memory:', adverts: 700 }))
  listed = await listedFacts(sandbox)
})
afterAll(() => sandbox.sandbox.close())

/** The ids of all pages. */
const findIds = (query: string): Promise<string[]> => searchAll(sandbox, query)

const within = (value: number, from: number, to: number): boolean => value >= from && value <= to

/** A filter holds when it finds exactly what fits, which is something but not everything. */
async function expectFilter(query: string, fits: (facts: VehicleFacts) => boolean): Promise<void> {
  const fitting = listed.filter(fits)
  expect(fitting.length).toBeGreaterThan(0)
  expect(fitting.length).toBeLessThan(listed.length)
  expect(await findIds(query)).toEqual(fitting.map((facts) => String(facts.id)))
}

/** Hryvnias for one US dollar, euro and hryvnia, as the sandbox has them. */
const rates = { 1: 42, 2: 48.72, 3: 1 } as const
const priceIn = (currency: keyof typeof rates, { price, currency: own }: VehicleFacts): number =>
  own === currency ? price : (price * rates[own]) / rates[currency]

describe('every filter of the contract filters', () => {
  const cases: [query: string, fits: (facts: VehicleFacts) => boolean][] = [
    ['category_id=6', (facts) => facts.categoryId === 6],
    ['bodystyle[0]=3&bodystyle[4]=2', (facts) => [2, 3].includes(facts.bodyId)],
    ['brandOrigin[0]=392', (facts) => [28, 128, 38, 47, 52, 55, 75, 76, 79, 900184].includes(facts.makeId)],
    ['marka_id[0]=9', (facts) => facts.makeId === 9],
    ['marka_id[0]=9&model_id[0]=96', (facts) => facts.makeId === 9 && facts.modelId === 96],
    ['marka_id[0]=9&model_id[0]=0', (facts) => facts.makeId === 9],
    ['s_yers[0]=2015&po_yers[0]=2020', (facts) => facts.year >= 2015 && facts.year <= 2020],
    ['s_yers[0]=2015', (facts) => facts.year >= 2015],
    ['po_yers[0]=2015', (facts) => facts.year <= 2015],
    ['price_ot=15000', (facts) => priceIn(1, facts) >= 15_000],
    ['price_do=15000', (facts) => priceIn(1, facts) <= 15_000],
    ['price_ot=9000&price_do=18000&currency=1', (facts) => within(priceIn(1, facts), 9_000, 18_000)],
    ['price_ot=9000&price_do=18000&currency=2', (facts) => within(priceIn(2, facts), 9_000, 18_000)],
    ['price_ot=400000&price_do=800000&currency=3', (facts) => within(priceIn(3, facts), 400_000, 800_000)],
    ['auctionPossible=1', (facts) => facts.bargain],
    ['with_real_exchange=1', (facts) => facts.realtyExchange],
    ['with_exchange=1', (facts) => facts.exchangeType > 0],
    [
      'with_exchange=1&exchange_filter[marka_id]=84&exchange_filter[model_id]=0',
      (facts) => facts.exchangeType > 0 && [0, 84].includes(facts.exchangeMakeId),
    ],
    ['state[0]=10&city[0]=0', (facts) => facts.regionId === 10],
    ['state[0]=10&city[0]=101', (facts) => facts.cityId === 101],
    ['abroad=2', (facts) => !facts.abroad],
    ['custom=1', (facts) => !facts.uncleared],
    ['auto_options[217]=217&auto_options[485]=485', (facts) => (facts.options & 0b1000001) === 0b1000001],
    ['type[0]=2&type[1]=6', (facts) => [2, 6].includes(facts.fuelId)],
    ['gearbox[0]=1&gearbox[1]=3', (facts) => [1, 3].includes(facts.gearboxId)],
    ['engineVolumeFrom=1.5&engineVolumeTo=2.2', (facts) => facts.volume >= 1.5 && facts.volume <= 2.2],
    ['powerFrom=150&powerTo=200&power_name=1', (facts) => facts.power >= 150 && facts.power <= 200],
    ['powerFrom=110&power_name=2', (facts) => facts.power * 0.7355 >= 110],
    ['with_photo=1', (facts) => facts.photos > 0],
  ]
  it.each(cases)('%s', expectFilter)

  it('takes what its owner would exchange for this very model', async () => {
    const wanted = listed.find((facts) => facts.exchangeType > 0 && facts.exchangeModelId > 0)
    if (!wanted) throw new Error('nobody wants a certain model')
    const { exchangeMakeId: make, exchangeModelId: model } = wanted
    await expectFilter(
      `with_exchange=1&exchange_filter[marka_id]=${make}&exchange_filter[model_id]=${model}`,
      (facts) =>
        facts.exchangeType > 0 &&
        [0, make].includes(facts.exchangeMakeId) &&
        [0, model].includes(facts.exchangeModelId),
    )
  })

  it('leaves none out', () => {
    const tried = cases.flatMap(([query]) => [...new URLSearchParams(query).keys()])
    const generic = tried.map((name) => name.replace(/^auto_options\[\d+\]/, 'auto_options[<id>]'))
    const names = new Set(generic.map((name) => name.replace(/\[\d+\]/, '[<n>]')))
    const paging = ['countpage', 'page']
    expect(names).toEqual(new Set(parametersOf('GET /auto/search').filter((name) => !paging.includes(name))))
  })
})

it('prices are compared in the currency of the filter', async () => {
  const dollars = await search(sandbox, 'price_ot=10000&price_do=20000')
  const hryvnias = await search(sandbox, 'price_ot=420000&price_do=840000&currency=3')
  expect(dollars.count).toBeGreaterThan(0)
  expect(hryvnias.count).toBe(dollars.count)
  expect((await search(sandbox, 'price_ot=10000&price_do=20000&currency=3')).count).not.toBe(dollars.count)
})

describe('groups', () => {
  it('keeps filters with the same index together', () =>
    expectFilter(
      'marka_id[0]=9&s_yers[0]=2018&marka_id[1]=84&po_yers[1]=2012',
      (facts) => (facts.makeId === 9 && facts.year >= 2018) || (facts.makeId === 84 && facts.year <= 2012),
    ))

  it('takes a city only with its own region', () =>
    expectFilter(
      'state[0]=5&city[0]=5&state[1]=12&city[1]=0',
      (facts) => (facts.regionId === 5 && facts.cityId === 5) || facts.regionId === 12,
    ))
})

it('pages goes through all pages without a gap or a repetition', async () => {
  const ids = await findIds('')
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBe((await search(sandbox)).count)
})

it('ignores an unknown filter in silence', async () => {
  expect((await search(sandbox, 'mаrka_id[0]=9')).count).toBe((await search(sandbox)).count)
})
